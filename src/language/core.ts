// What an engine needs of the language: reading faultless commands, values, names. Explaining faults, repairs and formatting are
// left out, so that an engine loads them only when it meets a fault (index.ts has everything).
export * from './ast.ts';
export { isWellFormed, MAX_COMMAND_BYTES, MAX_NESTING } from './budget.ts';
export { describePosition, type Diagnostic, type Fix, type TextEdit, toError } from './diagnostics.ts';
export { parseOnce, type ParseResult } from './parse-once.ts';
export { requireParameters, resolve, resolveObject } from './substitute.ts';
export { shapeOf, type Shape } from './shape.ts';
export { didYouMean, nearest } from './suggest.ts';
export { identifierPattern, keyToText, quote, valueToText } from './value-text.ts';
