// The door for programs: one request a line in, one response a line out, in order. A response is written only when what it
// acknowledges is kept; requests that arrive together are kept together.
import { errors, KipError } from '../src/protocol/errors.ts';
import type { KipRequest } from '../src/protocol/request.ts';
import { isJsonObject, jsonKind, type Json } from '../src/protocol/values.ts';
import { readLines, type Line } from './lines.ts';
import type { Output } from './output.ts';
import type { Session } from './session.ts';

const READONLY_OF_FUNCTION: Readonly<Record<string, boolean>> = { execute_kip: false, execute_kip_readonly: true };
const FORM =
  'Send {"function": "execute_kip", "arguments": {"command": "…"}} on one line; the other function is "execute_kip_readonly".';

/** Answers every line of `input`; ends early where nobody reads the answers any more. */
export async function serveLines(session: Session, input: AsyncIterable<Uint8Array>, output: Output): Promise<void> {
  for await (const batch of readLines(input)) {
    const answers: string[] = [];
    for (const line of batch) {
      const answer = await answerLine(session, line);
      if (answer === undefined) continue;
      if (session.path === undefined) await output.write(`${answer}\n`);
      else answers.push(`${answer}\n`);
    }
    await acknowledge(session, answers, output);
    if (output.gone) return;
  }
}

/** The file is behind the engine if saving fails, so no answer of the batch may claim success: each turns into the failure. */
async function acknowledge(session: Session, answers: readonly string[], output: Output): Promise<void> {
  try {
    await session.keep();
  } catch (error) {
    const { message } = error as Error;
    const failure = errors.internal(
      message,
      'What this command did was not kept. Free space on the disk, then start again.',
    );
    await output.write(answers.map(() => `${failureText(failure)}\n`).join(''));
    throw error;
  }
  if (answers.length > 0) await output.write(answers.join(''));
}

/** The response as one line of JSON; undefined for a blank line. */
async function answerLine({ engine }: Session, line: Line): Promise<string | undefined> {
  if ('fault' in line) return failureText(faultOf(line.fault));
  if (line.text.trim() === '') return undefined;
  try {
    const { readonly, request } = readCall(line.text);
    return await engine.executeText(request, { readonly });
  } catch (error) {
    if (error instanceof KipError) return failureText(error);
    throw error;
  }
}

function faultOf(fault: 'not UTF-8' | 'too long'): KipError {
  if (fault === 'too long') return errors.resourceExhausted('The line is longer than 256 MiB.', 'Split the request.');
  return errors.invalidSyntax('The line is not valid UTF-8.', 'Encode requests in UTF-8.');
}

/**
 * The call on a line.
 *
 * @throws invalidSyntax where the line is no call; the request itself is checked by the engine
 */
function readCall(text: string): { readonly readonly: boolean; readonly request: KipRequest } {
  const call = parseJson(text);
  if (!isJsonObject(call)) throw errors.invalidSyntax(`A request is a JSON object, not ${article(call)}.`, FORM);
  const unknown = Object.keys(call).find((key) => key !== 'function' && key !== 'arguments');
  if (unknown !== undefined) {
    throw errors.invalidSyntax(
      `A request has no member "${unknown}".`,
      `${FORM} Options such as "dry_run" go into "arguments".`,
    );
  }
  const readonly = typeof call['function'] === 'string' ? READONLY_OF_FUNCTION[call['function']] : undefined;
  if (readonly === undefined) {
    throw errors.invalidSyntax(`There is no function ${JSON.stringify(call['function'] ?? null)}.`, FORM);
  }
  if (!isJsonObject(call['arguments'])) {
    const found = 'arguments' in call ? article(call['arguments'] as Json) : 'missing';
    throw errors.invalidSyntax(`"arguments" must be an object; here it is ${found}.`, FORM);
  }
  return { readonly, request: call['arguments'] as KipRequest };
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw errors.invalidSyntax(`The line is not JSON: ${(error as Error).message}`, FORM);
  }
}

function article(value: Json): string {
  const kind = jsonKind(value);
  return kind === 'null' ? kind : /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

function failureText(error: KipError): string {
  return JSON.stringify({ error });
}
