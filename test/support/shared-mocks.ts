/**
 * Two mocks in this process that share their worlds in Redis, used as if they were one: requests go to them in turn. The
 * variable BACKLOT_TEST_REDIS with the address of a Redis makes all tests with a `MockClient` use them.
 */
import { randomUUID } from 'node:crypto';
import { createMock } from '../../mock/index.ts';
import type { Mock, MockOptions } from '../../mock/index.ts';
import { redisLog } from '../../mock/logs/redis/redis-log.ts';

export async function createSharedMocks(url: string, options: MockOptions): Promise<Mock> {
  const { log: report, ...rest } = options;
  const prefix = `test:${randomUUID()}`;
  const own: MockOptions = {
    ...rest,
    log: redisLog({ url, prefix }),
    ...(typeof report === 'function' && {
      report: (message, error) => {
        if (!message.startsWith('Warning: Redis')) report(message, error);
      },
    }),
  };
  const mocks = [await createMock(own), await createMock(own)] as const;
  let turn = 0;
  const next = (): Mock => mocks[(turn += 1) % 2 === 0 ? 0 : 1];
  const [first, second] = mocks;
  return {
    ...first,
    handle: (request, exposure) => next().handle(request, exposure),
    fetch: (input, init) => next().fetch(input, init),
    get baseUrl() {
      return first.baseUrl;
    },
    useAddress(address) {
      for (const mock of mocks) mock.useAddress(address);
    },
    useScenarios(scenarios) {
      for (const mock of mocks) mock.useScenarios(scenarios);
    },
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
}
