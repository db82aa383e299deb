// Pieces → lines. Blocks of clauses and parts stand one per line; lists and conditions stay on one line while they fit.
// Only space is written anew: no token is added, dropped or moved, so that no meaning can change.
import type { Comment, Group, Piece } from './pieces.ts';

const WIDTH = 100;
const STEP = '  ';

/** What a bracket holds, by the word or sign before it. */
type Layout = 'block' | 'body' | 'list' | 'condition';

export class Printer {
  #out = '';
  #indent = 0;
  /** Text of the line so far, without indentation. */
  #line = '';
  /** Something that ends its line was written. */
  #mustBreak = false;
  #previous = '';

  print(pieces: readonly Piece[]): string {
    this.#sequence(pieces, startsStatementLine);
    this.#endLine();
    return this.#out;
  }

  // -------------------------------------------------------------- lines

  #endLine(): void {
    if (this.#line !== '') this.#out += `${STEP.repeat(this.#indent)}${this.#line}\n`;
    this.#line = '';
    this.#mustBreak = false;
  }

  #write(text: string, glue: string): void {
    if (this.#mustBreak) this.#endLine();
    this.#line += this.#line === '' ? text : glue + text;
    this.#previous = text;
  }

  #blankLine(): void {
    this.#endLine();
    if (this.#out !== '' && !this.#out.endsWith('\n\n') && !/[({[]\n$/.test(this.#out)) this.#out += '\n';
  }

  #comment(comment: Comment): void {
    if (comment.ownLine) this.#endLine();
    if (comment.ownLine && comment.blankBefore) this.#blankLine();
    this.#line += this.#line === '' ? comment.text : ` ${comment.text}`;
    this.#mustBreak = true;
  }

  // -------------------------------------------------------------- sequences

  /** Pieces one after another; a new line where `starts` says so. */
  #sequence(
    pieces: readonly Piece[],
    starts: (piece: Piece, before: Piece | undefined, pieces: readonly Piece[]) => boolean,
  ): void {
    let before: Piece | undefined;
    for (const piece of pieces) {
      if (piece.kind === 'comment') {
        this.#comment(piece);
        continue;
      }
      if (starts(piece, before, pieces)) {
        this.#endLine();
        if (piece.blankBefore || (before && piece.kind === 'token' && STATEMENTS.has(piece.text))) this.#blankLine();
      }
      this.#piece(piece, before);
      before = piece;
    }
  }

  #piece(piece: Piece, before: Piece | undefined): void {
    if (piece.kind === 'token') this.#write(piece.text, this.#glue(piece.text, before));
    else if (piece.kind === 'group') this.#group(piece, before);
  }

  #group(group: Group, before: Piece | undefined): void {
    const layout = layoutOf(group);
    const flat = layout === 'block' || layout === 'body' ? undefined : flatText(group);
    const glue = this.#glue(group.open, before);
    const room = WIDTH - STEP.length * this.#indent - this.#line.length - glue.length;
    if (flat !== undefined && flat.length <= room) return this.#write(flat, glue);
    this.#write(group.open, glue);
    if (group.pieces.length > 0) this.#inside(group, layout);
    this.#write(group.close, '');
  }

  #inside(group: Group, layout: Layout): void {
    const [first] = group.pieces;
    // A comment behind the bracket stays there.
    const rest = first?.kind === 'comment' && !first.ownLine ? group.pieces.slice(1) : group.pieces;
    if (first?.kind === 'comment' && !first.ownLine) this.#comment(first);
    this.#endLine();
    this.#indent++;
    this.#sequence(rest, STARTS[layout]);
    this.#endLine();
    this.#indent--;
  }

  #glue(text: string, before: Piece | undefined): string {
    return glue(before === undefined ? '' : before.kind === 'group' ? before.close : before.text, text);
  }
}

// ---------------------------------------------------------------- what starts a line

type Starts = (piece: Piece, before: Piece | undefined, pieces: readonly Piece[]) => boolean;

const STATEMENTS = new Set(['FIND', 'UPSERT', 'UPDATE', 'MERGE', 'DELETE', 'DESCRIBE', 'SEARCH', 'EXPORT']);
const INLINE = new Set(['DESCRIBE', 'SEARCH']);

/** Statements and their parts; DESCRIBE and SEARCH stay on one line. */
const startsStatementLine: Starts = (piece, before, pieces) => {
  if (piece.kind !== 'token' || before === undefined) return piece.kind === 'token';
  if (STATEMENTS.has(piece.text)) return true;
  const first = pieces.find((other) => other.kind === 'token');
  if (first?.kind === 'token' && INLINE.has(first.text)) return false;
  return ['WHERE', 'ORDER', 'LIMIT', 'CURSOR', 'SET', 'WITH'].includes(piece.text);
};

const STARTS: Readonly<Record<Layout, Starts>> = {
  // WHERE and its like: a clause is a variable with a group, a group alone, or a word with a group.
  block: (piece, before) => (piece.kind === 'group' ? before === undefined || before.kind === 'group' : true),
  // The inside of UPSERT and its blocks: each part begins with a word or, first, with the identity.
  body: (piece, before) =>
    piece.kind === 'group'
      ? before === undefined || (before.kind === 'group' && piece.open === '(')
      : ['CONCEPT', 'PROPOSITION', 'SET', 'EXPECT'].includes(piece.kind === 'token' ? piece.text : '') ||
        (piece.kind === 'token' && piece.text === 'WITH' && before?.kind === 'group' && before.open === '{'),
  list: (_, before) => before === undefined || (before.kind === 'token' && before.text === ','),
  condition: (piece, before) =>
    before === undefined || (piece.kind === 'token' && (piece.text === '&&' || piece.text === '||')),
};

function layoutOf({ open, after, pieces }: Group): Layout {
  if (open === '(')
    return /^[A-Z_]+$/.test(after) && after !== 'FILTER' ? 'list' : hasCondition(pieces) ? 'condition' : 'list';
  if (open === '[') return 'list';
  if (['WHERE', 'NOT', 'OPTIONAL', 'UNION'].includes(after)) return 'block';
  if (after === 'UPSERT' || after === 'PROPOSITIONS' || after === 'PROPOSITION') return 'body';
  // CONCEPT ?x { {identity} … } and PROPOSITION ?l { (identity) … }: the first piece is a group.
  const first = pieces.find((piece) => piece.kind !== 'comment');
  return first?.kind === 'group' ? 'body' : 'list';
}

function hasCondition(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece.kind === 'token' && (piece.text === '&&' || piece.text === '||'));
}

// ---------------------------------------------------------------- one line

/** The group on one line; undefined where a comment inside forbids it. */
function flatText(group: Group): string | undefined {
  let text = '';
  let before = '';
  for (const piece of group.pieces) {
    if (piece.kind === 'comment') return undefined;
    const flat = piece.kind === 'group' ? flatText(piece) : piece.text;
    if (flat === undefined) return undefined;
    text += text === '' ? flat : glue(before, piece.kind === 'group' ? piece.open : piece.text) + flat;
    before = piece.kind === 'group' ? piece.close : piece.text;
  }
  if (isHops(group)) text = text.replaceAll(' ', '');
  // The braces of SET ATTRIBUTES and WITH METADATA have space inside, those of {"a", "b"} behind DELETE have none.
  const padded = group.open === '{' && /^(?:ATTRIBUTES|METADATA)$/.test(group.after) && text.includes(':');
  return padded ? `{ ${text} }` : group.open + text + group.close;
}

function isHops({ open, pieces }: Group): boolean {
  const [first] = pieces;
  return open === '{' && first?.kind === 'token' && /^\d/.test(first.text);
}

/** What stands between two pieces on one line. */
function glue(before: string, text: string): string {
  if (before === '' || before === '(' || before === '[' || before === '!' || before === '{') return '';
  if (text === ',' || text === ':' || text.startsWith('.')) return '';
  if (text === '(') return /^[A-Z_]+$/.test(before) && !LONE.has(before) ? '' : ' ';
  // Hops.
  if (text === '{' && /^(?:"|:\w)/.test(before)) return '';
  return ' ';
}

/** Words that are no functions: a bracket behind them stands apart. */
const LONE = new Set(['NOT', 'OPTIONAL', 'UNION', 'UPSERT', 'BY', 'LIMIT', 'PROPOSITION', 'CONCEPT']);
