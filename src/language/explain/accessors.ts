// Fields reached by brackets, arrows and methods, as in JavaScript, SQL/JSON or PHP.
import type { Range } from '../../protocol/errors.ts';
import { table } from '../table.ts';
import { about, type Complaint, instead } from './complaint.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

/** The path that ends before the fault: its source and where it begins. */
export interface PathBefore {
  readonly source: string;
  readonly from: number;
}

export function pathBefore({ tokens, index }: Situation): PathBefore | undefined {
  let at = index - 1;
  while (tokens[at]?.kind === 'field') at--;
  const variable = tokens[at];
  if (variable?.kind !== 'variable') return undefined;
  return {
    source: tokens
      .slice(at, index)
      .map((token) => token.text)
      .join(''),
    from: variable.from,
  };
}

/** `?x->name`, `?x["name"]`, `?x.name.startsWith("a")`. */
export function accessor(situation: Situation, found: Token): Complaint | undefined {
  const { tokens, index, before } = situation;
  const [next, close] = tokens.slice(index + 1);
  const path = pathBefore(situation);
  if (!path || !before) return undefined;
  if (found.text === '->' && next?.kind === 'word') return stepTo(path, next.text, { from: path.from, to: next.to });
  if (found.text === '[' && next?.kind === 'string') {
    const to = close?.text === ']' ? close.to : next.to;
    return stepTo(path, JSON.parse(next.text) as string, { from: path.from, to });
  }
  return found.text === '(' && before.kind === 'field' ? method(situation, found, path) : undefined;
}

const FIELDS = ['id', 'type', 'name', 'subject', 'predicate', 'object', 'attributes', 'metadata'];

function stepTo({ source }: PathBefore, key: string, range: Range): Complaint {
  const message = 'Fields are reached by dots';
  if (!/^[A-Za-z_]\w*$/.test(key)) {
    return about(range, message, `Steps are identifiers; the key "${key}" is none: return ?x.attributes whole.`);
  }
  const home = source.includes('.') || FIELDS.includes(key) ? '' : '.attributes';
  return instead(range, message, `${source}${home}.${key}`);
}

const METHODS = table<string>({
  startswith: 'STARTS_WITH',
  endswith: 'ENDS_WITH',
  includes: 'CONTAINS',
  contains: 'CONTAINS',
  match: 'REGEX',
  matches: 'REGEX',
  test: 'REGEX',
});

function method({ tokens, index }: Situation, found: Token, path: PathBefore): Complaint {
  const steps = path.source.split('.');
  const name = steps.pop() ?? '';
  const [argument, close] = tokens.slice(index + 1);
  const isWhole = close?.text === ')' && (argument?.kind === 'string' || argument?.kind === 'placeholder');
  const test = METHODS[name.toLowerCase()] ?? 'CONTAINS';
  const written = `${test}(${steps.join('.')}, ${isWhole ? argument.text : '"text"'})`;
  const message = `Paths have no methods: .${name}()`;
  return isWhole
    ? instead(found, message, written, { from: path.from, to: close.to })
    : about(found, message, `Functions come first: ${written}.`);
}
