/**
 * Fixtures for Playwright: a mock per worker that listens on a free port, and a world for each test. At its end a test
 * fails if the calls of its page have violated the contract.
 */
import {
  test as base,
  type BrowserContext,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import type { EngineWorld } from '../engine/world.ts';
import { createMock, type DescribedMockOptions, type MockOptions, type MockWorld } from '../index.ts';
import { listen, type NodeServer } from '../hosts/node.ts';
import { assertNoViolations } from './violations.ts';

/** The fixtures of a test. Shape: `World` is that of the Agent Platform when absent. */
export interface PageFixtures<World = MockWorld> {
  /** A copy of the mock's default world for this test; pass `world.baseUrl` to the app. */
  world: World;
  /**
   * The base URL that the app calls, such as `https://api.example.com`: calls of pages to it reach the world of the
   * test. `null` if the app is configured with `world.baseUrl`.
   */
  apiBaseUrl: string | null;
  /** Whether calls may violate the contract. */
  allowsViolations: boolean;
}

/** The fixtures that the tests of a worker share. */
export interface WorkerFixtures<Options = MockOptions, World = MockWorld> {
  /** The options of `createMock`. */
  mockOptions: Options;
  mockServer: NodeServer & { readonly fork: () => Promise<World> };
}

/** `test` of Playwright with the fixtures of a mock. */
export type PageTest<Options = MockOptions, World = MockWorld> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PageFixtures<World>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures<Options, World>
>;

/** Creates a `test` function; `options` are those of `createMock`. */
export function createTest(options: DescribedMockOptions): PageTest<DescribedMockOptions, EngineWorld>;
export function createTest(options?: MockOptions): PageTest;
export function createTest(options: MockOptions | DescribedMockOptions = {}): unknown {
  return base.extend<PageFixtures<EngineWorld>, WorkerFixtures<typeof options, EngineWorld>>({
    mockOptions: [options, { option: true, scope: 'worker' }],
    apiBaseUrl: [null, { option: true }],
    allowsViolations: [false, { option: true }],
    mockServer: [
      async ({ mockOptions }, use) => {
        const mock = 'openapi' in mockOptions ? await createMock(mockOptions) : await createMock(mockOptions);
        const server = await listen(mock, { host: '127.0.0.1', port: 0 });
        await use({ ...server, fork: () => mock.world().fork() });
        await server.close();
        await mock.close();
      },
      { scope: 'worker' },
    ],
    world: async ({ context, mockServer, apiBaseUrl, allowsViolations }, use) => {
      const world = await mockServer.fork();
      if (apiBaseUrl !== null) await routeTo(context, world.baseUrl, apiBaseUrl.replace(/(?<!\/)\/+$/, ''));
      await use(world);
      try {
        if (!allowsViolations) await assertNoViolations(world);
      } finally {
        await world.delete();
      }
    },
  });
}

/** Sends the requests of pages below a URL to a world. */
async function routeTo(context: BrowserContext, baseUrl: string, base: string): Promise<void> {
  await context.route(
    (url) => url.href === base || url.href.startsWith(`${base}/`),
    async (route) => {
      const target = baseUrl + route.request().url().slice(base.length);
      const isSameProtocol = target.split(':')[0] === base.split(':')[0];
      // Why: Chromium does not continue a request with another protocol, and `route.fetch` does not stream.
      if (isSameProtocol) await route.continue({ url: target });
      else await route.fulfill({ response: await route.fetch({ url: target }) });
    },
  );
}

/** `test` of Playwright with the fixtures of the mock of the Agent Platform. */
export const test = createTest();

export { expect } from '@playwright/test';
