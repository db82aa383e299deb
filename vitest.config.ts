import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'worker/**/*.test.ts', 'conformance/**/*.test.ts', 'docs/**/*.test.ts'],
  },
});
