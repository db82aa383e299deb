// JavaScript that runs for the first time is slow. While SQLite's WebAssembly is compiled, off this thread, one query is read and
// compiled for nothing, so that the first real one finds the language and the compiler warm.
import { parseOnce } from '../src/language/core.ts';
import { preparePlan } from './kql/find-plans.ts';

const QUERY =
  'FIND(?n, ?m.name) WHERE { ?n {type: "A", name: "b"} ?l (?n, "c", ?m) FILTER(?m.attributes.k > 1) } ORDER BY ?m.name LIMIT 1';

export function warmUp(): void {
  const program = parseOnce(QUERY)?.program;
  if (program) preparePlan(program, {});
}
