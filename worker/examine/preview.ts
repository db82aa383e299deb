// What a request would change (src/protocol/preview.ts): it runs in one transaction, in which each command sees what those before it did;
// the changed elements are read there, the transaction is rolled back, and they are read once more as they are.
import {
  PREVIEW_ELEMENTS_DEFAULT,
  PREVIEW_ELEMENTS_MAX,
  type ElementChange,
  type Preview,
} from '../../src/protocol/preview.ts';
import type { Program } from '../../src/language/core.ts';
import { errors, KipError } from '../../src/protocol/errors.ts';
import type { CommandResponse } from '../../src/protocol/response.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import type { OpenedNexus, StatementContext } from '../nexus.ts';
import { readProgram } from '../read-command.ts';
import { checkRequest, type CheckedCommand } from '../request-check.ts';
import { executeStatements, familyOf } from '../statements.ts';
import { loadRegex } from '../store/regexp.ts';
import { readElementTexts } from '../store/element-texts.ts';
import { formatElementId, kindOf } from '../store/element-id.ts';
import { RowChanges, type RowChange } from '../store/row-changes.ts';

type Readable = { readonly command: CheckedCommand; readonly program: Program | KipError };

/**
 * A command that cannot be read or executed is an answer with `error`, as where the request is executed.
 *
 * @param elementsMax how many changed elements to list, at most PREVIEW_ELEMENTS_MAX
 * @throws KipError for a malformed request, and where time or storage ran out
 */
export async function preview(
  nexus: OpenedNexus,
  request: unknown,
  elementsMax: number = PREVIEW_ELEMENTS_DEFAULT,
): Promise<Preview> {
  const { commands } = checkRequest(request);
  if (commands.some(({ command }) => command.includes('REGEX'))) await loadRegex();
  const readable = await Promise.all(commands.map(read));
  const { driver } = nexus;
  const changes = new RowChanges();
  const answers: CommandResponse[] = [];
  let rows: RowChange[] = [];
  let after = new Map<number, string>();
  try {
    driver.transaction<null>(
      () => {
        for (const each of readable) {
          const { answer, stopsBatch } = run(each, nexus, changes);
          answers.push(answer);
          if (stopsBatch) break;
        }
        rows = [...changes].slice(0, Math.min(elementsMax, PREVIEW_ELEMENTS_MAX));
        after = readElementTexts(driver, idsOf(rows, 'delete'));
        return null;
      },
      { rollback: true },
    );
  } finally {
    nexus.types.settle(false);
  }
  const before = driver.reading(() => readElementTexts(driver, idsOf(rows, 'insert')));
  const elements = rows.map((row) => describe(row, before, after));
  return { answers, counts: count(changes), elements, listed: elements.length, total: changes.size };
}

async function read(command: CheckedCommand): Promise<Readable> {
  try {
    return { command, program: await readProgram(command) };
  } catch (error) {
    if (error instanceof KipError) return { command, program: error };
    throw error;
  }
}

function run(
  { command, program }: Readable,
  nexus: OpenedNexus,
  changes: RowChanges,
): { answer: CommandResponse; stopsBatch: boolean } {
  if (program instanceof KipError) return { answer: { error: program.toJSON() }, stopsBatch: false };
  const context: StatementContext = { nexus, parameters: command.parameters, dryRun: false, privileged: false };
  const { driver } = nexus;
  driver.run('SAVEPOINT command');
  try {
    const { resultText, nextCursor } = changes.during(driver, true, () =>
      executeStatements(program.statements, context),
    );
    const result = JSON.parse(resultText) as Json;
    return { answer: nextCursor === undefined ? { result } : { result, next_cursor: nextCursor }, stopsBatch: false };
  } catch (error) {
    undo(nexus, error);
    const known = error instanceof KipError ? error : errors.internal(`The engine failed: ${String(error)}`);
    const writes = program.statements.some((statement) => familyOf(statement) === 'manipulation');
    return { answer: { error: known.toJSON() }, stopsBatch: writes };
  }
}

/** Takes back what a failed command has done; where SQLite has given up the whole transaction there is nothing left to show. */
function undo({ driver, types }: OpenedNexus, error: unknown): void {
  try {
    driver.run('ROLLBACK TO command');
  } catch {
    throw error;
  }
  types.settle(false);
}

const idsOf = (rows: readonly RowChange[], without: RowChange['operation']): number[] =>
  rows.flatMap(({ id, operation }) => (operation === without ? [] : [id]));

const CHANGES = { insert: 'created', update: 'updated', delete: 'deleted' } as const;

function describe(
  { id, operation }: RowChange,
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
): ElementChange {
  return {
    id: formatElementId(id),
    kind: kindOf(id),
    change: CHANGES[operation],
    before: parse(before.get(id)),
    after: parse(after.get(id)),
  };
}

const parse = (text: string | undefined): JsonObject | null =>
  text === undefined ? null : (JSON.parse(text) as JsonObject);

function count(changes: RowChanges): Preview['counts'] {
  const counts = {
    concepts: { created: 0, updated: 0, deleted: 0 },
    propositions: { created: 0, updated: 0, deleted: 0 },
  };
  for (const { id, operation } of changes) counts[`${kindOf(id)}s`][CHANGES[operation]]++;
  return counts;
}
