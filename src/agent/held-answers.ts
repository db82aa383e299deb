// Answers that were too long for a context window: handed out in parts, the rest held for a while.
import { randomPart } from './random-part.ts';
import { errors } from '../protocol/errors.ts';
import type { KipRequest } from '../protocol/request.ts';
import type { CommandResponse, KipResponse } from '../protocol/response.ts';
import type { Json } from '../protocol/values.ts';
import { nextPart, pendingOf, type PartialResponse, type Pending } from './answer-part.ts';
import { jsonSize } from './json-size.ts';
import { findWidth } from './statement-kind.ts';

/** Tells that an answer goes on. */
export interface MoreToRead {
  /** What this part has. */
  readonly shown: string;
  /** Reads on, sent alone: {"cursor": "…"}. Absent where the rest is too long to be held. */
  readonly cursor?: string;
  /** What to do to see the rest. */
  readonly how: string;
}

/** A response, or a part of it with `more`. */
export interface CappedResponse extends PartialResponse {
  readonly more?: MoreToRead;
}

interface Held {
  readonly pending: readonly Pending[];
  readonly isBatch: boolean;
  /** Commands of the batch that earlier parts have answered in full. */
  readonly answered: number;
  readonly commands: number;
  /** Shared by all parts of one answer. */
  readonly whole: { readonly size: number };
  /** The cursor behind this part, once it has been given out. */
  next?: string;
}

/** Room for `more`. */
const NOTE = 480;
const SMALLEST = 1000;
/** Characters held in all; the oldest go first. */
const HELD_MAX = 4_000_000;

const ASK_LESS =
  'ask for less: project fields (?x.name) instead of whole elements, add FILTER, or page with LIMIT and CURSOR';

export class HeldAnswers {
  readonly #maxChars: number;
  readonly #held = new Map<string, Held>();
  /** A cursor of another page or day must not open an answer of this one. */
  readonly #prefix = randomPart();
  #last = 0;

  /** @param maxChars the most characters of JSON an answer may have, from 1000 */
  constructor(maxChars: number) {
    if (!(maxChars >= SMALLEST)) throw new RangeError(`maxChars must be at least ${SMALLEST}; it is ${maxChars}.`);
    this.#maxChars = maxChars;
  }

  /** The answer, or its first part. */
  cap(response: KipResponse, request: KipRequest, spare = 0): CappedResponse {
    const room = this.#maxChars - spare;
    if (jsonSize(response as unknown as Json, room) <= room) return response;
    const commands = request.commands?.map((entry) => (typeof entry === 'string' ? entry : entry.command));
    const isBatch = commands !== undefined && Array.isArray(response.result);
    const pending = isBatch
      ? (response.result as readonly CommandResponse[]).map((answer, i) =>
          pendingOf(answer, findWidth(commands[i]!) > 1),
        )
      : [pendingOf(response, findWidth(request.command ?? '') > 1)];
    const size = jsonSize(response as unknown as Json, HELD_MAX);
    return this.#part({ pending, isBatch, answered: 0, commands: pending.length, whole: { size } }, room);
  }

  /**
   * The part a cursor stands for. The same cursor gives the same part again.
   *
   * @throws notFound where that answer is no longer held
   */
  read(cursor: string): CappedResponse {
    const held = this.#held.get(cursor);
    if (!held) {
      throw errors.notFound(
        `No answer is held under the cursor ${JSON.stringify(cursor.slice(0, 80))}.`,
        'Send the command again. For the next_cursor of a page, write CURSOR "…" into the command instead.',
      );
    }
    return this.#part(held, this.#maxChars);
  }

  #part(held: Held, maxChars: number): CappedResponse {
    const { shown, whats, rest, answered } = fill(held, maxChars - NOTE);
    const body: CappedResponse = held.isBatch ? { result: shown as unknown as Json } : shown[0]!;
    if (rest.length === 0) return body;
    return { ...body, more: this.#more(held, { ...held, pending: rest, answered }, whats.join('; ')) };
  }

  #more(held: Held, left: Held, shown: string): MoreToRead {
    if (left.whole.size > HELD_MAX) {
      return {
        shown,
        how: `The whole answer has over ${HELD_MAX} characters, too many to hold. To see the rest, ${ASK_LESS}.`,
      };
    }
    const cursor = (held.next ??= this.#hold(left));
    return { shown, cursor, how: `To read on, call this tool with {"cursor": "${cursor}"} alone; or ${ASK_LESS}.` };
  }

  #hold(left: Held): string {
    const cursor = `${this.#prefix}.${++this.#last}`;
    delete left.next;
    this.#held.set(cursor, left);
    this.#dropOldest();
    return cursor;
  }

  /** Whole answers at a time: the parts of one share what they hold. */
  #dropOldest(): void {
    const answers = new Set([...this.#held.values()].map(({ whole }) => whole));
    let total = [...answers].reduce((sum, { size }) => sum + size, 0);
    for (const oldest of answers) {
      if (total <= HELD_MAX) return;
      total -= oldest.size;
      for (const [cursor, { whole }] of this.#held) if (whole === oldest) this.#held.delete(cursor);
    }
  }
}

interface Filled {
  readonly shown: readonly PartialResponse[];
  readonly whats: readonly string[];
  readonly rest: readonly Pending[];
  readonly answered: number;
}

/** As many answers of a batch as fit, the last perhaps in part. */
function fill({ pending, isBatch, answered, commands }: Held, room: number): Filled {
  const shown: PartialResponse[] = [];
  const whats: string[] = [];
  let left = room - (isBatch ? 14 : 0);
  for (const [index, item] of pending.entries()) {
    const part = nextPart(item, left, room - (isBatch ? 14 : 0));
    const number = answered + index + 1;
    if (part.shown) {
      shown.push(part.shown);
      left -= jsonSize(part.shown as unknown as Json) + 1;
      if (isBatch && part.what !== 'all of it') whats.push(`answer ${number} of ${commands}: ${part.what}`);
      else if (!isBatch) whats.push(part.what);
    }
    if (part.rest || left < 0) {
      const rest = part.rest ? [part.rest, ...pending.slice(index + 1)] : pending.slice(index + 1);
      const full = part.rest ? index : index + 1;
      if (isBatch && full > 0) whats.unshift(`answers ${answered + 1}–${answered + full} of ${commands}`);
      return { shown, whats, rest, answered: answered + full };
    }
  }
  return { shown, whats, rest: [], answered: answered + pending.length };
}
