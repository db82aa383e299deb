// Runs a suite of conformance vectors (format: kip1/README.md) against an engine behind any door. It knows no file system,
// no test framework and no engine, so that the same code runs in Node, in a page and in a worker.
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { interpolate, matches, normalize } from './kip1/match.mjs';

/** One nexus as a caller sees it: the two functions of §6.1, each answering with a response object. */
export interface Door {
  execute(request: Json): Promise<unknown>;
  executeReadonly(request: Json): Promise<unknown>;
}

/** Opens an empty, bootstrapped nexus. Called once per name and suite; two calls share nothing. */
export type OpenNexus = (name: string) => Promise<Door>;

export interface Case {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly nexus?: string;
  readonly readonly?: boolean;
  readonly request: JsonObject;
  readonly paginate?: { readonly next_command: string; readonly max_pages?: number; readonly columns?: boolean };
  readonly expect: Json;
}

export interface Suite {
  readonly name: string;
  readonly description: string;
  readonly setup: readonly string[];
  readonly cases: readonly Case[];
}

/** What came of one case; `why` says where the response left the expectation and is empty where it did not. */
export interface Outcome {
  readonly id: string;
  readonly title: string;
  readonly ok: boolean;
  readonly why: string;
}

interface Response {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly next_cursor?: string | null;
}

/** A suite in progress: `setUp` once, then its cases in file order, since their effects accumulate. */
export interface SuiteRun {
  /** Runs the setup commands; throws on the first that fails. */
  setUp(): Promise<void>;
  /** Never throws for a case that fails, only reports it. */
  run(testCase: Case): Promise<Outcome>;
}

export function startSuite(suite: Suite, open: OpenNexus): SuiteRun {
  const doors = new Map<string, Promise<Door>>();
  const captures: Record<string, unknown> = {};

  function door(name: string): Promise<Door> {
    const opened = doors.get(name) ?? open(name);
    doors.set(name, opened);
    return opened;
  }

  async function send(testCase: Case, request: Json): Promise<Response> {
    const { execute, executeReadonly } = await door(testCase.nexus ?? 'main');
    return (await (testCase.readonly === true ? executeReadonly : execute)(request)) as Response;
  }

  async function answer(testCase: Case): Promise<unknown> {
    const request = interpolate(testCase.request, captures) as JsonObject;
    const first = await send(testCase, request);
    return testCase.paginate ? readPages(testCase, request, first) : first;
  }

  async function readPages(testCase: Case, request: JsonObject, first: Response): Promise<unknown> {
    const { next_command, max_pages = 20, columns = false } = testCase.paginate!;
    const pages: Response[] = [first];
    for (let last = first; last.error == null && typeof last.next_cursor === 'string';) {
      if (pages.length === max_pages) throw new Error(`more than ${max_pages} pages`);
      const parameters = { ...(request['parameters'] as JsonObject | undefined), cursor: last.next_cursor };
      last = await send(testCase, { ...request, command: next_command, parameters });
      pages.push(last);
    }
    return pages.find((page) => page.error != null) ?? joinPages(pages, columns);
  }

  return {
    async setUp() {
      for (const command of suite.setup) {
        const response = (await (await door('main')).execute({ command })) as Response;
        if (response.error != null) throw new Error(`setup of ${suite.name}: ${JSON.stringify(response.error)}`);
      }
    },
    async run(testCase) {
      const outcome = (why: string): Outcome => ({ id: testCase.id, title: testCase.title, ok: why === '', why });
      try {
        const actual = normalize(await answer(testCase));
        const match = matches(interpolate(testCase.expect, captures), actual, captures);
        return outcome(match.ok ? '' : `${match.path}: ${match.why}\nresponse: ${JSON.stringify(actual)}`);
      } catch (failure) {
        return outcome(failure instanceof Error ? failure.message : String(failure));
      }
    },
  };
}

function joinPages(pages: readonly Response[], columns: boolean): unknown {
  const results = pages.map((page) => page.result as unknown[]);
  if (!columns) return { result: results.flat(), page_sizes: results.map((rows) => rows.length) };
  const sizes = (results as unknown[][][]).map((page) => page[0]!.length);
  const joined = results[0]!.map((_, index) => (results as unknown[][][]).flatMap((page) => page[index]!));
  return { result: joined, page_sizes: sizes };
}
