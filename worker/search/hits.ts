// What a search asks for and finds, and when it may stop looking.

/** What to look for, and how much of it to return. */
export interface Search {
  readonly term: string;
  /** Id of the only concept type, or of the only predicate, to look among. */
  readonly type?: number | undefined;
  /** Hits below this are dropped. */
  readonly threshold: number;
  /** A whole number from 1. */
  readonly limit: number;
}

/** An element found, with its relevance in [0, 1] rounded to four places. */
export interface Hit {
  readonly id: number;
  readonly score: number;
}

/** The hits of ever wider searches for one term; an element found repeatedly keeps its best score. */
export class Findings {
  private readonly scores = new Map<number, number>();
  private readonly search: Search;

  constructor(search: Search) {
    this.search = search;
  }

  add(hits: readonly Hit[]): void {
    for (const { id, score } of hits) {
      if (score >= this.search.threshold) this.scores.set(id, Math.max(score, this.scores.get(id) ?? 0));
    }
  }

  /** True where elements that score below `reachable` could no longer appear among the first `limit`. */
  settled(reachable: number): boolean {
    if (this.search.threshold > reachable) return true;
    let above = 0;
    for (const score of this.scores.values()) if (score >= reachable) above++;
    return above >= this.search.limit;
  }

  /**
   * The hits to return. Where scores are equal, `order` decides: it takes all hits kept, as JSON text `{"id": score, …}`, and gives
   * the first `limit` of them in order.
   */
  first(order: (hits: string) => Hit[]): Hit[] {
    const { limit } = this.search;
    const sorted = [...this.scores].sort(([, a], [, b]) => b - a);
    const tied = sorted.some(([, score], at) => at > 0 && at <= limit && score === sorted[at - 1]![1]);
    return tied ? order(hitsText(sorted)) : sorted.slice(0, limit).map(([id, score]) => ({ id, score }));
  }
}

/** Hits as a JSON object from ids to scores, in their order: for json_each, which reads a plain object faster than pairs. */
export function hitsText(hits: readonly (readonly [id: number, score: number])[]): string {
  return `{${hits.map(([id, score]) => `"${id}":${score}`).join(',')}}`;
}
