// Whether bytes are a memory that this version can open: asked of a backup before anything is replaced by it.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { errors, type KipError } from '../../src/protocol/errors.ts';
import { createEngine, type Engine } from '../engine.ts';
import { findDamage } from '../store/integrity.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from '../store/schema.ts';
import { openMemoryDriver } from '../store/sqlite.ts';

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;

/**
 * Opens a copy of the bytes as a memory that is kept nowhere, checked and in the present format.
 *
 * @throws invalidSyntax where the bytes are no memory or are damaged; internal where they were written by a newer version
 */
export async function openChecked(sqlite3: Sqlite3Static, image: Uint8Array): Promise<Engine> {
  checkHeader(image);
  const driver = openMemoryDriver(sqlite3, { image });
  try {
    const damage = findDamage(driver);
    if (damage !== undefined) throw unusable(`is damaged (${damage})`);
    return await createEngine(driver);
  } catch (error) {
    driver.close();
    throw error;
  }
}

function checkHeader(image: Uint8Array): void {
  const magic = String.fromCharCode(...image.subarray(0, MAGIC.length));
  if (image.length < HEADER_BYTES || magic !== MAGIC) throw unusable('is not a backup of a memory');
  const header = new DataView(image.buffer, image.byteOffset, HEADER_BYTES);
  if (header.getUint32(68) !== APPLICATION_ID) throw unusable('is a database, but not a memory of Pocket Nexus');
  const pageBytes = header.getUint16(16) === 1 ? 65536 : header.getUint16(16);
  const pages = header.getUint32(28);
  if (pages * pageBytes > image.length) {
    throw unusable(`is cut off: ${image.length} of ${pages * pageBytes} bytes are there`);
  }
  const version = header.getUint32(60);
  if (version <= SCHEMA_VERSION) return;
  throw errors.internal(
    `This backup was written by a newer version of Pocket Nexus (its format is ${version}, this version reads ${SCHEMA_VERSION}). Nothing was changed.`,
    'Reload the page or update Pocket Nexus, then restore it again.',
  );
}

const unusable = (why: string): KipError =>
  errors.invalidSyntax(`This file ${why}. Nothing was changed.`, 'Choose a file that was saved by backup().');
