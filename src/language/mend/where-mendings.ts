// Repairs inside WHERE: clauses, triples, patterns.
import { conditionAt } from '../explain/cases.ts';
import { closing, insertAt, replace } from '../explain/complaint.ts';
import { type Mending, move, wrap } from './mending.ts';

const quoted = (text: string): string => (text.startsWith('"') ? text : JSON.stringify(text));

/** `?x a "T"`, `?x type T`. */
const typePattern: Mending = ({ before, tokens, index }) => {
  const type = tokens[index + 1];
  if (!before || (type?.kind !== 'string' && type?.kind !== 'word')) return [];
  return [{ from: before.to, to: type.to, insert: ` {type: ${quoted(type.text)}}` }];
};

const NODE = '\\(\\s*\\??(\\w*)\\s*(?::\\s*(\\w+))?\\s*\\)';

/** `(n:Type)`. */
const cypherNode: Mending = ({ frame, text }) => {
  const from = frame.open?.from ?? 0;
  const [whole = '', name, type] = new RegExp(`^${NODE}`).exec(text.slice(from)) ?? [];
  return type ? [{ from, to: from + whole.length, insert: `?${name || 'n'} {type: "${type}"}` }] : [];
};

/** `(a:Drug)-[:treats]->(b)` as a triple, with the types as clauses before it. */
const cypherLink: Mending = ({ frame, text }) => {
  const from = frame.open?.from ?? 0;
  const link = new RegExp(`^${NODE}${String.raw`\s*(<?)-+\s*\[\s*\w*\s*:?\s*(\w+)\s*\]\s*-+>?\s*`}${NODE}`);
  const [whole, left, leftType, back, predicate, right, rightType] = link.exec(text.slice(from)) ?? [];
  if (whole === undefined) return [];
  const [a, b] = [`?${left || 'a'}`, `?${right || 'b'}`];
  const types = (leftType ? `${a} {type: "${leftType}"} ` : '') + (rightType ? `${b} {type: "${rightType}"} ` : '');
  const triple = back ? `(${b}, "${predicate}", ${a})` : `(${a}, "${predicate}", ${b})`;
  return [{ from, to: from + whole.length, insert: types + triple }];
};

/** `(?d {type: "Drug"}, …)` becomes `?d {type: "Drug"} (?d, …)`; alone in its parentheses it loses them. */
const unnest: Mending = ({ tokens, index, before, text, frames, frame }) => {
  const end = closing(tokens, index);
  const last = tokens[end];
  const close = tokens[end + 1];
  const outermost = frames.find(({ kind }) => kind === 'tuple')?.open;
  if (!before || !last || !outermost) return [];
  const isAlone = close?.text === ')' && frame.open === outermost && tokens[index - 2] === outermost;
  if (isAlone) return [replace(outermost, ''), replace(close, '')];
  const clause = text.slice(before.from, last.to);
  return [insertAt(outermost.from, `${clause} `), { from: before.to, to: last.to, insert: '' }];
};

export const WHERE_MENDINGS: Readonly<Record<string, Mending>> = {
  typePattern,
  cypherNode,
  cypherLink,
  unnest,

  wrapFilter({ text, found, before }) {
    if (!found || !before) return [];
    const end = found.from + conditionAt(text, found.from).length;
    return [{ from: before.to, to: found.from, insert: '(' }, insertAt(end, ')')];
  },

  filterNotExists({ before, tokens, index }) {
    const exists = tokens[index + 1];
    if (!before || exists?.text.toUpperCase() !== 'EXISTS') return [];
    return [{ from: before.from, to: exists.to, insert: 'NOT' }];
  },

  wrapClause({ found, tokens, index }) {
    const open = found?.text === '(' ? index : index + 1;
    const last = tokens[closing(tokens, open)];
    return found && last && /^[({]$/.test(tokens[open]?.text ?? '') ? wrap(found.from, '{ ', last.to, ' }') : [];
  },

  /** A modifier inside WHERE moves behind the brace that ends WHERE; where there is none, one is put before it. */
  moveBehind(situation) {
    const { tokens, index, frame, frames, found } = situation;
    const end = frame.open ? closing(tokens, tokens.indexOf(frame.open)) : -1;
    const close = tokens[end];
    if (frames.length !== 2 || close?.text !== '}' || end <= index) return found ? [insertAt(found.from, '} ')] : [];
    return move(situation, index, end - 1, close.to);
  },

  /** `?a, "p", ?b`. */
  wrapCommas({ before, tokens, index }) {
    const last = tokens[index + 3];
    const isTriple = tokens[index + 2]?.text === ',' && last?.kind === 'variable';
    return before && isTriple ? wrap(before.from, '(', last.to, ')') : [];
  },

  /** `?a "p" ?b`. */
  wrapTriple({ before, found, tokens, index }) {
    const object = tokens[index + 1];
    if (!before || !found || (object?.kind !== 'variable' && object?.text !== '{')) return [];
    const last = object.kind === 'variable' ? object : tokens[closing(tokens, index + 1)];
    if (!last) return [];
    return [
      ...wrap(before.from, '(', before.to, ','),
      replace(found, `${quoted(found.text)},`),
      insertAt(last.to, ')'),
    ];
  },

  wrapComparison({ text, before }) {
    if (!before) return [];
    const source = conditionAt(text, before.from);
    return [{ from: before.from, to: before.from + source.length, insert: `FILTER(${source})` }];
  },

  /** `?x :Type`. */
  colonType({ before, found }) {
    if (!before || found?.kind !== 'placeholder') return [];
    return [{ from: before.to, to: found.to, insert: ` {type: "${found.text.slice(1)}"}` }];
  },

  /** A string where an endpoint belongs. */
  namePattern({ before, found }) {
    const name = found?.kind === 'string' ? found : before;
    return name ? [replace(name, `{name: ${name.text}}`)] : [];
  },

  typeKey: ({ before }) => (before ? [insertAt(before.from, 'type: ')] : []),

  /** `["a", "b"]` as `"a" | "b"`. */
  listToAlternatives({ tokens, index, found }) {
    const end = closing(tokens, index);
    const names = tokens.slice(index + 1, end).filter((token) => token.text !== ',');
    if (!found || names.length === 0 || !names.every((name) => name.kind === 'string')) return [];
    return [{ from: found.from, to: tokens[end]?.to ?? found.to, insert: names.map((name) => name.text).join(' | ') }];
  },
};
