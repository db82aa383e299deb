// What the first query of a shape costs beyond the second: parsing, compiling and preparing. Each text below is built with
// attribute names, variables and clauses that no text before it had, asked once cold, then again with other literals.
import type { Engine } from '../worker/engine.ts';
import { resultOf } from './ask.ts';
import type { Dataset, DatasetConcept } from './dataset.ts';
import { clock, quantile } from './measure.ts';

export interface ColdCost {
  readonly shapes: number;
  /** Milliseconds that the first call of a shape adds. */
  readonly median: number;
  readonly p95: number;
}

/** `s` makes the text new, the literals do not: an existing concept of a type, and a number. */
type Template = (s: number, concept: (type: string) => string, x: number) => string;

const TEMPLATES: readonly Template[] = [
  (s, _concept, x) =>
    `FIND(?v${s}.name, ?v${s}.attributes.key_${s}) WHERE { ?v${s} {type: "Skill"} FILTER(?v${s}.attributes.key_${s} > ${x}) } ` +
    `ORDER BY ?v${s}.attributes.key_${s} DESC LIMIT ${10 + x}`,
  (s, concept, x) =>
    `FIND(?d${s}.name, ?e.name) WHERE { (?d${s}, "treats", ${concept('Symptom')}) ` +
    `FILTER(?d${s}.attributes.level_${s} < ${x}) (?d${s}, "has_side_effect", ?e) }`,
  (s, concept) =>
    `FIND(?p${s}, COUNT(?l${s})) WHERE { ?p${s} ${concept('Place')} OPTIONAL { ?l${s} (?e${s}, "located_in", ?p${s}) } ` +
    `NOT { (?p${s}, "related_to", ?q${s}) } }`,
  (s, concept, x) =>
    `FIND(?a${s}.name) WHERE { ?a${s} ${concept('Project')} (?b${s}, "works_on", ?a${s}) ` +
    `UNION { ?a${s} {type: "Skill"} (?c${s}, "requires_skill", ?a${s}) FILTER(CONTAINS(?a${s}.name, "none ${x}")) } } LIMIT 5`,
  (s, concept, x) =>
    `FIND(?t${s}.name, ?l.metadata.m_${s}) WHERE { (${concept('Topic')}, "is_subclass_of"{1,5}, ?t${s}) ` +
    `?l (?t${s}, "belongs_to_domain", ?d${s}) FILTER(IS_NOT_NULL(?l.metadata.m_${s}) && ?d${s}.name != "x${x}") }`,
];

/** A call during which the processor was given to another process is no measurement: its wall time exceeds its CPU time. */
const UNDISTURBED = 1.15;
const CLOCK_MS = 0.05;

/** Milliseconds of one call, or undefined where it was disturbed. */
async function timed(engine: Engine, text: string): Promise<number | undefined> {
  const wall = performance.now();
  const start = clock();
  await engine.execute({ command: text });
  const cpuMs = clock() - start;
  const wallMs = performance.now() - wall;
  // The CPU clock also counts the threads that compile and collect beside the call, so the lesser of the two is the call's own.
  return wallMs <= cpuMs * UNDISTURBED + CLOCK_MS ? Math.min(cpuMs, wallMs) : undefined;
}

export async function coldCost(engine: Engine, dataset: Dataset, shapes = 400): Promise<ColdCost> {
  const byType = (type: string): DatasetConcept[] => dataset.concepts.filter((concept) => concept.type === type);
  const members = new Map(['Symptom', 'Place', 'Project', 'Topic'].map((type) => [type, byType(type)]));
  const text = (shape: number, x: number): string => {
    const concept = (type: string): string => {
      const list = members.get(type) ?? [];
      return JSON.stringify({ type, name: list[(shape * 7 + x) % list.length]?.name });
    };
    return (TEMPLATES[shape % TEMPLATES.length] as Template)(shape, concept, x);
  };
  // The compiler itself warms up on shapes that are not counted; an error here is a fault of the bench.
  for (let shape = shapes; shape < shapes + 400; shape++) await resultOf(engine, text(shape, 1));
  const added: number[] = [];
  for (let shape = 0; shape < shapes; shape++) {
    const cold = await timed(engine, text(shape, 1));
    const warm = [await timed(engine, text(shape, 2)), await timed(engine, text(shape, 3))].filter(
      (ms) => ms !== undefined,
    );
    if (cold !== undefined && warm.length) added.push(cold - Math.min(...warm));
  }
  return { shapes: added.length, median: quantile(added, 0.5), p95: quantile(added, 0.95) };
}
