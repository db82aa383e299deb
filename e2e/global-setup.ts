import { ensureBuilt } from '../scripts/setup.mjs';

/** The tests drive the built page, as a person gets it. */
export default async function build(): Promise<void> {
  await ensureBuilt('web');
}
