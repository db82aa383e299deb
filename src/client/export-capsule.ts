// A whole memory as one text. EXPORT works on what WHERE binds, and no single pattern binds everything; so: the definitions of
// types and predicates, then the concepts type by type, then all links, which EXPORT itself puts in an order that imports.
import { rebuildError } from '../protocol/errors.ts';
import type { KipRequest } from '../protocol/request.ts';
import type { KipResponse } from '../protocol/response.ts';
import type { Json } from '../protocol/values.ts';

export interface ExportProgress {
  readonly concepts: number;
  readonly propositions: number;
}

/** One page of EXPORT (§5.3). */
interface CapsulePage extends ExportProgress {
  readonly capsule: string;
}

type Execute = (request: KipRequest) => Promise<KipResponse<unknown>>;

/** Elements a page: large enough to be quick, small enough that progress is seen to move. */
const PAGE = 1000;
const DEFINITIONS = ['$ConceptType', '$PropositionType'];

/**
 * @param execute runs one read; the caller sees to it that nothing is written between two of them
 * @throws KipError where the engine refuses a page
 */
export async function exportEverything(execute: Execute, onProgress?: (p: ExportProgress) => void): Promise<Blob> {
  const capsules: string[] = [];
  let written: ExportProgress = { concepts: 0, propositions: 0 };
  const add = ({ capsule, concepts, propositions }: CapsulePage) => {
    if (concepts + propositions > 0) capsules.push(capsule.trimEnd(), '\n\n');
    written = { concepts: written.concepts + concepts, propositions: written.propositions + propositions };
    onProgress?.(written);
  };
  const types = await conceptTypes(execute);
  for (const type of [...DEFINITIONS, ...types.filter((name) => !DEFINITIONS.includes(name))]) {
    for await (const page of pages(execute, 'EXPORT ?x WHERE { ?x {type: :type} }', { type })) add(page as CapsulePage);
  }
  for await (const page of pages(execute, 'EXPORT ?x WHERE { ?x (?s, ?p, ?o) }', {})) add(page as CapsulePage);
  return new Blob(capsules, { type: 'text/plain' });
}

async function conceptTypes(execute: Execute): Promise<string[]> {
  const names: string[] = [];
  const command = 'FIND(?t.name) WHERE { ?t {type: "$ConceptType"} } ORDER BY ?t.name';
  for await (const page of pages(execute, command, {})) names.push(...(page as string[]));
  return names;
}

/** The results of a command, page by page. */
async function* pages(execute: Execute, command: string, parameters: Record<string, Json>): AsyncGenerator<unknown> {
  let cursor: string | undefined;
  do {
    const paged = `${command} LIMIT ${PAGE}${cursor === undefined ? '' : ' CURSOR :cursor'}`;
    const response = await execute({
      command: paged,
      parameters: cursor === undefined ? parameters : { ...parameters, cursor },
    });
    if (response.error) throw rebuildError(response.error);
    yield response.result;
    cursor = response.next_cursor;
  } while (cursor !== undefined);
}
