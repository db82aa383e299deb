// The language model built into Chrome (the Prompt API). Not every version lets a page give it tools, so it asks for its memory in plain
// text: a fenced block of KIP, which is run, and whose answer is its next prompt.
import { ModelProblem } from './endpoint.js';

const PROTOCOL = `To use your memory, answer with nothing but one KIP command in a fence:
\`\`\`kip
SEARCH CONCEPT "tea" LIMIT 5
\`\`\`
You are then told its answer as JSON, and may send another. Answer the user in plain text once you know enough.`;
const FENCE = /```kip\s*\n([\s\S]*?)```/;

/** Whether this browser has such a model, or can get one. */
export async function hasBuiltInModel() {
  return 'LanguageModel' in window && (await LanguageModel.availability()) !== 'unavailable';
}

export class BuiltInModel {
  #session;
  #onProgress;

  /** @param {(text: string) => void} onProgress */
  constructor(onProgress) {
    this.#onProgress = onProgress;
  }

  /**
   * One answer of the model; the same as an endpoint's. The session keeps the conversation, so only what is new is sent.
   *
   * @param {{ role: string, content: string }[]} messages
   * @param {(text: string) => void} onText
   * @param {AbortSignal} signal
   */
  async answer(messages, onText, signal) {
    this.#session ??= await this.#create(messages[0].content, signal);
    const news = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
    const prompt = news.filter(({ role }) => role !== 'system').map(({ content }) => content);
    let content = '';
    for await (const piece of this.#session.promptStreaming(prompt.join('\n\n'), { signal })) {
      content += piece;
      onText(piece);
    }
    const command = FENCE.exec(content)?.[1];
    if (command === undefined) return { content, toolCalls: [] };
    const call = { name: 'execute_kip', arguments: JSON.stringify({ command }) };
    return { content, toolCalls: [{ id: `call_${messages.length}`, type: 'function', function: call }] };
  }

  async #create(system, signal) {
    try {
      return await LanguageModel.create({
        initialPrompts: [{ role: 'system', content: `${system}\n\n${PROTOCOL}` }],
        signal,
        monitor: (monitor) =>
          monitor.addEventListener('downloadprogress', ({ loaded }) =>
            this.#onProgress(`The browser is fetching its model: ${Math.round(loaded * 100)} %`),
          ),
      });
    } catch (failure) {
      if (signal.aborted) throw failure;
      throw new ModelProblem(`The browser could not start its model: ${failure.message}`);
    }
  }
}
