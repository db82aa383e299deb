// A call as most providers give it: a name and the text of its arguments, in which a model may have written anything.
import { toolNamed, type KipTools, type ToolAnswer, type ToolCallOptions } from './kip-tools.ts';

/** What came of a call by name. */
export interface Called {
  readonly answer: ToolAnswer;
  /** The answer as the JSON text a model reads. */
  readonly text: string;
  /** Whether the answer, or an answer of the batch, is an error. */
  readonly failed: boolean;
}

/** Runs the call of a model; the only throw is the signal's reason. */
export async function callTool(
  tools: Partial<KipTools>,
  name: string,
  args: unknown,
  options?: ToolCallOptions,
): Promise<Called> {
  const tool = toolNamed(tools, name);
  const answer = 'answer' in tool ? tool.answer : await tool.execute(args as string, options);
  return { answer, text: JSON.stringify(answer), failed: hasFailed(answer) };
}

function hasFailed({ error, result }: ToolAnswer): boolean {
  if (error) return true;
  const last: unknown = Array.isArray(result) ? result.at(-1) : undefined;
  return typeof last === 'object' && last !== null && Object.keys(last).length === 1 && 'error' in last;
}
