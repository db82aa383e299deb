// Every example, from the packed library, installed with what its bundler needs into a clean folder.
import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../scripts/child.mjs';
import { installExample } from '../../scripts/pack.mjs';
import { expect, test as base, useNotes } from './fixtures.ts';

/** Runs a script of the project in a folder to its end, or as far as a line that says the server is there. Answers with its output. */
type Npm = (folder: string, args: readonly string[], until?: RegExp) => Promise<string>;

/** Whatever a script started ends with its test, also where that fails, runs out of time, or is stopped. */
const test = base.extend<{ readonly npm: Npm }>({
  npm: async ({}, use) => {
    const groups = new Set<number>();
    const endAll = () => groups.forEach(endGroup);
    process.once('exit', endAll);
    await use((folder, args, until) => runNpm(folder, args, until, groups));
    endAll();
    process.off('exit', endAll);
  },
});

test.describe.configure({ timeout: 180_000 });

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\//;
const addressIn = (output: string): string => ADDRESS.exec(output)![0];

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ended by itself
  }
}

function runNpm(folder: string, args: readonly string[], until: RegExp | undefined, groups: Set<number>) {
  return new Promise<string>((resolve, reject) => {
    const { FORCE_COLOR: _colours, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: '1', PORT: '0' };
    const child = spawn('npm', ['--prefix', folder, ...args], { cwd: folder, detached: true, env });
    if (child.pid !== undefined) groups.add(child.pid);
    let output = '';
    const read = (part: Buffer) => {
      output += String(part);
      if (until?.test(output)) resolve(output);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

for (const name of ['vite', 'webpack', 'esbuild']) {
  test(`${name} builds it, and the page works`, async ({ page, folder, tarball, serveFolder, npm }) => {
    const project = join(folder, name);
    await installExample(name, project, tarball);
    const output = await npm(project, ['run', 'build']);
    expect(output).not.toMatch(/\bwarn(ing)?\b/i);
    await useNotes(page, await serveFolder(join(project, 'www')));
  });
}

test('Vite serves it while one develops', async ({ page, folder, tarball, allowed, npm }) => {
  const project = join(folder, 'vite');
  await installExample('vite', project, tarball);
  const url = addressIn(await npm(project, ['run', 'dev', '--', '--host', '127.0.0.1'], ADDRESS));
  allowed.push(url);
  await useNotes(page, url);
});

test('the plain example serves it', async ({ page, folder, tarball, allowed, npm }) => {
  const project = join(folder, 'plain');
  await installExample('plain', project, tarball);
  const url = addressIn(await npm(project, ['start'], ADDRESS));
  allowed.push(url);
  await useNotes(page, url);
});

test('Node runs it', async ({ folder, tarball, npm }) => {
  const project = join(folder, 'node');
  await mkdir(project, { recursive: true });
  await installExample('node', project, tarball);
  await npm(project, ['start', '--', 'The bicycle has a flat tyre']);
  const output = await npm(project, ['start']);
  expect(output).toContain("remembered: [ 'Tea without sugar', 'The bicycle has a flat tyre' ]");
  expect(output).toContain('what to drink: Tea without sugar');
});

test('the bundler examples are one program', async () => {
  const read = (path: string) => readFile(join(ROOT, 'examples', path), 'utf8');
  const main = await read('vite/main.js');
  expect(await read('webpack/main.js')).toBe(main);
  expect(await read('esbuild/main.js')).toBe(main);
  expect(await read('webpack/www/index.html')).toBe(await read('esbuild/www/index.html'));
});
