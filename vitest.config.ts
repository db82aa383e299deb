import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000, // a busy machine is no fault
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,worker,cli,node,docs,testing,bench,scripts,eval}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'conformance', include: ['conformance/**/*.test.ts'] },
      },
    ],
  },
});
