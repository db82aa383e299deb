// A dialect: which parser reads the text, and what its tree means. KIP 1.0 now; another version is another entry here.
import type { LRParser } from '@lezer/lr';
import type { Program } from './ast.ts';
import { parser } from './kip-parser.generated.ts';
import type { Lowering } from './lower/lowering.ts';
import { lowerProgram } from './lower/program.ts';
import { readUpserts } from './upsert-reader.ts';
import { skimValue, wholeValue } from './whole-value.ts';

export interface Dialect {
  readonly id: string;
  /** Tolerant and complete, for the editor. */
  readonly editorParser: LRParser;
  /** Throws at the first fault; every key and value is a node. */
  readonly strictParser: LRParser;
  /** As `strictParser`, with whole values as single tokens (whole-value.ts); to be used through `parseSkimming`. */
  readonly fastParser: LRParser;
  readonly lower: (l: Lowering) => Program;
  /** A quick road for the texts that are long: the program as the grammar would read it, or undefined to ask the grammar. */
  readonly read: (text: string) => Program | undefined;
}

const strictParser = /*@__PURE__*/ parser.configure({ top: 'Kip1', strict: true });

export const kip1: Dialect = {
  id: 'kip1',
  editorParser: /*@__PURE__*/ parser.configure({ top: 'Kip1' }),
  strictParser,
  fastParser: /*@__PURE__*/ strictParser.configure({ tokenizers: [{ from: wholeValue, to: skimValue }] }),
  lower: lowerProgram,
  read: readUpserts,
};
