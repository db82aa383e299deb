// A capsule file, run from the terminal.
import { readFile } from 'node:fs/promises';
import { importCapsule } from '../worker/import-capsule.ts';
import { EXIT, Exit } from './exit-code.ts';
import type { Session } from './session.ts';

/**
 * Runs the UPSERT statements of a file against the memory and keeps what they did.
 *
 * @returns a line for a person that says what came of it
 * @throws Exit where the file cannot be read
 * @throws KipError for the first statement that is refused; those before it stay
 */
export async function importFile(path: string, session: Session): Promise<string> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw new Exit(EXIT.missingFile, `Cannot read ${path}: ${error.message}`, { cause: error });
  });
  const began = performance.now();
  try {
    const { statements, conceptBlocks, propositionBlocks } = await importCapsule(session.engine, new Blob([bytes]));
    const seconds = ((performance.now() - began) / 1000).toFixed(2);
    const blocks = `${conceptBlocks} CONCEPT and ${propositionBlocks} PROPOSITION blocks`;
    return `${path}: ${statements} ${statements === 1 ? 'statement' : 'statements'} with ${blocks}, in ${seconds} s`;
  } finally {
    await session.keep();
  }
}
