// A model behind an OpenAI-compatible endpoint: streamed chat completions with tool calls.
import { eventsOf } from './server-events.js';

/** What went wrong, for the user to read. */
export class ModelProblem extends Error {}

/**
 * @typedef {{ id: string, type: 'function', function: { name: string, arguments: string } }} ToolCall
 * @typedef {{ content: string, toolCalls: ToolCall[] }} Turn
 */

export class Endpoint {
  #choice;
  #tools;

  /**
   * @param {{ url: string, model: string, key: string }} choice
   * @param {object[]} tools
   */
  constructor(choice, tools) {
    this.#choice = choice;
    this.#tools = tools;
  }

  /**
   * One answer of the model.
   *
   * @param {object[]} messages
   * @param {(text: string) => void} onText told each piece as it comes
   * @param {AbortSignal} signal
   * @returns {Promise<Turn>}
   */
  async answer(messages, onText, signal) {
    const { url, model, key } = this.#choice;
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, messages, tools: this.#tools, stream: true }),
      signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // A redirect would carry the conversation, and the key, elsewhere.
      redirect: 'error',
    }).catch((failure) => {
      if (signal.aborted) throw failure;
      throw new ModelProblem(
        `${url} could not be reached. Is it running, is the address right, and does it allow pages like this one (CORS)?`,
      );
    });
    if (!response.ok) throw new ModelProblem(await problemOf(response));
    if (response.headers.get('Content-Type')?.includes('application/json'))
      return wholeTurn(await response.json(), onText);
    return this.#streamedTurn(response.body, onText, signal);
  }

  async #streamedTurn(body, onText, signal) {
    const turn = { content: '', toolCalls: [] };
    let finished = false;
    try {
      for await (const data of eventsOf(body)) {
        if (data === '[DONE]') return turn;
        const event = JSON.parse(data);
        if (event.error)
          throw new ModelProblem(`The endpoint broke off: ${event.error.message ?? 'it did not say why'}`);
        const choice = event.choices?.[0];
        if (choice?.delta) take(turn, choice.delta, onText);
        if (choice?.finish_reason === 'length')
          throw new ModelProblem('The answer was cut off: the model had no more room.');
        finished ||= choice?.finish_reason != null;
      }
    } catch (failure) {
      if (signal.aborted || failure instanceof ModelProblem) throw failure;
      throw new ModelProblem('The connection broke while the answer was coming. Send the message again.');
    }
    if (!finished) throw new ModelProblem('The connection ended before the answer did. Send the message again.');
    return turn;
  }
}

/** Adds a piece of an answer. The arguments of a call come in pieces too, cut anywhere. */
function take(turn, delta, onText) {
  if (delta.content) {
    turn.content += delta.content;
    onText(delta.content);
  }
  for (const piece of delta.tool_calls ?? []) {
    const index = piece.index ?? turn.toolCalls.length;
    const call = (turn.toolCalls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } });
    if (piece.id) call.id = piece.id;
    if (piece.function?.name) call.function.name += piece.function.name;
    if (piece.function?.arguments) call.function.arguments += piece.function.arguments;
  }
}

/** Of an endpoint that does not stream. */
function wholeTurn({ choices }, onText) {
  const { content, tool_calls: toolCalls } = choices[0].message;
  if (content) onText(content);
  return { content: content ?? '', toolCalls: toolCalls ?? [] };
}

const REASONS = {
  401: 'The endpoint refused the key. Change the model and enter another.',
  403: 'The endpoint refused the key. Change the model and enter another.',
  404: 'The endpoint does not know this address or this model. Check both.',
  429: 'The endpoint wants fewer requests, or the account is used up. Wait a little, then send the message again.',
};

async function problemOf(response) {
  const text = await response.text().catch(() => '');
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? '';
  const reason = REASONS[response.status] ?? `The endpoint answered with an error (${response.status}).`;
  return said === '' ? reason : `${reason} It says: ${said.slice(0, 300)}`;
}
