// The elements of an answer as a capsule that builds them in any other memory: their definitions first, then concepts, then links with
// whatever they lead to, so that each statement finds what it refers to. EXPORT writes the text; here it is told what to export.
import type { Nexus } from '../../../client/open-nexus.ts';
import type { CommandResponse } from '../../../protocol/response.ts';
import type { Json } from '../../../protocol/values.ts';
import { asElement, elementsIn, type Element, isLink, isLinkId } from '../../../protocol/elements.ts';
import { lookUp, patternOf } from '../look-up.ts';

/** Elements of one EXPORT: each is a branch of its WHERE, and a statement's size has a ceiling. */
const AT_ONCE = 60;
/** Definitions every memory has from its beginning need not be carried along, and may not be written. */
const BUILT_IN = new Set(['$ConceptType', '$PropositionType', 'Domain', 'belongs_to_domain']);

export interface CapsuleProgress {
  readonly done: number;
  readonly total: number;
}

export interface CapsuleSummary {
  readonly concepts: number;
  readonly propositions: number;
}

export async function* capsulePieces(
  nexus: Nexus,
  responses: AsyncIterable<CommandResponse>,
  signal: AbortSignal,
  onProgress: (progress: CapsuleProgress) => void,
  onEnd: (summary: CapsuleSummary) => void,
): AsyncGenerator<string> {
  const kinds = new Map<string, Kind>();
  for await (const { result = null } of responses) await collect(nexus, kinds, result, signal);
  const concepts = [...kinds].filter(([id]) => !isLinkId(id)).map(([id]) => id);
  const links = linksInOrder(kinds);
  const definitions = await definitionsOf(nexus, kinds, signal);
  const ids = [...new Set([...definitions, ...concepts]), ...links];
  if (ids.length === 0)
    throw new Error('There are no elements in this answer, so there is nothing a capsule could hold.');
  let [concept, proposition] = [0, 0];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const page = await exportIds(nexus, ids.slice(at, at + AT_ONCE), signal);
    for (const { text, concepts: c, propositions: p } of page) {
      yield `${text}\n`;
      [concept, proposition] = [concept + c, proposition + p];
    }
    onProgress({ done: Math.min(ids.length, at + AT_ONCE), total: ids.length });
  }
  onEnd({ concepts: concept, propositions: proposition });
}

/** As much as is kept of each element: its type or predicate, and of a link its ends. */
interface Kind {
  readonly name: string;
  readonly ends: readonly [string, string] | undefined;
}

async function collect(nexus: Nexus, kinds: Map<string, Kind>, result: Json, signal: AbortSignal): Promise<void> {
  const { elements, ids } = elementsIn(result);
  const add = (element: Element) => kinds.set(element.id, kindOf(element));
  elements.forEach(add);
  let missing = new Set([...ids].filter((id) => !kinds.has(id)));
  for (const { ends } of kinds.values()) for (const end of ends ?? []) if (!kinds.has(end)) missing.add(end);
  // Ends of links may be links, whose ends are needed too.
  while (missing.size > 0) {
    const found = await lookUp(nexus, missing, signal);
    found.forEach(add);
    missing = new Set(
      [...found.values()].flatMap((element) => kindOf(element).ends ?? []).filter((end) => !kinds.has(end)),
    );
  }
}

function kindOf(element: Element): Kind {
  if (isLink(element)) return { name: element.predicate, ends: [element.subject, element.object] };
  return { name: element.type, ends: undefined };
}

/** Links after those that are their ends. */
function linksInOrder(kinds: ReadonlyMap<string, Kind>): string[] {
  const ordered = new Set<string>();
  const visit = (id: string): void => {
    if (!isLinkId(id) || ordered.has(id)) return;
    for (const end of kinds.get(id)?.ends ?? []) visit(end);
    ordered.add(id);
  };
  for (const id of kinds.keys()) visit(id);
  return [...ordered];
}

async function definitionsOf(nexus: Nexus, kinds: ReadonlyMap<string, Kind>, signal: AbortSignal): Promise<string[]> {
  const names = new Map<string, string>();
  for (const [id, { name }] of kinds) names.set(name, isLinkId(id) ? '$PropositionType' : '$ConceptType');
  const found: string[] = [];
  for (const [name, type] of names) {
    if (BUILT_IN.has(name)) continue;
    const command = 'FIND(?d) WHERE { ?d {type: :type, name: :name} }';
    const { result } = await nexus.executeReadonly({ command, parameters: { type, name } }, { signal });
    const definition = asElement(Array.isArray(result) ? (result as readonly Json[])[0] : undefined);
    if (definition) found.push(definition.id);
  }
  return found;
}

interface CapsuleText {
  readonly text: string;
  readonly concepts: number;
  readonly propositions: number;
}

/** The capsules of these elements; several where one would be too large. */
async function exportIds(nexus: Nexus, ids: readonly string[], signal: AbortSignal): Promise<CapsuleText[]> {
  const parameters: Record<string, Json> = {};
  const branches = ids.map((id, at) => {
    parameters[`id_${at}`] = id;
    const clause = `?x ${patternOf(id, `:id_${at}`)}`;
    return at === 0 ? clause : `UNION { ${clause} }`;
  });
  const command = `EXPORT ?x WHERE { ${branches.join(' ')} }`;
  const texts: CapsuleText[] = [];
  let cursor: string | undefined;
  do {
    const request =
      cursor === undefined
        ? { command, parameters }
        : { command: `${command} CURSOR :cursor`, parameters: { ...parameters, cursor } };
    const response: CommandResponse = await nexus.executeReadonly(request, { signal });
    if (response.error) throw new Error(`${response.error.message} ${response.error.hint}`);
    const { capsule, concepts, propositions } = response.result as unknown as CapsuleText & { capsule: string };
    texts.push({ text: capsule, concepts, propositions });
    cursor = response.next_cursor;
  } while (cursor !== undefined);
  return texts;
}
