// The literals that the workload asks with, by operation. Calls of one operation share a query shape and differ in their literals,
// so that what is timed is a plan reused across literals and not the memory of one text.
import { EVENT_CLASSES, vocabulary } from '../dataset.ts';
import type { Dataset, DatasetConcept } from '../dataset.ts';

export interface Literals {
  readonly people: readonly DatasetConcept[];
  /** The few persons that most links touch. */
  readonly hubs: readonly DatasetConcept[];
  /** Persons around the median number of links. */
  readonly ordinaryPeople: readonly DatasetConcept[];
  /** Persons that made more than five claims about links. */
  readonly talkers: readonly DatasetConcept[];
  readonly anyConcepts: readonly DatasetConcept[];
  readonly symptoms: readonly DatasetConcept[];
  readonly leafTopics: readonly DatasetConcept[];
  readonly middleTopics: readonly DatasetConcept[];
  readonly eventFilters: readonly { readonly eventClass: string; readonly since: string }[];
  readonly searchTerms: readonly (readonly [string, string])[];
}

/** Every k-th member, k such that about `count` remain. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % step === 0).slice(0, count);
}

export function literalsOf(dataset: Dataset): Literals {
  const { concepts, links, degree, topicLevels } = dataset;
  const persons = concepts.filter(({ type, name }) => type === 'Person' && !name.startsWith('Hub '));
  const people = persons.sort((a, b) => (degree.get(b.id) ?? 0) - (degree.get(a.id) ?? 0));
  const claims = new Map<number, number>();
  for (const { subject, predicate } of links) {
    if (predicate === 'stated') claims.set(subject, (claims.get(subject) ?? 0) + 1);
  }
  const talkers = people.filter(({ id }) => (claims.get(id) ?? 0) > 5);
  const symptoms = concepts.filter(({ type }) => type === 'Symptom');
  const middle = people.length >> 1;
  const since = ['2024-10-01', '2024-12-01', '2025-01-01', '2025-03-01'].map((day) => `${day}T00:00:00Z`);
  const words = vocabulary();
  return {
    people: people.slice(0, 64),
    hubs: people.slice(0, 5),
    ordinaryPeople: people.slice(middle - 8, middle + 8),
    talkers: (talkers.length ? talkers : people).slice(0, 8),
    anyConcepts: spread(concepts, 64),
    symptoms: symptoms.slice(1, 9),
    leafTopics: spread(topicLevels.at(-1) ?? [], 16),
    middleTopics: (topicLevels[3] ?? []).slice(0, 4),
    eventFilters: EVENT_CLASSES.flatMap((eventClass) => since.map((time) => ({ eventClass, since: time }))),
    searchTerms: [0, 1, 2, 3].map((i) => [words[40 + i] as string, words[90 + i] as string]),
  };
}
