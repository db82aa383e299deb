// Fields reached by brackets, arrows and methods, as in JavaScript, SQL/JSON or PHP.
import { table } from '../table.ts';
import { about, type Complaint, fix, replace } from './complaint.ts';
import type { Situation } from './situation.ts';
import type { Token } from './tokens.ts';

/** The source of the path that ends before the fault. */
export function pathBefore({ tokens, index }: Situation): string {
  let at = index - 1;
  while (tokens[at]?.kind === 'field') at--;
  if (tokens[at]?.kind !== 'variable') return '';
  return tokens
    .slice(at, index)
    .map((token) => token.text)
    .join('');
}

/** `?x->name`, `?x["name"]`, `?x.name.startsWith("a")`. */
export function accessor(situation: Situation, found: Token): Complaint | undefined {
  const { tokens, index, before } = situation;
  const next = tokens[index + 1];
  const path = pathBefore(situation);
  if (!path || !before) return undefined;
  if (found.text === '->' && next?.kind === 'word') return writePath(path, next.text, { from: before.to, to: next.to });
  if (found.text === '[' && next?.kind === 'string') {
    const close = tokens[index + 2];
    const key = JSON.parse(next.text) as string;
    return writePath(path, key, { from: found.from, to: close?.text === ']' ? close.to : next.to });
  }
  return found.text === '(' && before.kind === 'field' ? method(situation, found, path) : undefined;
}

function writePath(path: string, key: string, range: { from: number; to: number }): Complaint {
  const message = 'Fields are reached by dots';
  if (!/^[A-Za-z_]\w*$/.test(key)) {
    return { range, message, hint: `Steps are identifiers; the key "${key}" is none: return ?x.attributes whole.` };
  }
  const isField =
    path.includes('.') ||
    ['id', 'type', 'name', 'subject', 'predicate', 'object', 'attributes', 'metadata'].includes(key);
  const step = isField ? `.${key}` : `.attributes.${key}`;
  return { range, message, hint: `Write ${path}${step}.`, fixes: fix(`Write ${path}${step}`, replace(range, step)) };
}

const METHODS = table<string>({
  startswith: 'STARTS_WITH',
  endswith: 'ENDS_WITH',
  includes: 'CONTAINS',
  contains: 'CONTAINS',
  indexof: 'CONTAINS',
  match: 'REGEX',
  matches: 'REGEX',
  test: 'REGEX',
});

function method({ tokens, index }: Situation, found: Token, path: string): Complaint {
  const steps = path.split('.');
  const name = steps.pop() ?? '';
  const test = METHODS[name.toLowerCase()];
  const [argument, close] = tokens.slice(index + 1, index + 3);
  const shown = argument?.kind === 'string' || argument?.kind === 'placeholder' ? argument.text : '"text"';
  const written = `${test ?? 'CONTAINS'}(${steps.join('.')}, ${shown})`;
  const start = tokens[index - 1 - steps.length];
  const mend = test && start && close?.text === ')' && shown === argument?.text;
  const fixes = mend ? fix(`Write ${written}`, { from: start.from, to: close.to, insert: written }) : [];
  return about(found, `Paths have no methods: .${name}()`, `Functions come first: write ${written}.`, fixes);
}
