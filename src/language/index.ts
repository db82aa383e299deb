// KIP text ⇄ meaning: pure, synchronous, without DOM or SQL.
export * from './core.ts';
export { parse } from './parse.ts';
export { parseStrict } from './parse-strict.ts';
