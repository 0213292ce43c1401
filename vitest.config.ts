import { defineConfig } from 'vitest/config';

const summary = process.env['BACKLOT_TEST_SUMMARY'];

export default defineConfig({
  test: {
    maxWorkers: '100%',
    reporters: summary === undefined ? ['default'] : ['default', ['json', { outputFile: summary }]],
    projects: [
      // Why: unit tests share no state, so that a worker can run many files and loads each module once.
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/unit/**', 'test/golden/*/expected/**'],
        },
      },
    ],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
