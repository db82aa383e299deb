// One conversation: what the user says, what the model answers, and what it does with its memory in between.
import { callTool, INSTRUCTIONS, memoryContext } from 'pocket-nexus/agent';
import { ModelProblem } from './endpoint.js';

/** A model that keeps calling tools is stopped here, and says so. */
const ROUNDS_MAX = 16;

export class Conversation {
  #nexus;
  #model;
  #tools;
  #on;
  #messages = [{ role: 'system', content: INSTRUCTIONS }];

  /**
   * @param {{ nexus: object, model: object, tools: object, on: { text(piece: string): void, turn(): void, call(call: object): void } }} parts
   */
  constructor({ nexus, model, tools, on }) {
    this.#nexus = nexus;
    this.#model = model;
    this.#tools = tools;
    this.#on = on;
  }

  /**
   * Answers a message. Given up or failed, the conversation goes on from where it was whole.
   *
   * @param {string} text
   * @param {AbortSignal} signal
   */
  async say(text, signal) {
    const { text: memory } = await memoryContext(this.#nexus, text, { signal });
    const now = new Date().toISOString();
    this.#messages.push({ role: 'user', content: `${text}\n\n(It is ${now}.)\n${memory}` });
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const whole = this.#messages.length;
      this.#on.turn();
      try {
        const { content, toolCalls } = await this.#model.answer(this.#messages, this.#on.text, signal);
        if (toolCalls.length === 0) return void this.#messages.push({ role: 'assistant', content });
        this.#messages.push({ role: 'assistant', content, tool_calls: toolCalls });
        for (const call of toolCalls) this.#messages.push(await this.#run(call, signal));
      } catch (failure) {
        // A call without its answer would make the next request invalid.
        this.#messages.length = whole;
        throw failure;
      }
    }
    throw new ModelProblem(`The model used its memory ${ROUNDS_MAX} times without answering; it was stopped.`);
  }

  async #run({ id, function: { name, arguments: args } }, signal) {
    const called = await callTool(this.#tools, name, args, { signal });
    this.#on.call({ name, args, ...called });
    return { role: 'tool', tool_call_id: id, content: called.text };
  }
}
