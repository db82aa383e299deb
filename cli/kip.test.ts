// The program as it is started: through the set-up script, behind real pipes and files.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/child.mjs';
import { ensureBuilt } from '../scripts/setup.mjs';
import { loadSqlite, openMemoryDriver } from '../worker/store/sqlite.ts';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const environment = { ...process.env, NO_COLOR: '1', POCKET_NEXUS_HISTORY: '' };
  return spawn(process.execPath, [join(ROOT, 'scripts/kip.mjs'), ...args], { cwd: folder, env: environment });
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

async function run(input: string | Uint8Array, ...args: string[]): Promise<Ended> {
  const child = start(...args);
  child.stdin.end(input);
  return ended(child);
}

const call = (command: string, more: object = {}, name = 'execute_kip') =>
  JSON.stringify({ function: name, arguments: { command, ...more } });

const responses = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Response);

interface Response {
  readonly result?: unknown;
  readonly error?: { code: string; message: string; hint: string };
}

const DEFINE = 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Drug"} } }';
const upsert = (name: string) => `UPSERT { CONCEPT ?d { {type: "Drug", name: ${JSON.stringify(name)}} } }`;
const NAMES = 'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nexus-cli-'));
  await ensureBuilt('cli');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('kip --jsonl', { timeout: 60_000 }, () => {
  it('answers one line per request, in order, and nothing else', async () => {
    const lines = [call(DEFINE), call(upsert('Aspirin')), call(upsert('温度计 🌡️')), call(NAMES)];
    const { code, stdout, stderr } = await run(`${lines.join('\n')}\n`, '--jsonl');
    expect(code, stderr).toBe(0);
    const answers = responses(stdout);
    expect(answers).toHaveLength(4);
    expect(answers[3]).toEqual({ result: ['Aspirin', '温度计 🌡️'] });
  });

  it('begins with a fresh memory each time', async () => {
    await run(call(DEFINE), '--jsonl');
    const { stdout } = await run(call(NAMES), '--jsonl');
    expect(responses(stdout)[0]!.error!.code).toBe('KIP_2001');
  });

  it('answers lines that are no requests with an error and goes on', async () => {
    const bad = [
      '{"function":',
      '[]',
      'null',
      '{}',
      '{"function":"execute_sql","arguments":{}}',
      '{"function":"execute_kip"}',
      '{"function":"execute_kip","arguments":"DESCRIBE PRIMER"}',
      '{"function":"execute_kip","arguments":{"command":"DESCRIBE PRIMER"},"dry_run":true}',
      '{"function":"execute_kip","arguments":{}}',
      '{"function":"execute_kip","arguments":{"command":"DESCRIBE PRIMER","dryRun":true}}',
      '{"function":"toString","arguments":{}}',
    ];
    const { code, stdout } = await run(`${bad.join('\n')}\n${call('DESCRIBE DOMAINS')}`, '--jsonl');
    const answers = responses(stdout);
    expect(code).toBe(0);
    expect(answers).toHaveLength(bad.length + 1);
    for (const answer of answers.slice(0, -1)) {
      expect(answer.error).toMatchObject({ code: 'KIP_1001' });
      expect(answer.error!.hint).toMatch(/execute_kip|command|dry_run/);
    }
    expect(answers.at(-1)!.result).toBeInstanceOf(Array);
  });

  it('ignores blank lines, takes CRLF, needs no last line break, and finds characters cut in two', async () => {
    const child = start('--jsonl');
    const bytes = Buffer.from(`\r\n${call(DEFINE)}\r\n\n   \n${call(upsert('é温'))}\r\n${call(NAMES)}`);
    const cut = bytes.indexOf(Buffer.from('温')) + 1;
    child.stdin.write(bytes.subarray(0, cut));
    setTimeout(() => child.stdin.end(bytes.subarray(cut)), 50);
    const { stdout } = await ended(child);
    expect(responses(stdout)).toHaveLength(3);
    expect(responses(stdout)[2]).toEqual({ result: ['é温'] });
  });

  it('refuses bytes that are no UTF-8 instead of storing something else', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"function":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`"}\n${call(NAMES)}\n`),
    ]);
    const { stdout } = await run(bytes, '--jsonl');
    expect(responses(stdout).map(({ error }) => error!.code)).toEqual(['KIP_1001', 'KIP_2001']);
  });

  it('keeps execute_kip_readonly from writing', async () => {
    const { stdout } = await run(`${call(DEFINE, {}, 'execute_kip_readonly')}\n${call(NAMES)}`, '--jsonl');
    expect(responses(stdout).map(({ error }) => error!.code)).toEqual(['KIP_1001', 'KIP_2001']);
  });

  it('answers as requests come, without waiting for the end of input', async () => {
    const child = start('--jsonl');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (const command of [DEFINE, upsert('a'), NAMES]) {
      child.stdin.write(`${call(command)}\n`);
      expect((await lines.next()).done).toBe(false);
    }
    child.stdin.end();
    await once(child, 'close');
  });

  it('takes a command of 3 MB and refuses one beyond the budget', async () => {
    const text = (length: number) =>
      call(`UPSERT { CONCEPT ?d { {type: "Drug", name: "x"} SET ATTRIBUTES { a: "${'y'.repeat(length)}" } } }`);
    const { stdout } = await run([call(DEFINE), text(3_000_000), text(5_000_000), call(NAMES)].join('\n'), '--jsonl');
    const answers = responses(stdout);
    expect(answers[1]!.error).toBeUndefined();
    expect(answers[2]!.error!.code).toBe('KIP_4002');
    expect(answers[3]).toEqual({ result: ['x'] });
  });

  it('ends quietly when nobody reads the answers any more', async () => {
    const child = start('--jsonl');
    child.stdout.destroy();
    const many = `${Array(5000).fill(call('DESCRIBE PRIMER')).join('\n')}\n`;
    child.stdin.on('error', () => undefined); // the program is gone before it has read everything
    child.stdin.end(many);
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += String(text)));
    const [code] = (await once(child, 'exit')) as [number];
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('rror') });
  });
});

describe('kip --db', { timeout: 60_000 }, () => {
  const path = (name: string) => join(folder, name);

  it('keeps the memory in a file between runs', async () => {
    await run(`${call(DEFINE)}\n${call(upsert('Aspirin'))}`, '--jsonl', '--db', path('kept.db'));
    const { stdout } = await run(call(NAMES), '--jsonl', '--db', path('kept.db'));
    expect(responses(stdout)[0]).toEqual({ result: ['Aspirin'] });
    expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept.db']);
  });

  it('has on disk whatever it has acknowledged, though killed the moment after', async () => {
    const child = start('--jsonl', '--db', path('killed.db'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const written: string[] = [];
    child.stdin.write(`${call(DEFINE)}\n`);
    await lines.next();
    for (let index = 0; index < 20; index++) {
      child.stdin.write(`${call(upsert(`d${String(index).padStart(2, '0')}`))}\n`);
      await lines.next();
      written.push(`d${String(index).padStart(2, '0')}`);
    }
    child.kill('SIGKILL');
    await once(child, 'close');
    const { stdout } = await run(call(NAMES), '--jsonl', '--db', path('killed.db'));
    expect(responses(stdout)[0]).toEqual({ result: written });
  });

  it('writes nothing for reads, refused commands and dry runs', async () => {
    await run(call(DEFINE), '--jsonl', '--db', path('still.db'));
    const before = readFileSync(path('still.db'));
    const harmless = [
      call(NAMES),
      call(upsert('x'), { dry_run: true }),
      call('UPSERT { CONCEPT ?d { {type: "No", name: "x"} } }'),
    ];
    await run(harmless.join('\n'), '--jsonl', '--db', path('still.db'));
    expect(readFileSync(path('still.db')).equals(before)).toBe(true);
  });

  it('leaves damaged, foreign and newer files as they are', async () => {
    await run(call(DEFINE), '--jsonl', '--db', path('good.db'));
    const good = readFileSync(path('good.db'));
    const torn = Buffer.from(good);
    torn.fill(0x5a, torn.length / 2);
    const driver = openMemoryDriver(await loadSqlite(), { image: new Uint8Array(good) });
    driver.script('PRAGMA user_version=99');
    const foreign = openMemoryDriver(await loadSqlite());
    foreign.script('CREATE TABLE notes(a)');
    const files = { torn, newer: driver.image(), foreign: foreign.image(), text: Buffer.from('hello\n'.repeat(2000)) };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(path(name), content);
      const { code, stdout, stderr } = await run(call(upsert('x')), '--jsonl', '--db', path(name));
      expect({ name, code, stdout }).toEqual({ name, code: 65, stdout: '' });
      expect(stderr).toContain(path(name));
      expect(readFileSync(path(name)).equals(content), name).toBe(true);
    }
  });

  it('refuses a file that another process has open', async () => {
    const first = start('--jsonl', '--db', path('shared.db'));
    first.stdin.write(`${call(DEFINE)}\n`);
    await once(first.stdout, 'data');
    const { code, stderr } = await run(call(NAMES), '--jsonl', '--db', path('shared.db'));
    expect(code).toBe(75);
    expect(stderr).toContain(`process ${first.pid}`);
    first.stdin.end();
    await once(first, 'close');
    expect((await run(call(NAMES), '--jsonl', '--db', path('shared.db'))).code).toBe(0);
  });
});

describe('kip FILE.kip', { timeout: 60_000 }, () => {
  it('runs capsules and says what came of them', async () => {
    writeFileSync(join(folder, 'a.kip'), `// drugs\n${DEFINE}\n${upsert('Aspirin')}\n${upsert('Ibuprofen')}\n`);
    const { code, stdout } = await run('', 'a.kip', '--db', join(folder, 'capsule.db'));
    expect(code).toBe(0);
    expect(stdout).toContain('a.kip: 3 statements with 3 CONCEPT and 0 PROPOSITION blocks');
    const { stdout: names } = await run(call(NAMES), '--jsonl', '--db', join(folder, 'capsule.db'));
    expect(responses(names)[0]).toEqual({ result: ['Aspirin', 'Ibuprofen'] });
  });

  it('says which statement is refused, and keeps those before it', async () => {
    writeFileSync(
      join(folder, 'bad.kip'),
      `${DEFINE}\n${upsert('Aspirin')}\n\nUPSERT { CONCEPT ?x { {type: "Nope", name: "x"} } }`,
    );
    const { code, stderr } = await run('', 'bad.kip', '--db', join(folder, 'bad.db'));
    expect(code).toBe(1);
    expect(stderr).toContain('Statement 3 of the capsule, from line 4');
    const { stdout } = await run(call(NAMES), '--jsonl', '--db', join(folder, 'bad.db'));
    expect(responses(stdout)[0]).toEqual({ result: ['Aspirin'] });
  });

  it('ends with a code of its own for a missing file and for wrong usage', async () => {
    expect((await run('', 'missing.kip')).code).toBe(66);
    expect((await run('', '--nonsense')).code).toBe(64);
    expect((await run('', '--jsonl', 'a.kip')).code).toBe(64);
    expect((await run('', '--help')).stdout).toContain('Exit codes');
  });
});

describe('kip, the terminal', { timeout: 60_000 }, () => {
  it('takes commands over several lines, from a pipe as well', async () => {
    const input = `${DEFINE}\n\n${upsert('Aspirin')}\n.params {"n": "Aspirin"}\nFIND(?d.name)\nWHERE {\n  ?d {name: :n}\n}\nLIMIT 5\n.quit\nFIND(\n`;
    const { code, stdout } = await run(input);
    expect(code).toBe(0);
    expect(stdout).toContain('[\n  "Aspirin"\n]');
    expect(stdout).not.toContain('KIP_');
  });

  it('prints errors with their hint and goes on', async () => {
    const { stdout } = await run('DESCRIBE PRIMR\nDESCRIBE DOMAINS\n');
    expect(stdout).toContain('KIP_1001');
    expect(stdout).toContain('CoreSchema');
  });

  it('knows its dot commands', async () => {
    const out = join(folder, 'export.kip');
    const { stdout } = await run(`.help\n.schema\n.readonly on\n${DEFINE}\n.readonly off\n.nonsense\n.export ${out}\n`);
    for (const text of ['.params', 'Person', 'KIP_1001', 'There is no .nonsense', `to ${out}`])
      expect(stdout).toContain(text);
    const { stdout: again } = await run(`.import ${out}\n`);
    expect(again).not.toContain('KIP_');
    expect(again).toContain('statements');
  });
});
