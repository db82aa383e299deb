// What can be read of a damaged file, as capsules: the readable rows are put into a memory of their own, which is exported as any other.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Salvage } from '../../src/protocol/copies.ts';
import { createEngine } from '../engine.ts';
import { exportNexus } from '../meta/export-nexus.ts';
import type { Driver } from '../store/driver.ts';
import type { PoolFiles } from '../store/pool-files.ts';
import { withHeader } from '../store/image-header.ts';
import { putSalvaged, salvageRows, type LeftOut, type Salvaged } from '../store/salvage-rows.ts';
import { openMemoryDriver } from '../store/sqlite.ts';

/**
 * What can be read of a copy in the pool. It is opened where it is, so that what its log holds is read too; where its beginning is too
 * damaged for that, a copy of it in memory is, with a new header.
 *
 * @throws notFound where there is no such copy
 */
export async function salvageFile(sqlite3: Sqlite3Static, files: PoolFiles, copy: string): Promise<Salvage> {
  const damaged = openSomehow(sqlite3, files, files.requireCopy(copy));
  try {
    return await salvage(sqlite3, damaged);
  } finally {
    damaged.close();
  }
}

function openSomehow(sqlite3: Sqlite3Static, files: PoolFiles, name: string): Driver {
  try {
    return files.open(name);
  } catch {
    return openMemoryDriver(sqlite3, { image: withHeader(files.read(name)) });
  }
}

/** `damaged` is read and left as it is. */
export async function salvage(sqlite3: Sqlite3Static, damaged: Driver): Promise<Salvage> {
  const salvaged = damaged.reading(() => salvageRows(damaged));
  const engine = await createEngine(openMemoryDriver(sqlite3));
  try {
    const leftOut = putSalvaged(engine.nexus.driver, salvaged);
    engine.nexus.types.invalidate();
    engine.nexus.types.settle(true);
    const pages = [...exportNexus(engine.nexus)];
    return {
      capsule: pages.map(({ text }) => text).join('\n'),
      concepts: pages.reduce((total, page) => total + page.concepts, 0),
      propositions: pages.reduce((total, page) => total + page.propositions, 0),
      losses: describeLosses(salvaged, leftOut),
    };
  } finally {
    engine.close();
  }
}

function describeLosses({ isWhole, bareConcepts, barePropositions }: Salvaged, leftOut: LeftOut): string[] {
  const losses: string[] = [];
  if (!isWhole) losses.push('A part of the file could not be read; what stood there alone is lost.');
  if (bareConcepts > 0) losses.push(`Of ${count(bareConcepts, 'concept')} only type and name could be read.`);
  if (barePropositions > 0)
    losses.push(`Of ${count(barePropositions, 'link')} only the ends and the predicate could be read.`);
  if (leftOut.concepts > 0)
    losses.push(`${count(leftOut.concepts, 'concept')} had to be left out, since the type is lost.`);
  if (leftOut.propositions > 0) {
    losses.push(`${count(leftOut.propositions, 'link')} had to be left out, since an end or the predicate is lost.`);
  }
  return losses;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
