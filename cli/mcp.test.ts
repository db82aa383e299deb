// The server as a client starts it: the real SDK at the other end of real pipes, the memory in a real file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitRequest } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/child.mjs';
import { ensureBuilt } from '../scripts/setup.mjs';

const KIP = join(ROOT, 'scripts/kip.mjs');
const DEFINE = 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Drug"} } }';
const WRITE = 'UPSERT { CONCEPT ?d { {type: "Drug", name: :name} } }';
const NAMES = 'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name';
const DELETE = 'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug", name: "Aspirin"} }';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nexus-mcp-'));
  await ensureBuilt('cli');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function connect(args: readonly string[], onElicit?: (request: ElicitRequest) => 'accept' | 'decline') {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: onElicit ? { elicitation: {} } : {} });
  if (onElicit)
    client.setRequestHandler(ElicitRequestSchema, (request) => ({ action: onElicit(request), content: {} }));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [KIP, 'mcp', ...args],
    cwd: folder,
    stderr: 'pipe',
  });
  const strays: Error[] = [];
  await client.connect(transport);
  client.onerror = (error) => strays.push(error);
  const call = async (name: string, command: string, parameters?: object) => {
    const result = await client.callTool({ name, arguments: { command, ...(parameters && { parameters }) } });
    return JSON.parse((result['content'] as { text: string }[])[0]!.text) as {
      result?: unknown;
      error?: { code: string; message: string };
    };
  };
  return { client, call, strays };
}

describe('kip mcp', () => {
  it('writes to the file, lets go of it, and finds everything there again', async () => {
    const file = join(folder, 'kept.db');
    const first = await connect(['--db', file]);
    expect((await first.client.listTools()).tools.map(({ name }) => name)).toEqual([
      'execute_kip',
      'execute_kip_readonly',
    ]);
    expect((await first.call('execute_kip', DEFINE)).error).toBeUndefined();
    await Promise.all(['Aspirin', 'Ibuprofen'].map((name) => first.call('execute_kip', WRITE, { name })));
    expect(existsSync(`${file}.lock`)).toBe(true);
    await first.client.close();
    expect(existsSync(`${file}.lock`)).toBe(false);
    expect(first.strays).toEqual([]);
    const again = await connect(['--db', file, '--readonly']);
    expect((await again.client.listTools()).tools.map(({ name }) => name)).toEqual(['execute_kip_readonly']);
    expect(await again.call('execute_kip_readonly', NAMES)).toEqual({ result: ['Aspirin', 'Ibuprofen'] });
    expect((await again.call('execute_kip_readonly', DELETE)).error?.code).toBe('KIP_1001');
    expect((await again.call('execute_kip', DELETE)).error?.message).toContain('There is no tool');
    await again.client.close();
  });

  it('asks the person at the client with --confirm', async () => {
    const asked: string[] = [];
    const answers: ('accept' | 'decline')[] = ['decline', 'accept'];
    const { client, call } = await connect(['--confirm'], ({ params }) => {
      asked.push(params.message);
      return answers.shift()!;
    });
    await call('execute_kip', DEFINE);
    await call('execute_kip', WRITE, { name: 'Aspirin' });
    expect((await call('execute_kip', DELETE)).error?.code).toBe('KIP_3004');
    expect(asked[0]).toContain('{"deleted_concepts":1,"deleted_propositions":0}');
    expect(await call('execute_kip', NAMES)).toEqual({ result: ['Aspirin'] });
    expect((await call('execute_kip', DELETE)).result).toEqual({ deleted_concepts: 1, deleted_propositions: 0 });
    await client.close();
    const mute = await connect(['--confirm']);
    await mute.call('execute_kip', DEFINE);
    await mute.call('execute_kip', WRITE, { name: 'Aspirin' });
    expect((await mute.call('execute_kip', DELETE)).error?.message).toContain('cannot ask its user');
    await mute.client.close();
  });

  it('says nothing but the protocol on standard output, and ends well when its input does', async () => {
    const child = spawn(process.execPath, [KIP, 'mcp'], { cwd: folder });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({ id: 1, method: 'initialize', params });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'execute_kip', arguments: { command: 'DESCRIBE PRIMER' } } });
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
    expect(lines.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 1],
      ['2.0', 2],
    ]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s and lets go of the file', async (signal) => {
    const file = join(folder, `${signal}.db`);
    const child = spawn(process.execPath, [KIP, 'mcp', '--db', file], { cwd: folder });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    await once(child.stdout, 'data');
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('refuses what makes no sense, and a file in use, by exit code', async () => {
    const file = join(folder, 'held.db');
    const held = await connect(['--db', file]);
    for (const [args, expected] of [
      [['mcp', '--db', file], 75],
      [['mcp', 'other'], 64],
      [['mcp', '--jsonl'], 64],
      [['--readonly'], 64],
    ] as const) {
      const child = spawn(process.execPath, [KIP, ...args], { cwd: folder });
      child.stdin.end();
      const [code] = (await once(child, 'close')) as [number];
      expect(code, args.join(' ')).toBe(expected);
    }
    await held.client.close();
  });
});
