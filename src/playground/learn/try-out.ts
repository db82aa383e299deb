// A world to try statements in: a nexus kept in no file, opened when the first statement is run, with what the statement builds on run
// before it. The user's memory is never touched.
import { openNexus, type KipResponse, type Nexus } from '../../index.ts';
import type { Lesson, World } from './lesson.ts';

/** What came of a lesson. */
export interface Tried {
  readonly response: KipResponse;
  readonly elapsedMs: number;
  /** Titles of the lessons that were run first, since this one builds on them. */
  readonly before: readonly string[];
}

export class TryOut {
  readonly world: World;
  readonly #lessons: ReadonlyMap<string, Lesson>;
  #nexus: Promise<Nexus> | undefined;
  readonly #done = new Set<string>();

  /** @param lessons all that others may build on */
  constructor(world: World, lessons: readonly Lesson[]) {
    this.world = world;
    this.#lessons = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  }

  /** @throws Error where the world cannot be opened */
  async run(lesson: Lesson, signal?: AbortSignal): Promise<Tried> {
    const nexus = await (this.#nexus ??= this.#open());
    const before = (lesson.needs ?? []).filter((id) => !this.#done.has(id)).map((id) => this.#lessons.get(id)!);
    for (const each of before) await this.#execute(nexus, each, signal);
    const began = performance.now();
    const response = await this.#execute(nexus, lesson, signal);
    return { response, elapsedMs: performance.now() - began, before: before.map(({ title }) => title) };
  }

  /** The world as it was before anything was run. */
  async reset(): Promise<void> {
    const nexus = this.#nexus;
    this.#nexus = undefined;
    this.#done.clear();
    await nexus?.then((open) => open.close()).catch(() => undefined);
  }

  /** The capsules of a scratch nexus in which the lesson can be run. */
  async capsules(lesson: Lesson | undefined): Promise<string[]> {
    const needed = (lesson?.needs ?? []).map((id) => this.#lessons.get(id)!.command);
    return [await this.world.capsule(), ...needed];
  }

  async #open(): Promise<Nexus> {
    try {
      const nexus = await openNexus({
        name: `learn-${this.world.id}-${crypto.randomUUID().slice(0, 8)}`,
        storage: 'memory',
      });
      await nexus.importCapsule(await this.world.capsule());
      return nexus;
    } catch (failure) {
      this.#nexus = undefined;
      throw failure;
    }
  }

  async #execute(nexus: Nexus, lesson: Lesson, signal: AbortSignal | undefined): Promise<KipResponse> {
    const { id, command, parameters = {} } = lesson;
    const response = await nexus.execute({ command, parameters }, signal ? { signal } : {});
    if (!response.error) this.#done.add(id);
    return response;
  }
}
