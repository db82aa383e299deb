// The house rules a machine can keep: which room may import from which (docs/architecture.md), no `any`, no stray error
// codes, no floating promises, and sizes past which a function or a file is two things.
import tseslint from 'typescript-eslint';

const ROOMS = ['protocol', 'language', 'client', 'editor', 'agent', 'pwa', 'playground', 'worker', 'node', 'cli'];

/** What each room may import from, itself aside: protocol ← language ← {editor, worker}, protocol ← client ← {agent, playground}. */
const ALLOWED = {
  protocol: [],
  language: ['protocol'],
  tabs: ['protocol'],
  client: ['protocol', 'tabs'],
  editor: ['protocol', 'language'],
  agent: ['protocol', 'client'],
  pwa: [],
  playground: ['protocol', 'language', 'client', 'editor', 'pwa'],
  worker: ['protocol', 'language', 'tabs'],
};

/** Packages by the room that owns them; no other room under src/ or worker/ may import them. */
const PACKAGES = {
  '@sqlite\\.org/sqlite-wasm': ['worker'],
  re2js: ['worker'],
  comlink: ['client', 'worker'],
  '@lezer/.*': ['language', 'editor'],
  '@codemirror/.*': ['editor', 'playground'],
  lit: ['playground'],
  'd3-force': ['playground'],
  'workbox-.*': ['pwa'],
};

function zone(room) {
  const rooms = ROOMS.filter((other) => other !== room && !ALLOWED[room].includes(other));
  const packages = Object.keys(PACKAGES).filter((name) => !PACKAGES[name].includes(room));
  return {
    files: [room === 'worker' ? 'worker/**/*.ts' : `src/${room}/**/*.ts`],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `^\\.\\.?/(.*/)?(${rooms.join('|')})/`, message: `${room} may not import from there.` },
            { regex: `^(${packages.join('|')})($|/)`, message: `${room} may not use this package.` },
            { regex: '^node:', message: 'This code runs in a browser too.' },
          ],
        },
      ],
    },
  };
}

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'coverage/',
      'test-results/',
      'playwright-report/',
      '.cache/',
      'conformance/kip1/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // Where there is much waiting, a promise nobody waits for is the likely fault. These rules need types, which costs time.
    files: ['src/{client,agent,pwa,playground}/**/*.ts', '{cli,node}/**/*.ts'],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.page.json', './tsconfig.worker.json', './tsconfig.node.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'worker/**/*.ts', '{cli,node}/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/language/*.generated.ts'],
    rules: {
      'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Literal[value=/KIP_\\d/], TemplateElement[value.raw=/KIP_\\d/])',
          message: 'Error codes live in src/protocol/errors.ts alone.',
        },
      ],
    },
  },
  { files: ['src/protocol/errors.ts'], rules: { 'no-restricted-syntax': 'off' } },
  ...Object.keys(ALLOWED).map(zone),
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { ecmaVersion: 2023, sourceType: 'module' },
    rules: {
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
);
