/**
 * Fixtures for vitest: a mock per test file, and for each test a world, its clock and a client. At its end a test fails
 * if its calls have violated the contract.
 */
import { test as base, type TestAPI } from 'vitest';
import { createClient, type Client } from '../../generated/service/client.ts';
import type { EngineWorld } from '../engine/world.ts';
import {
  createMock,
  type DescribedMockOptions,
  type Engine,
  type Mock,
  type MockClock,
  type MockOptions,
  type MockWorld,
} from '../index.ts';
import { assertNoViolations } from './violations.ts';

/** The fixtures of a test of any API. */
export interface DescribedFixtures<Served = Engine, World = EngineWorld> {
  /** The mock of the file. */
  mock: Served;
  /** A copy of the mock's default world for this test. */
  world: World;
  clock: MockClock;
  /** Whether calls may violate the contract; change it with `test.override`, in vitest 3.2 `test.scoped`. */
  allowsViolations: boolean;
}

/** The fixtures of a test of the Agent Platform. */
export interface TestFixtures extends DescribedFixtures<Mock, MockWorld> {
  /** A client of the world, with the key `rt_live_dev`. */
  client: Client;
}

/** Creates a `test` function; `options` are those of `createMock`. */
export function createTest(options: DescribedMockOptions): TestAPI<DescribedFixtures>;
export function createTest(options?: MockOptions): TestAPI<TestFixtures>;
export function createTest(
  options: MockOptions | DescribedMockOptions = {},
): TestAPI<DescribedFixtures> | TestAPI<TestFixtures> {
  return 'openapi' in options
    ? testOf<Engine, EngineWorld>(() => createMock(options))
    : testOf<Mock, MockWorld>(() => createMock(options)).extend<Pick<TestFixtures, 'client'>>({
        client: ({ world: { baseUrl, fetch } }, use) =>
          use(createClient({ baseUrl, fetch, auth: { apiKey: 'rt_live_dev' }, timeoutMs: null })),
      });
}

function testOf<Served extends Engine, World extends EngineWorld>(
  create: () => Promise<Served>,
): TestAPI<DescribedFixtures<Served, World>> {
  return base.extend<DescribedFixtures<Served, World>>({
    allowsViolations: false,
    mock: [
      // eslint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are used from the pattern
      async ({}, use) => {
        const mock = await create();
        await use(mock);
        await mock.close();
      },
      { scope: 'file' },
    ],
    world: async ({ mock, allowsViolations }, use) => {
      const world = (await mock.world().fork()) as EngineWorld as World;
      await use(world);
      try {
        if (!allowsViolations) await assertNoViolations(world);
      } finally {
        await world.delete();
      }
    },
    clock: ({ world }, use) => use(world.clock),
  });
}

/** `test` with the default options of the mock. */
export const test = createTest();
