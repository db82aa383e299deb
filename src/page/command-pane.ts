// The form: a command, its parameters, how to run it.
import type { KipRequest, KipResponse, Parameters } from '../index.ts';
import { KipError } from '../index.ts';
import { isJsonObject } from '../protocol/values.ts';
import { showAnswer, showNote, showRunning } from './answer-pane.ts';
import { button, byId, create } from './elements.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { currentNexus } from './memory.ts';

const form = byId('command-form', HTMLFormElement);
const command = byId('command', HTMLTextAreaElement);
const parameters = byId('parameters', HTMLTextAreaElement);
const parametersDetails = byId('parameters-details', HTMLDetailsElement);
const parametersProblem = byId('parameters-problem', HTMLElement);
const readonly = byId('readonly', HTMLInputElement);
const dryRun = byId('dry-run', HTMLInputElement);
const runButton = byId('run', HTMLButtonElement);
const cancelButton = byId('cancel', HTMLButtonElement);

let running: AbortController | undefined;

export function startCommandPane(): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void run();
  });
  cancelButton.addEventListener('click', () => running?.abort());
  byId('examples', HTMLElement).append(
    ...EXAMPLES.map((example) =>
      create(
        'li',
        {},
        button(example.title, () => fill(example)),
      ),
    ),
  );
}

/** Nothing can be run while no memory is open. */
export function enableCommands(enabled: boolean): void {
  runButton.disabled = !enabled;
}

function fill(example: Example): void {
  command.value = example.command;
  parameters.value = example.parameters ?? '';
  parametersDetails.open = example.parameters !== undefined;
  parametersProblem.textContent = '';
  command.focus();
  command.setSelectionRange(0, 0);
}

async function run(): Promise<void> {
  const text = command.value;
  const values = readParameters();
  if (running || !values) return;
  if (text.trim() === '') {
    showNote('Type a command first, or take one of the examples.');
    command.focus();
    return;
  }
  await send({ command: text, parameters: values, ...(dryRun.checked ? { dry_run: true } : {}) });
}

/** Undefined where the field holds no JSON object; the field says so then. */
function readParameters(): Parameters | undefined {
  const problem = parametersFault(parameters.value);
  parametersProblem.textContent = problem ?? '';
  parameters.setAttribute('aria-invalid', String(problem !== undefined));
  if (problem === undefined) return parameters.value.trim() === '' ? {} : (JSON.parse(parameters.value) as Parameters);
  parametersDetails.open = true;
  parameters.focus();
  return undefined;
}

function parametersFault(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    return isJsonObject(JSON.parse(text)) ? undefined : 'Parameters must be one JSON object: { "name": value }.';
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`;
  }
}

async function send(request: KipRequest): Promise<void> {
  const nexus = currentNexus();
  if (!nexus) return;
  const began = performance.now();
  setRunning(new AbortController());
  try {
    const options = { signal: running!.signal };
    const response = await (readonly.checked
      ? nexus.executeReadonly(request, options)
      : nexus.execute(request, options));
    showAnswer({
      command: request.command!,
      response,
      milliseconds: performance.now() - began,
      dryRun: request.dry_run === true,
      nextPage: nextPage(request, response),
    });
  } catch (error) {
    showFailure(error, request.command!, performance.now() - began);
  } finally {
    setRunning(undefined);
  }
}

function showFailure(error: unknown, text: string, milliseconds: number): void {
  if (error instanceof KipError) {
    const response = { error: error.toJSON() };
    showAnswer({ command: text, response, milliseconds, dryRun: false, nextPage: undefined });
  } else {
    showNote(error instanceof DOMException && error.name === 'AbortError' ? 'Cancelled.' : `Failed: ${String(error)}`);
  }
}

function setRunning(controller: AbortController | undefined): void {
  running = controller;
  cancelButton.hidden = controller === undefined;
  if (controller) showRunning();
}

/** The same command from where this answer ended; a command that names a cursor itself is left to its author. */
function nextPage(request: KipRequest, { next_cursor: cursor }: KipResponse): (() => void) | undefined {
  if (cursor === undefined) return undefined;
  const paged = request.command!.endsWith(PAGE_CLAUSE);
  if (!paged && /\bCURSOR\b/.test(request.command!)) return undefined;
  return () =>
    void send({
      ...request,
      command: paged ? request.command! : request.command! + PAGE_CLAUSE,
      parameters: { ...request.parameters, next_page: cursor },
    });
}

const PAGE_CLAUSE = '\nCURSOR :next_page';
