// The packed library by itself, with nothing but what is here already: the README's first example, types, what a bundler keeps, what is
// in the package.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, runTool } from '../../scripts/child.mjs';
import { installExample, installLibrary } from '../../scripts/pack.mjs';
import { expect, test as base, useNotes } from './fixtures.ts';

const execute = promisify(execFile);

/** One project in which the library is installed, for all tests here. */
const test = base.extend<object, { readonly project: string }>({
  project: [
    async ({ tarball }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'pocket-nexus-library-'));
      await installLibrary(folder, tarball);
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** The code block of the README that imports from an entry. */
async function readmeExample(entry: string): Promise<string> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const block = [...readme.matchAll(/^```js\n(.*?)^```/gms)].find(([, code]) => code!.includes(`from '${entry}'`));
  return block![1]!;
}

/** Builds one script and a page for it with Vite, as it comes. Returns the folder of the page. */
async function buildPage(project: string, name: string, code: string): Promise<string> {
  const root = join(project, name);
  await mkdir(root);
  await writeFile(join(root, 'main.js'), code);
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><title>page</title><link rel="icon" href="data:," /><script type="module" src="./main.js"></script>',
  );
  expect(await runTool('vite/bin/vite.js', ['build', root, '--logLevel', 'warn'])).toBe(0);
  return join(root, 'dist');
}

test('five lines in a page', async ({ page, project, serveFolder }) => {
  const code = await readmeExample('pocket-nexus');
  expect(code.trim().split('\n')).toHaveLength(5);
  const url = await serveFolder(await buildPage(project, 'five-lines', code));
  for (const _visit of ['first', 'again']) {
    const told = page.waitForEvent('console');
    await page.goto(url);
    expect(await (await told).args()[0]!.jsonValue()).toEqual(['dark mode']);
  }
});

test('five lines in Node', async ({ project }) => {
  const code = await readmeExample('pocket-nexus/engine');
  expect(code.trim().split('\n')).toHaveLength(5);
  await writeFile(join(project, 'five-lines.js'), code);
  for (const _run of ['first', 'again']) {
    const { FORCE_COLOR: _colours, ...env } = process.env;
    const { stdout, stderr } = await execute(process.execPath, ['five-lines.js'], { cwd: project, env });
    expect(stdout).toBe("[ 'dark mode' ]\n");
    expect(stderr).toBe('');
  }
});

test('a plain page takes it from a static server', async ({ page, folder, tarball, serveFolder }) => {
  const plain = join(folder, 'plain');
  await installExample('plain', plain, tarball);
  await useNotes(page, await serveFolder(plain));
});

test('a page that takes one function gets nothing else', async ({ project }) => {
  const code = "import { isNexusName } from 'pocket-nexus';\nconsole.log(isNexusName(location.hash));\n";
  const built = await readdir(join(await buildPage(project, 'one-function', code), 'assets'));
  expect(built).toEqual([expect.stringMatching(/^index-.*\.js$/)]);
  const bytes = await readFile(join(project, 'one-function/dist/assets', built[0]!));
  expect(bytes.length).toBeLessThan(2048);
});

const CONSUMER = `
import { KipError, isNexusName, openNexus, resultOf, type Change, type KipResponse, type Nexus, type StorageState } from 'pocket-nexus';
import { openNexus as openInNode, type Nexus as NodeNexus } from 'pocket-nexus/engine';
import { emptySchema, kipEditor, schemaFromNexus, type SchemaProvider } from 'pocket-nexus/editor';
import { INSTRUCTIONS, kipTools, toOpenAI } from 'pocket-nexus/agent';
import 'pocket-nexus/worker';

export async function inPage(): Promise<readonly string[]> {
  const nexus: Nexus = await openNexus({ name: 'a' });
  const response: KipResponse<readonly string[]> = await nexus.execute<readonly string[]>({ command: 'FIND' });
  const schema: SchemaProvider = isNexusName('a') ? schemaFromNexus(nexus) : emptySchema;
  kipEditor({ schema });
  toOpenAI(kipTools(nexus));
  if (INSTRUCTIONS === '') return [];
  const listener = ({ detail }: CustomEvent<Change>) => detail.counts.created;
  nexus.changes.addEventListener('change', listener);
  nexus.changes.removeEventListener('change', listener);
  const state: StorageState = await nexus.storage();
  if (response.error) throw new KipError('internal', response.error.hint + state.kind);
  return resultOf(response);
}

export async function inNode(): Promise<Blob> {
  const nexus: NodeNexus = await openInNode({ file: 'a.db' });
  // @ts-expect-error a file is named by its path
  await openInNode({ file: 1 });
  kipTools(nexus, { readonly: true });
  return nexus.exportCapsule();
}
`;

for (const [module, moduleResolution] of [
  ['ESNext', 'bundler'],
  ['NodeNext', 'NodeNext'],
] as const) {
  test(`types hold under moduleResolution ${moduleResolution}`, async ({ project }) => {
    const root = join(project, `types-${moduleResolution}`);
    await mkdir(join(root, 'node_modules'), { recursive: true });
    for (const scope of ['@codemirror', '@lezer']) {
      await symlink(join(ROOT, 'node_modules', scope), join(root, 'node_modules', scope));
      await symlink(join(ROOT, 'node_modules', scope), join(project, 'node_modules', scope)).catch(() => undefined);
    }
    await writeFile(join(root, 'consumer.mts'), CONSUMER);
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      lib: ['ES2023', 'DOM'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    };
    await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.mts'] }));
    expect(await runTool('typescript/bin/tsc', ['-p', root])).toBe(0);
  });
}

test('the package holds what it should, and nothing is asked of the host', async ({ project }) => {
  const library = join(project, 'node_modules/pocket-nexus');
  const {
    dependencies,
    private: isPrivate,
    exports,
  } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  expect(isPrivate).toBeUndefined();
  for (const entry of Object.values(exports as Record<string, string | { types: string; default: string }>)) {
    const paths = typeof entry === 'string' ? [entry] : [entry.types, entry.default];
    for (const path of paths) expect((await readFile(join(library, path))).length).toBeGreaterThan(0);
  }
  const notices = await readFile(join(library, 'dist/lib/THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of [
    '@lezer/lr',
    'comlink',
    '@sqlite.org/sqlite-wasm',
    're2js',
    '@huggingface/transformers',
    'onnxruntime-web',
  ]) {
    expect(notices).toContain(`${name} `);
  }
  expect(await readdir(library)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'package.json']));
});

test('npx pocket-nexus', async ({ project }) => {
  const bin = join(project, 'node_modules/.bin/pocket-nexus');
  await writeFile(join(project, 'one.kip'), 'UPSERT { CONCEPT ?p { {type: "Preference", name: "dark mode"} } }');
  const { stdout } = await execute(bin, ['one.kip', '--db', 'bin.db', '--semantic'], { cwd: project });
  expect(stdout).toContain('1 statement with 1 CONCEPT');
  await execute(bin, ['assets', 'public'], { cwd: project });
  const assets = await readdir(join(project, 'public'));
  expect(assets).toEqual(expect.arrayContaining(['worker.js', 'embed-worker.js', 'sqlite3.wasm', 'models']));
  await expect(execute(bin, ['assets'], { cwd: project })).rejects.toMatchObject({ code: 64 });
});
