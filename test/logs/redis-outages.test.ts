/** What happens to worlds when Redis fails over, loads its data or is killed, and when the clocks of mocks differ. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { redisLog } from '../../mock/logs/redis/redis-log.ts';
import { hasRedis, RedisServer } from '../support/redis-server.ts';
import { changed, begun } from '../unit/kernel/commit-log-suite.ts';
import { openRedisLog } from './support/redis-log.ts';
import { TcpProxy } from './support/tcp-proxy.ts';

const key = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

describe.runIf(hasRedis())('Redis', () => {
  const ends: (() => unknown)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function startRedis(...options: readonly string[]): Promise<RedisServer> {
    const server = await RedisServer.start(options.length === 0 ? ['--appendonly', 'no'] : options);
    ends.push(() => server.stop());
    return server;
  }

  async function startMock(port: number): Promise<Mock> {
    const mock = await createMock({ log: redisLog({ url: `redis://127.0.0.1:${port}`, timeout: 500 }) });
    ends.push(() => mock.close());
    return mock;
  }

  async function createAgent(mock: Mock, name: string) {
    const sent = { method: 'POST', headers: key, body: JSON.stringify({ name }) };
    const { status, headers } = await mock.fetch('/v1/agents', sent);
    return { status, retryAfter: headers.get('retry-after') };
  }

  async function names(mock: Mock): Promise<readonly string[]> {
    const response = await mock.fetch('/v1/agents?limit=100', { headers: key });
    const { data } = (await response.json()) as { data: readonly { name: string }[] };
    return data.map(({ name }) => name);
  }

  const untilCreated = (mock: Mock, name: string) =>
    vi.waitFor(async () => expect((await createAgent(mock, name)).status).toBe(201), { timeout: 10_000 });

  test('as a pair: the mock rejects writes while no primary is reachable, and continues on the promoted replica', async () => {
    const instant = ['--appendonly', 'no', '--repl-diskless-sync-delay', '0'];
    const primary = await startRedis(...instant);
    const replica = await startRedis(...instant, '--replicaof', '127.0.0.1', String(primary.port));
    const address = await TcpProxy.start(primary.port);
    ends.push(() => address.close());
    const mock = await startMock(address.port);
    expect((await createAgent(mock, 'Before')).status).toBe(201);
    await vi.waitFor(async () => expect(await primary.command('WAIT', '1', '1000')).toBe(1), {
      timeout: 5_000,
    });

    // The primary becomes a replica, but the address still leads to it.
    await replica.command('REPLICAOF', 'NO', 'ONE');
    await primary.command('REPLICAOF', '127.0.0.1', String(replica.port));
    expect(await createAgent(mock, 'Rejected')).toEqual({ status: 503, retryAfter: '1' });
    address.target = replica.port;
    await untilCreated(mock, 'After the switch');
    expect(await names(mock)).toEqual(expect.arrayContaining(['Before', 'After the switch']));

    // The new primary is killed, and the other server takes over after a while.
    await vi.waitFor(async () => expect(await replica.command('WAIT', '1', '1000')).toBe(1), {
      timeout: 5_000,
    });
    await replica.kill();
    expect(await createAgent(mock, 'Rejected')).toEqual({ status: 503, retryAfter: '1' });
    address.target = primary.port;
    expect((await createAgent(mock, 'Rejected')).status).toBe(503);
    await primary.command('REPLICAOF', 'NO', 'ONE');
    await untilCreated(mock, 'After the kill');
    const all = await names(mock);
    expect(all).toEqual(expect.arrayContaining(['Before', 'After the switch', 'After the kill']));
    expect(all).not.toContain('Rejected');
  });

  test('while it loads its data: requests wait or get 503, then work', async () => {
    const server = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
    const mock = await startMock(server.port);
    expect((await createAgent(mock, 'Kept')).status).toBe(201);
    await server.kill();
    const started = server.start(['--key-load-delay', '50000']);
    const { status } = await createAgent(mock, 'Meanwhile');
    expect([201, 503]).toContain(status);
    await started;
    await untilCreated(mock, 'Loaded');
    expect(await names(mock)).toEqual(expect.arrayContaining(['Kept', 'Loaded']));
  });

  test.each(['always', 'everysec'])(
    'with appendfsync %s: after a kill the acknowledged commits are there, without a gap',
    async (policy) => {
      const server = await startRedis('--appendonly', 'yes', '--appendfsync', policy);
      const url = server.url;
      const log = await openRedisLog({ url, timeout: 5_000 });
      ends.push(() => log.close());
      await log.append('w', 0, begun);
      let acknowledged = 1;
      const killing = new Promise((resolve) => setTimeout(resolve, 150)).then(() => server.kill());
      try {
        for (;;) {
          // A killed server does not acknowledge; the log then waits until it is back.
          await Promise.race([
            log.append('w', acknowledged, changed(acknowledged)),
            killing.then(() => {
              throw new Error('killed');
            }),
          ]);
          acknowledged += 1;
        }
      } catch {
        await killing;
      }
      await server.start();
      const after = await openRedisLog({ url, timeout: 1_000 });
      ends.push(() => after.close());
      const versions = (await after.read('w', 0)).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, place) => place + 1));
      if (policy === 'always') expect(versions.length).toBeGreaterThanOrEqual(acknowledged);
      expect(await after.append('w', versions.length, changed(0))).toMatch(/ok|conflict/);
    },
  );

  test('is the source of time: mocks whose clocks differ by hours agree', async () => {
    const server = await startRedis();
    const [first, second] = [await startMock(server.port), await startMock(server.port)];
    const now = Date.now.bind(Date);
    const readClock = async (mock: Mock, skew: number): Promise<number> => {
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + skew);
      try {
        const response = await mock.fetch('/_mock/clock');
        return Date.parse(((await response.json()) as { now: string }).now);
      } finally {
        clock.mockRestore();
      }
    };
    const times = [await readClock(first, 3_600_000), await readClock(second, -7_200_000)];
    for (const time of times) expect(Math.abs(time - now())).toBeLessThan(500);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(0);
  });
});
