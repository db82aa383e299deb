// Elements by id, many at a time: one request holds up to a hundred commands, each of which may fail by itself.
import type { Nexus } from '../../client/open-nexus.ts';
import type { CommandResponse } from '../../protocol/response.ts';
import type { Json } from '../../protocol/values.ts';
import { asElement, type Element, isLinkId } from '../../protocol/elements.ts';

const AT_ONCE = 100;

export type Reader = Pick<Nexus, 'executeReadonly'>;

export interface Asked {
  readonly command: string;
  readonly parameters: { readonly [name: string]: Json };
}

/** The answers to many commands in order; those that failed answer with an error. */
export async function askAll(
  nexus: Reader,
  commands: readonly Asked[],
  signal?: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<CommandResponse[]> {
  const answers: CommandResponse[] = [];
  for (let at = 0; at < commands.length; at += AT_ONCE) {
    const some = commands.slice(at, at + AT_ONCE);
    const response = await nexus.executeReadonly({ commands: some }, signal ? { signal } : {});
    if (response.error) throw new Error(`${response.error.message} ${response.error.hint}`);
    answers.push(...(response.result as unknown as CommandResponse[]));
    onProgress?.(answers.length);
  }
  return answers;
}

/** The one-element pattern of an id: concepts and links are spelled differently. */
export function patternOf(id: string, placeholder: string): string {
  return isLinkId(id) ? `(id: ${placeholder})` : `{id: ${placeholder}}`;
}

/** The elements of these ids; those that are not there are left out. */
export async function lookUp(
  nexus: Reader,
  ids: Iterable<string>,
  signal?: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<Map<string, Element>> {
  const commands = [...ids].map((id) => ({
    command: `FIND(?x) WHERE { ?x ${patternOf(id, ':id')} }`,
    parameters: { id },
  }));
  const found = new Map<string, Element>();
  for (const { result } of await askAll(nexus, commands, signal, onProgress)) {
    const element = asElement(Array.isArray(result) ? (result as readonly Json[])[0] : undefined);
    if (element) found.set(element.id, element);
  }
  return found;
}
