// The parameters of a tab: the text of a JSON object, and what can be said about it.
import { isJsonObject, type Parameters } from '../../protocol/values.ts';

export interface ParametersFault {
  readonly message: string;
  /** Where in the text; the whole of it where the browser does not say. */
  readonly from: number;
  readonly to: number;
}

export type ReadParameters =
  | { readonly values: Parameters; readonly fault?: undefined }
  | { readonly values?: undefined; readonly fault: ParametersFault };

/** An empty text is no parameters. */
export function readParameters(text: string): ReadParameters {
  if (text.trim() === '') return { values: {} };
  const whole = { from: 0, to: text.length };
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return { values: value };
    return { fault: { message: 'Parameters must be one JSON object: { "name": value }.', ...whole } };
  } catch (failure) {
    const { message } = failure as Error;
    return { fault: { message: `This is not JSON: ${message}`, ...(faultPlace(message, text) ?? whole) } };
  }
}

/** Chromium names an offset, Firefox line and column, others neither. */
function faultPlace(message: string, text: string): { from: number; to: number } | undefined {
  const offset = /at position (\d+)/.exec(message)?.[1];
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (offset === undefined && line === undefined) return /end of/i.test(message) ? atEnd(text) : undefined;
  const start = offset !== undefined ? Number(offset) : lineStart(text, Number(line)) + Number(column) - 1;
  return start >= text.length ? atEnd(text) : { from: start, to: start + 1 };
}

const atEnd = (text: string) => ({ from: Math.max(0, text.trimEnd().length - 1), to: text.trimEnd().length });

function lineStart(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number++) at = text.indexOf('\n', at) + 1;
  return at;
}
