// The `:name` placeholders of a text.
import { parse } from '../../language/parse.ts';

/** Those of the statements asked about last: while one is being typed, the others stay as they are. */
let known = new Map<string, readonly string[]>();

/** Each name once, in order. */
export function placeholdersOf(statements: readonly string[]): readonly string[] {
  const found = new Map(statements.map((text) => [text, known.get(text) ?? placeholders(text)]));
  known = found;
  return [...new Set([...found.values()].flat())];
}

function placeholders(text: string): readonly string[] {
  if (!text.includes(':')) return [];
  return parse(text).program?.placeholders.map(({ name }) => name) ?? guessedPlaceholders(text);
}

const TOKEN = /"(?:\\.|[^"\\])*"?|\/\/[^\n]*|(?<=[\s:,([=<>!]):([A-Za-z_]\w*)/g;

/** Of a statement that does not parse yet: what looks like one outside strings and comments. */
function guessedPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(TOKEN)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
