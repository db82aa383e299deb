// What the learning view teaches with: worlds to try things in, and statements that can be run in them.
import type { Parameters } from '../../protocol/values.ts';

/** A small memory made for trying things out. */
export interface World {
  readonly id: string;
  readonly title: string;
  /** One or two sentences: what is in it. */
  readonly about: string;
  /** The text of its capsule. */
  readonly capsule: () => Promise<string>;
  /** Questions worth asking in it. */
  readonly questions: readonly Lesson[];
}

/** One statement with the words around it. */
export interface Lesson {
  /** Of letters, digits and "-"; part of an address. */
  readonly id: string;
  readonly title: string;
  /** Two or three plain sentences. */
  readonly say: string;
  readonly command: string;
  readonly parameters?: Parameters;
  /** What to look at in the answer. */
  readonly see: string;
  /** Lessons that write what this one builds on; each is an UPSERT. */
  readonly needs?: readonly string[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly lessons: readonly Lesson[];
}
