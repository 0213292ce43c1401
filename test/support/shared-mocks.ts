/**
 * Mocks in this process that share their worlds in Redis, used as if they were one: requests go to them in turn. The
 * variable BACKLOT_TEST_REDIS with the address of a Redis makes all tests with a `MockClient` use them;
 * BACKLOT_TEST_MOCKS is their number, 2 by default.
 */
import { randomUUID } from 'node:crypto';
import { createMock, type Mock, type MockOptions } from '../../mock/index.ts';
import { redisLog } from '../../mock/logs/redis/redis-log.ts';

/** Mocks that are used as one. Shape: properties that are not requests are those of the first. */
export interface SharedMocks extends Mock {
  readonly all: readonly Mock[];
}

export async function createSharedMocks(url: string, options: MockOptions): Promise<SharedMocks> {
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
  const first = await createMock(own);
  const mocks = [first];
  const size = Number(process.env['BACKLOT_TEST_MOCKS'] ?? 2);
  while (mocks.length < size) mocks.push(await createMock(own));
  let turn = 0;
  const next = (): Mock => mocks[(turn += 1) % size] ?? first;
  return {
    ...first,
    all: mocks,
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
      await Promise.all(mocks.map((mock) => mock.close()));
    },
  };
}
