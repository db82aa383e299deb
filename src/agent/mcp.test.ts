// The real MCP SDK at both ends: in a page by an in-memory transport.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as types from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { openAgentNexus, SMALL_WORLD } from '../../testing/agent-nexus.ts';
import { INSTRUCTIONS, KIP_CARD } from './instructions.ts';
import { kipTools } from './kip-tools.ts';
import { toMcpServer } from './to-mcp-server.ts';
import { registerWebMcp, type WebMcpTool } from './web-mcp.ts';

const COUNT = 'FIND(COUNT(?p)) WHERE { ?p {type: "Project"} }';

async function connected() {
  const server = toMcpServer(
    kipTools(await openAgentNexus(SMALL_WORLD)),
    { Server, types },
    { name: 'memory', version: '3' },
  );
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, server };
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]!.text;

describe('an MCP server in the page', () => {
  it('introduces itself and lists the tools', async () => {
    const { client } = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: 'memory', version: '3' });
    expect(client.getInstructions()).toBe(INSTRUCTIONS);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      { name: 'execute_kip', annotations: { readOnlyHint: false, destructiveHint: true } },
      { name: 'execute_kip_readonly', annotations: { readOnlyHint: true, destructiveHint: false } },
    ]);
    await client.close();
  });

  it('runs calls; what fails is an answer', async () => {
    const { client } = await connected();
    const good = await client.callTool({ name: 'execute_kip', arguments: { command: COUNT } });
    expect(good).toEqual({ content: [{ type: 'text', text: '{"result":1}' }], isError: false });
    const bad = await client.callTool({ name: 'execute_kip_readonly', arguments: { command: 'DELETE' } });
    expect(bad.isError).toBe(true);
    const none = await client.callTool({ name: 'other', arguments: {} });
    expect(textOf(none)).toContain('There is no tool');
    await client.close();
  });

  it('has the KIP card as a resource', async () => {
    const { client } = await connected();
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: KIP_CARD });
    await expect(client.readResource({ uri: 'x:y' })).rejects.toThrow(/There is no resource x:y/);
    await client.close();
  });

  it('stops a call that the client gives up', async () => {
    const nexus = await openAgentNexus();
    let stopped: (reason: unknown) => void;
    const reached = new Promise((resolve) => (stopped = resolve));
    const controller = new AbortController();
    const waits = (_: unknown, options?: { signal?: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        options!.signal!.addEventListener('abort', () => (stopped(true), reject(options!.signal!.reason as Error)));
        controller.abort();
      });
    const server = toMcpServer(kipTools({ ...nexus, execute: waits }), { Server, types });
    const client = new Client({ name: 'test', version: '1' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    const call = client.callTool({ name: 'execute_kip', arguments: { command: COUNT } }, undefined, {
      signal: controller.signal,
    });
    await expect(call).rejects.toThrow();
    expect(await reached).toBe(true);
    await client.close();
  });
});

describe('WebMCP', () => {
  it('registers the tools and takes them back with the signal', async () => {
    const tools = new Map<string, WebMcpTool>();
    const modelContext = {
      async registerTool(tool: WebMcpTool, { signal }: { signal?: AbortSignal } = {}) {
        tools.set(tool.name, tool);
        signal?.addEventListener('abort', () => tools.delete(tool.name));
      },
    };
    const controller = new AbortController();
    const nexus = await openAgentNexus(SMALL_WORLD);
    expect(await registerWebMcp(kipTools(nexus), { modelContext, signal: controller.signal })).toBe(true);
    expect([...tools.keys()]).toEqual(['execute_kip', 'execute_kip_readonly']);
    const read = tools.get('execute_kip_readonly')!;
    expect(read.annotations).toEqual({ readOnlyHint: true, untrustedContentHint: true });
    expect(await read.execute({ command: COUNT })).toEqual({
      content: [{ type: 'text', text: '{"result":1}' }],
      isError: false,
    });
    const aborted = { signal: AbortSignal.abort(new Error('enough')) };
    await expect(read.execute({ command: COUNT }, aborted)).rejects.toThrow('enough');
    controller.abort();
    expect(tools.size).toBe(0);
  });

  it('does nothing where the browser has none', async () => {
    expect(await registerWebMcp(kipTools(await openAgentNexus()))).toBe(false);
  });
});
