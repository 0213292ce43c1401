import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const slow = 'test/unit/**/*.slow.test.ts';
const summary = process.env['BACKLOT_TEST_SUMMARY'];

export default defineConfig({
  test: {
    // Why one more than cores: many tests wait for programs, browsers and timers.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    reporters: summary === undefined ? ['default'] : ['default', ['json', { outputFile: summary }]],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: [slow] },
      },
      // Tests that start servers and programs, compile, or take longer than a few seconds.
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/!(unit|browser)/**/*.test.ts', slow],
          exclude: ['test/golden/*/expected/**'],
          globalSetup: ['test/support/build.ts'],
        },
      },
      // The same tests as with the current MSW, with the oldest version that is supported.
      {
        extends: true,
        resolve: { alias: { 'msw/node': 'msw-2-7/node', msw: 'msw-2-7' } },
        test: {
          name: 'msw-2.7',
          include: ['test/client/msw.test.ts'],
          experimental: { viteModuleRunner: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/build.ts'],
        },
      },
    ],
    setupFiles: ['test/support/property-seed.ts'],
    // Only a failing test takes as long as this; several programs share the cores of a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Why: tests share no state, so a worker runs many files and loads each module once, which halves the time.
    isolate: false,
    // Why: Node loads the sources itself, which takes a sixth of the time off.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
