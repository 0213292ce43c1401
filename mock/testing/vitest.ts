/**
 * Fixtures for vitest: a mock per test file, and for each test a world, its clock and a client. At its end a test fails
 * if its calls have violated the contract.
 */
import { test as base, type TestAPI } from 'vitest';
import { createClient, type Client } from '../../generated/service/client.ts';
import { createMock, type Mock, type MockClock, type MockOptions, type MockWorld } from '../index.ts';
import { assertNoViolations } from './violations.ts';

/** What a test can use. */
export interface TestFixtures {
  /** The mock of the file. */
  mock: Mock;
  /** A copy of the mock's default world for this test. */
  world: MockWorld;
  clock: MockClock;
  /** A client of the world, with the key `rt_live_dev`. */
  client: Client;
  /** Whether calls may violate the contract; change it with `test.override`, in vitest 3.2 `test.scoped`. */
  allowsViolations: boolean;
}

/** Creates a `test` function; `options` are those of `createMock`. */
export function createTest(options: MockOptions = {}): TestAPI<TestFixtures> {
  return base.extend<TestFixtures>({
    allowsViolations: false,
    mock: [
      // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are used from the pattern
      async ({}, use) => {
        const mock = await createMock(options);
        await use(mock);
        await mock.close();
      },
      { scope: 'file' },
    ],
    world: async ({ mock, allowsViolations }, use) => {
      const world = await mock.world().fork();
      await use(world);
      try {
        if (!allowsViolations) await assertNoViolations(world);
      } finally {
        await world.delete();
      }
    },
    clock: ({ world }, use) => use(world.clock),
    client: ({ world: { baseUrl, fetch } }, use) =>
      use(createClient({ baseUrl, fetch, auth: { apiKey: 'rt_live_dev' }, timeoutMs: null })),
  });
}

/** `test` with the default options of the mock. */
export const test = createTest();
