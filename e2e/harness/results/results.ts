// Results and inspector on a real memory, without the frame of the playground around them. What they ask of it is kept on the window.
import { openNexus, type Json, type KipResponse, type Nexus, type Parameters } from '../../../src/index.ts';
import '../../../src/playground/results/index.ts';
import type { InspectElement, UseCommand } from '../../../src/playground/app/events.ts';
import { AGENT, DRUGS, MARKUP, manyNodes } from './worlds.ts';

export interface ResultsHarness {
  readonly nexus: Nexus;
  readonly used: UseCommand[];
  readonly inspected: InspectElement[];
  readonly said: string[];
  /** Runs a command and shows its answer. */
  run(command: string, parameters?: Parameters): Promise<KipResponse>;
  /** Shows an answer that was not asked for. */
  show(command: string, result: Json): void;
  write(command: string): Promise<void>;
  manyNodes(amount: number): Promise<void>;
}

declare global {
  interface Window {
    resultsHarness: ResultsHarness;
  }
}

const world = new URLSearchParams(location.search).get('world') ?? 'drugs';
const nexus = await openNexus({ name: `results-${world}` });
const results = document.querySelector('kip-results')!;
const inspector = document.querySelector('kip-inspector')!;
results.nexus = nexus;
inspector.nexus = nexus;
let runs = 0;

const harness: ResultsHarness = {
  nexus,
  used: [],
  inspected: [],
  said: [],
  async run(command, parameters = {}) {
    const from = performance.now();
    const response = await nexus.execute({ command, parameters });
    results.run = {
      id: ++runs,
      command,
      parameters,
      response,
      dryRun: false,
      elapsedMs: performance.now() - from,
      at: Date.now(),
    };
    await results.updateComplete;
    return response;
  },
  show(command, result) {
    results.run = {
      id: ++runs,
      command,
      parameters: {},
      response: { result },
      dryRun: false,
      elapsedMs: 1,
      at: Date.now(),
    };
  },
  async write(command) {
    const { error } = await nexus.execute({ command });
    if (error) throw new Error(`${error.message} ${error.hint}\n${command.slice(0, 400)}`);
  },
  async manyNodes(amount) {
    await nexus.importCapsule(manyNodes(amount));
  },
};

document.body.addEventListener('kip-use', ({ detail }) => harness.used.push(detail));
document.body.addEventListener('kip-say', ({ detail }) => harness.said.push(detail));
document.body.addEventListener('kip-inspect', ({ detail }) => {
  harness.inspected.push(detail);
  inspector.elementId = detail.id;
});

const CAPSULES: Readonly<Record<string, string>> = { drugs: DRUGS, agent: AGENT, markup: MARKUP };
if (CAPSULES[world]) await nexus.importCapsule(CAPSULES[world]);
window.resultsHarness = harness;
