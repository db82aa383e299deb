// A model's endpoint on this machine that says what a test tells it to, in the real protocol: chat completions as server-sent events,
// with the arguments of tool calls cut in the middle of JSON and the bytes in the middle of characters.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
}

export interface Sent {
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly SentMessage[];
    readonly tools: readonly { readonly function: { readonly name: string } }[];
  };
}

/** What the model says next. `hang` stops after the text and never ends. */
export type Reply =
  | { readonly text: string; readonly hang?: boolean }
  | { readonly text?: string; readonly call: object | string }
  | { readonly status: number; readonly message: string }
  | { readonly broken: string };

export class ScriptedEndpoint {
  readonly sent: Sent[] = [];
  /** Connections the page gave up before their end. */
  aborted = 0;
  readonly #replies: Reply[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  says(...replies: Reply[]): void {
    this.#replies.push(...replies);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end();
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece as string;
    this.sent.push({ authorization: request.headers.authorization, body: JSON.parse(text) as Sent['body'] });
    response.on('close', () => {
      if (!response.writableFinished) this.aborted++;
    });
    await this.#play(this.#replies.shift() ?? { text: '(the script has ended)' }, response);
  }

  async #play(reply: Reply, response: ServerResponse): Promise<void> {
    if ('status' in reply) {
      response.writeHead(reply.status, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify({ error: { message: reply.message } }));
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const stream = eventsOf(reply);
    for (const piece of cut(Buffer.from(stream))) {
      response.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if ('broken' in reply) return void response.destroy();
    if (!('hang' in reply && reply.hang)) response.end();
  }
}

function eventsOf(reply: Exclude<Reply, { status: number }>): string {
  const event = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\r\n\r\n`;
  const text = 'broken' in reply ? reply.broken : (reply.text ?? '');
  let events = `: a comment\n\n${event({ role: 'assistant', content: '' })}`;
  for (const word of text.match(/\S+\s*/g) ?? []) events += event({ content: word });
  if ('broken' in reply || ('hang' in reply && reply.hang)) return events;
  if (!('call' in reply)) return `${events}${event({}, 'stop')}data: [DONE]\n\n`;
  const args = typeof reply.call === 'string' ? reply.call : JSON.stringify(reply.call);
  events += event({
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'execute_kip', arguments: '' } }],
  });
  for (let at = 0; at < args.length; at += 7) {
    events += event({ tool_calls: [{ index: 0, function: { arguments: args.slice(at, at + 7) } }] });
  }
  return `${events}${event({}, 'tool_calls')}data: [DONE]\n\n`;
}

/** Pieces of 61 bytes: through lines, and through characters of several bytes. */
function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 61) yield bytes.subarray(at, at + 61);
}
