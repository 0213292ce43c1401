/**
 * Fixtures for Playwright: a mock per worker that listens on a free port, and a world for each test. At its end a test
 * fails if the calls of its page have violated the contract.
 */
import { test as base } from '@playwright/test';
import { createMock, type MockOptions, type MockWorld } from '../index.ts';
import { listen, type NodeServer } from '../hosts/node.ts';
import { assertNoViolations } from './violations.ts';

/** What a test can use. */
export interface PageFixtures {
  /** A copy of the mock's default world for this test; pass `world.baseUrl` to the app. */
  world: MockWorld;
  /**
   * The base URL that the app calls, such as `https://api.example.com`: calls of pages to it reach the world of the
   * test. `null` if the app is configured with `world.baseUrl`.
   */
  apiBaseUrl: string | null;
  /** Whether calls may violate the contract. */
  allowsViolations: boolean;
}

/** What the tests of a worker share. */
export interface WorkerFixtures {
  /** The options of `createMock`. */
  mockOptions: MockOptions;
  mockServer: NodeServer & { readonly fork: () => Promise<MockWorld> };
}

/** `test` of Playwright with the fixtures of the mock. */
export const test = base.extend<PageFixtures, WorkerFixtures>({
  mockOptions: [{}, { option: true, scope: 'worker' }],
  apiBaseUrl: [null, { option: true }],
  allowsViolations: [false, { option: true }],
  mockServer: [
    async ({ mockOptions }, use) => {
      const mock = await createMock(mockOptions);
      const server = await listen(mock, { host: '127.0.0.1', port: 0 });
      await use({ ...server, fork: () => mock.world().fork() });
      await server.close();
      await mock.close();
    },
    { scope: 'worker' },
  ],
  world: async ({ context, mockServer, apiBaseUrl, allowsViolations }, use) => {
    const world = await mockServer.fork();
    if (apiBaseUrl !== null) {
      const base = apiBaseUrl.replace(/\/+$/, '');
      await context.route(
        (url) => url.href === base || url.href.startsWith(`${base}/`),
        async (route) => {
          const target = world.baseUrl + route.request().url().slice(base.length);
          const isSameProtocol = target.split(':')[0] === base.split(':')[0];
          // Why: Chromium does not continue a request with another protocol, and a fetched one does not stream.
          if (isSameProtocol) await route.continue({ url: target });
          else await route.fulfill({ response: await route.fetch({ url: target }) });
        },
      );
    }
    await use(world);
    try {
      if (!allowsViolations) await assertNoViolations(world);
    } finally {
      await world.delete();
    }
  },
});

export { expect } from '@playwright/test';
