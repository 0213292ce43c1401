/** What mocks that share worlds in Redis do when another program has changed the keys of one world. */
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { redisLog } from '../../mock/logs/redis/redis-log.ts';
import { hasRedis, RedisServer } from '../support/redis-server.ts';

const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
const damaged = '{"at":1,"puts":[{"kind":"recipe","record":{"id":"r"}}]}';

interface Listing {
  readonly worlds: readonly { readonly id: string }[];
  readonly unreadable?: readonly { readonly id: string; readonly problem: string }[];
}

describe.runIf(hasRedis())('a world in Redis with', () => {
  let redis: RedisServer;
  let prefixes = 0;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  async function openMock(prefix: string): Promise<Mock> {
    const log = redisLog({ url: redis.url, prefix });
    const mock = await createMock({ fixture: 'empty', log, report: () => undefined });
    onTestFinished(() => mock.close());
    return mock;
  }

  async function send(...command: readonly string[]): Promise<void> {
    const client = createClient({ url: redis.url });
    await client.connect();
    await client.sendCommand(command);
    client.destroy();
  }

  const list = async (mock: Mock) => {
    const response = await mock.fetch('/_mock/worlds');
    const { worlds, unreadable = [] } = (await response.json()) as Listing;
    return { status: response.status, ids: worlds.map(({ id }) => id), unreadable };
  };

  test.each([
    [
      'a commit that does not fit',
      [
        ['XADD', 'log', '2-0', 'id', 'x', 'body', damaged],
        ['HSET', 'meta', 'version', '2', 'tail', 'x'],
      ],
      /version 2: .*recipe is not a kind/,
    ],
    ['a text in place of a hash', [['SET', 'meta', 'x']], /its keys: they have values/],
    ['a missing property', [['HDEL', 'meta', 'sv', 'cp', 'tail']], /its keys: they have values/],
    ['a state that is no list', [['SET', 'state', 'x']], /its keys: they have values/],
  ] as const)(
    '%s is listed as unreadable and can be deleted, by old and new mocks',
    async (_, commands, problem) => {
      for (const isNew of [false, true]) {
        prefixes += 1;
        const prefix = `damage-${prefixes}`;
        const running = await openMock(prefix);
        await running.createWorld({ id: 'other', fixture: 'empty' });
        for (const [name, key, ...rest] of commands) await send(name, `${prefix}:{other}:${key}`, ...rest);
        const mock = isNew ? await openMock(prefix) : running;
        const isCached = !isNew && commands[0][1] === 'state';
        const listed = await list(mock);
        expect(listed.status).toBe(200);
        // A running mock does not read the stored state again.
        if (!isCached) {
          expect(listed.ids).toEqual(['default']);
          expect(listed.unreadable).toEqual([
            { id: 'other', problem: expect.stringMatching(problem) as string },
          ]);
          const response = await mock.fetch('/w/other/v1/agents', { headers });
          expect(response.status).toBe(500);
          expect(response.headers.get('backlot-outside-contract')).toBe('world-unreadable');
        }
        expect((await mock.fetch('/v1/agents', { headers })).status).toBe(200);
        expect((await mock.fetch('/_mock/worlds/other', { method: 'DELETE' })).status).toBe(204);
        expect(await list(mock)).toEqual({ status: 200, ids: ['default'], unreadable: [] });
        await mock.createWorld({ id: 'other', fixture: 'empty' });
        expect((await mock.fetch('/w/other/v1/agents', { headers })).status).toBe(200);
      }
    },
  );

  test('an id that is a path is listed as unreadable and can be deleted', async () => {
    const mock = await openMock('paths');
    await send('ZADD', 'paths:worlds', '7', '../package');
    expect((await list(mock)).unreadable).toEqual([
      { id: '../package', problem: expect.stringContaining('Its id is invalid') as string },
    ]);
    expect((await mock.fetch('/w/..%2Fpackage/v1/agents', { headers })).status).toBe(404);
    expect((await mock.fetch('/_mock/worlds/..%2Fpackage', { method: 'DELETE' })).status).toBe(204);
    expect((await list(mock)).unreadable).toEqual([]);
  });
});
