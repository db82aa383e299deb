// Types of match.mjs, which is data of the suite and stays as it came.
import type { Json } from '../../src/protocol/values.ts';

/** The outcome of a comparison; `path` and `why` are empty where `ok`. */
export interface Match {
  readonly ok: boolean;
  readonly path: string;
  readonly why: string;
}

export function normalize(response: unknown): unknown;
export function interpolate(value: Json, captures: Record<string, unknown>): Json;
export function matches(expected: unknown, actual: unknown, captures?: Record<string, unknown>): Match;
