import { defineConfig } from 'vitest/config';

const summary = process.env['BACKLOT_TEST_SUMMARY'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/golden/*/expected/**', 'node_modules/**'],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: '100%',
    reporters: summary === undefined ? ['default'] : ['default', ['json', { outputFile: summary }]],
  },
});
