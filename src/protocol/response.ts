// The response envelope (specification §6.2).
import { rebuildError, type ErrorObject } from './errors.ts';
import type { Json } from './values.ts';

/** The answer to one command: `result` or `error`, never both; `next_cursor` only when there is more to read. */
export interface CommandResponse<T = Json> {
  /** What the command gave. */
  readonly result?: T;
  /** Why it was refused. */
  readonly error?: ErrorObject;
  /** Goes into CURSOR to read on; absent at the end. */
  readonly next_cursor?: string;
}

/** The answer to a request. For a batch, `result` lists the answers of the commands that ran or were refused, in order. */
export type KipResponse<T = Json> = CommandResponse<T>;

/**
 * The result of a response.
 *
 * @throws KipError for the error of a response that has one, with code and hint
 */
export function resultOf<T>(response: KipResponse<T>): T {
  if (response.error) throw rebuildError(response.error);
  return response.result as T;
}
