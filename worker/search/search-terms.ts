// The terms that a request is about to search for by meaning. They are embedded before the request runs: statements themselves never
// wait for anything.
import { parseOnce, resolve, type Program, type SearchStatement } from '../../src/language/core.ts';
import type { Parameters } from '../../src/protocol/values.ts';
import type { ElementKind } from './meaning-store.ts';

interface SearchTerm {
  readonly term: string;
  readonly element: ElementKind;
  /** Whether it asks for meaning by name, not only for the best there is. */
  readonly asksForMeaning: boolean;
}

export interface Command {
  readonly command: string;
  readonly parameters: Parameters;
}

/** Whatever cannot be read or resolved is left out; the statement itself will say what is wrong with it. */
export function searchTerms(commands: readonly Command[]): SearchTerm[] {
  return commands
    .filter(({ command }) => command.includes('SEARCH'))
    .flatMap(({ command, parameters }) =>
      searches(parseOnce(command)?.program).flatMap((search) => termOf(search, parameters)),
    );
}

function searches(program: Program | undefined): SearchStatement[] {
  return (program?.statements ?? []).filter((statement) => statement.kind === 'search');
}

function termOf({ term, mode, element }: SearchStatement, parameters: Parameters): SearchTerm[] {
  try {
    if (mode && resolve(mode, parameters) === 'keyword') return [];
    const value = resolve(term, parameters);
    return typeof value === 'string' ? [{ term: value, element, asksForMeaning: mode !== undefined }] : [];
  } catch {
    return [];
  }
}
