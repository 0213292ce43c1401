/** The log in Redis, on a real server. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CommitLog } from '../../mock/kernel/ports.ts';
import { hasRedis, RedisServer } from '../support/redis-server.ts';
import { begun, changed, noted, testCommitLog } from '../unit/kernel/commit-log-suite.ts';
import { blankState } from '../unit/kernel/support.ts';
import { openRedisLog } from './support/redis-log.ts';

/** Units: milliseconds. Only a failing test waits this long. */
const waitOptions = { timeout: 10_000 };

describe.runIf(hasRedis())('Redis', () => {
  let server: RedisServer;
  const open: CommitLog[] = [];
  let count = 0;

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(async () => {
    for (const log of open) await log.close();
    await server.stop();
  });

  async function openLog(prefix = `test-${(count += 1)}`): Promise<CommitLog> {
    const log = await openRedisLog({ url: server.url, prefix, timeout: 1_000 });
    open.push(log);
    return log;
  }

  /** Opens two logs with the same worlds, as two processes do. */
  async function openTwo(): Promise<readonly [CommitLog, CommitLog]> {
    const first = await openLog();
    return [first, await openLog(`test-${count}`)];
  }

  testCommitLog('a commit log in Redis', () => openLog());

  describe('two replicas', () => {
    test('read the commits of each other and notify their watchers', async () => {
      const [a, b] = await openTwo();
      expect(await a.append('w', 0, begun)).toBe('ok');
      expect(await b.append('w', 0, begun)).toBe('conflict');
      expect(await b.read('w', 0)).toMatchObject([{ version: 1, commit: { kind: 'state' } }]);
      const seen: number[] = [];
      b.watch('w', (version) => seen.push(version));
      expect(await a.append('w', 1, changed(1))).toBe('ok');
      await vi.waitFor(() => expect(seen).toEqual([2]), waitOptions);
      expect(await b.read('w', 1)).toEqual([{ version: 2, commit: changed(1) }]);
      expect(await b.append('w', 2, changed(2))).toBe('ok');
      expect(await a.newest('w')).toBe(3);
      expect(await a.read('w', 2)).toEqual([{ version: 3, commit: changed(2) }]);
    });

    test('learn that a world was deleted and created again', async () => {
      const [a, b] = await openTwo();
      await a.append('w', 0, begun);
      await b.read('w', 0);
      const seen: number[] = [];
      b.watch('w', (version) => seen.push(version));
      await a.drop('w');
      await vi.waitFor(() => expect(seen).toEqual([0]), waitOptions);
      await a.append('w', 0, begun);
      expect(await b.newest('w')).toBe(1);

      const [c, d] = await openTwo();
      await c.append('w', 0, begun);
      await d.read('w', 0);
      await c.drop('w');
      await c.append('w', 0, begun);
      expect(await d.append('w', 1, changed(1))).not.toBe('ok');
      expect(await d.append('w', 0, begun)).toBe('conflict');
    });

    test('accept exactly one of the commits that follow a version', async () => {
      const [a, b] = await openTwo();
      await a.append('w', 0, begun);
      await b.read('w', 0);
      for (let version = 1; version <= 50; version += 1) {
        const both = [a, b].map(async (log) => log.append('w', version, changed(version)));
        expect((await Promise.all(both)).toSorted()).toEqual(['conflict', 'ok']);
        await Promise.all([a.read('w', version), b.read('w', version)]);
      }
      expect(await b.newest('w')).toBe(51);
    });

    test('continue after a checkpoint of the other without a gap', async () => {
      const [a, b] = await openTwo();
      await a.append('w', 0, begun);
      await b.read('w', 0);
      const large = noted('x'.repeat(200));
      for (let version = 1; version < 400; version += 1) await a.append('w', version, large);
      await a.checkpoint('w', { ...blankState(), version: 400 });
      const late = await openLog(`test-${count}`);
      expect((await late.read('w', 1)).map(({ commit }) => commit.kind)).toContain('state');
      expect((await b.read('w', 1)).at(-1)?.version).toBe(400);
      for (let version = 400; version < 550; version += 1) await a.append('w', version, large);
      await a.checkpoint('w', { ...blankState(), version: 550 });
      expect(await b.newest('w')).toBe(550);
      expect(await b.read('w', 400)).toHaveLength(150);
      expect(await server.command('XLEN', `test-${count}:{w}:log`)).toBeLessThan(400);
    });

    test('return the whole state when Redis has lost commits, also if it has others with their versions', async () => {
      const [a, b] = await openTwo();
      await a.append('w', 0, begun);
      await a.append('w', 1, changed(1));
      const keys = ['meta', 'log', 'state'].map((part) => `test-${count}:{w}:${part}`);
      for (const key of keys) await server.command('COPY', key, `${key}:old`);
      await a.append('w', 2, changed(2));
      for (const key of keys) await server.command('COPY', `${key}:old`, key, 'REPLACE');

      expect(await a.newest('w')).toBe(2);
      expect((await a.read('w', 0)).map(({ version }) => version)).toEqual([1, 2]);
      await a.append('w', 2, changed(3));
      for (const key of keys) await server.command('COPY', `${key}:old`, key, 'REPLACE');
      await b.read('w', 0);
      expect(await b.append('w', 2, changed(4))).toBe('ok');

      expect(await a.append('w', 3, changed(5))).toBe('conflict');
      expect(await a.newest('w')).toBeGreaterThan(3);
      const [first, ...rest] = await a.read('w', 3);
      expect(first?.commit).toMatchObject({ kind: 'state', cause: 'restored' });
      expect(rest.at(-1)).toEqual({ version: 3, commit: changed(4) });
      expect(await a.append('w', 3, changed(5))).toBe('ok');
    });

    test('share the calls of a world', async () => {
      const [a, b] = await openTwo();
      await a.append('w', 0, begun);
      const seen: unknown[] = [];
      const stop = b.calls?.watch('w', (call) => seen.push(call));
      await vi.waitFor(async () => {
        await server.command('PUBSUB', 'NUMSUB', `test-${count}:{w}:calls`).then((reply) => {
          expect(Object.values(reply as object)).toContain(1);
        });
      }, waitOptions);
      expect(await a.calls?.add('w', { path: '/one' })).toBe(1);
      expect(await b.calls?.add('w', { path: '/two' })).toBe(2);
      await a.calls?.replace('w', 1, { path: '/uno' });
      const values = [
        { number: 1, value: { path: '/uno' } },
        { number: 2, value: { path: '/two' } },
      ];
      expect(await b.calls?.read('w')).toEqual({ added: 2, values });
      await vi.waitFor(() => expect(seen).toHaveLength(3), waitOptions);
      stop?.();
      await b.calls?.clear('w', false);
      expect(await a.calls?.add('w', {})).toBe(3);
      await b.calls?.clear('w', true);
      expect(await a.calls?.add('w', {})).toBe(1);
    });

    test('skip and report values that are not JSON objects', async () => {
      const reports: string[] = [];
      const prefix = `test-${(count += 1)}`;
      const log = await openRedisLog({ url: server.url, prefix, timeout: 1_000 }, reports);
      open.push(log);
      await log.append('w', 0, begun);
      await log.calls?.add('w', { path: '/one' });
      await log.calls?.add('w', { path: '/two' });
      await server.command('LSET', `${prefix}:{w}:calls`, '0', '{half');
      await log.keepSnapshot('w', {
        id: 'one',
        name: null,
        createdAt: blankState().origin.createdAt,
        state: blankState(),
      });
      await server.command('HSET', `${prefix}:{w}:snapshots`, 'two', 'token 1 [no');
      const only = { added: 2, values: [{ number: 2, value: { path: '/two' } }] };
      expect([await log.calls?.read('w'), await log.calls?.read('w')]).toEqual([only, only]);
      expect((await log.snapshots('w')).map(({ id }) => id)).toEqual(['one']);
      expect(await log.snapshot('w', 'two')).toBeUndefined();
      const invalid = reports.filter((report) => report.includes('invalid value'));
      expect(invalid).toEqual([
        `Redis has an invalid value in ${prefix}:{w}:calls entry 1: it is not a JSON object and is skipped.`,
        `Redis has an invalid value in ${prefix}:{w}:snapshots entry 1: it is not a JSON object and is skipped.`,
      ]);
    });
  });
});
