// The canonical form of a command text: one clause or part a line, two spaces a level. It keeps every token and comment in
// its order and writes only the space between them anew, so that it is idempotent and never changes what a command means.
import { type Dialect, kip1 } from './dialect.ts';
import { piecesOf } from './format/pieces.ts';
import { Printer } from './format/print.ts';
import { strictTree } from './parse-once.ts';

/** The text in canonical form, ending with a line break; a text that does not parse comes back as it is. */
export function format(text: string, dialect: Dialect = kip1): string {
  const tree = strictTree(text, dialect.strictParser);
  return tree ? new Printer().print(piecesOf(text, tree)) : text;
}
