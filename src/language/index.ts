// KIP text ⇄ meaning: pure, synchronous, without DOM or SQL.
export * from './ast.ts';
export { MAX_COMMAND_BYTES, MAX_NESTING } from './budget.ts';
export { describePosition, type Diagnostic, type Fix, type TextEdit, toError } from './diagnostics.ts';
export { format } from './format.ts';
export { parse, type ParseResult } from './parse.ts';
export { parseStrict } from './parse-strict.ts';
export { requireParameters, resolve, resolveObject } from './substitute.ts';
export { shapeOf, type Shape } from './shape.ts';
export { didYouMean, nearest } from './suggest.ts';
export { identifierPattern, keyToText, quote, valueToText } from './value-text.ts';
