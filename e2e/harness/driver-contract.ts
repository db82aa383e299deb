// Runs the driver contract in a worker, where OPFS gives synchronous access to files, and puts what came of it on the window.
import type { CaseOutcome } from './case-outcome.ts';

declare global {
  interface Window {
    outcomes: Promise<readonly CaseOutcome[]>;
  }
}

const worker = new Worker(new URL('./driver-contract.worker.ts', import.meta.url), { type: 'module' });
window.outcomes = new Promise((resolve, reject) => {
  worker.addEventListener('message', (event: MessageEvent<readonly CaseOutcome[]>) => resolve(event.data));
  worker.addEventListener('error', (event) => reject(new Error(event.message)));
});
