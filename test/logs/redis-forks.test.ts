/** Forks in a real Redis: they are stored as differences from a state that they share, and are complete on their own. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { redisLog } from '../../mock/logs/redis/redis-log.ts';
import { hasRedis, RedisServer } from '../support/redis-server.ts';
import { createAgent, errorOf, headers, listAgents, listWorlds } from '../unit/logs/stored-mock.ts';

/** Units: bytes of the agents of a large world. */
const LARGE = 80_000;

const ids = Array.from({ length: 20 }, (_, number) => `fork-${number}`);

async function createLarge(mock: Mock, id: string): Promise<void> {
  await mock.createWorld({ id, fixture: 'empty', clock: { mode: 'frozen' } });
  for (let written = 0; written < LARGE; written += 2000)
    await createAgent(mock, `Agent ${written} ${'x'.repeat(2000)}`, `/w/${id}`);
}

async function fork(mock: Mock, from: string, ...forks: readonly string[]): Promise<void> {
  await Promise.all(forks.map((id) => mock.createWorld({ id, from })));
}

async function remove(mock: Mock, ...worlds: readonly string[]): Promise<void> {
  for (const id of worlds)
    expect((await mock.fetch(`/_mock/worlds/${id}`, { method: 'DELETE' })).status).toBe(204);
}

const dumpOf = (mock: Mock, id: string): unknown => mock.world(id).dump();

describe.runIf(hasRedis())('forks in Redis', () => {
  let redis: RedisServer;
  let count = 0;
  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  function newPrefix(): string {
    count += 1;
    return `forks-${count}`;
  }

  async function openMock(prefix: string): Promise<Mock> {
    const log = redisLog({ url: redis.url, prefix });
    const mock = await createMock({ fixture: 'empty', log, report: () => undefined });
    onTestFinished(() => mock.close());
    await mock.worlds.openEach();
    return mock;
  }

  const keysOf = async (pattern: string) => (await redis.command('KEYS', pattern)) as readonly string[];

  /** Returns the length of all lines of stored states, without those of one world. */
  async function bytesOfForks(prefix: string): Promise<number> {
    const states = [...(await keysOf(`${prefix}:{*}:state`)), ...(await keysOf(`${prefix}:shared:*`))];
    const lines = await Promise.all(
      states.map((key) => redis.command('LRANGE', key, '0', '-1') as Promise<readonly string[]>),
    );
    return lines.flat().join('').length;
  }

  test('twenty concurrent forks take little more space than one', async () => {
    const prefix = newPrefix();
    const mock = await openMock(prefix);
    await createLarge(mock, 'origin');
    const before = await bytesOfForks(prefix);
    await fork(mock, 'origin', ...ids);
    for (const id of ids.slice(0, 3)) await createAgent(mock, `In ${id}`, `/w/${id}`);
    const added = (await bytesOfForks(prefix)) - before;
    expect(added).toBeGreaterThan(LARGE);
    expect(added).toBeLessThan(LARGE * 1.5);
    const dumps = ids.map((id) => dumpOf(mock, id));
    const other = await openMock(prefix);
    expect(ids.map((id) => dumpOf(other, id))).toEqual(dumps);
  });

  test('forks of forks, and forks by another mock, share the same state', async () => {
    const prefix = newPrefix();
    const mock = await openMock(prefix);
    await createLarge(mock, 'origin');
    await fork(mock, 'origin', 'a', 'b');
    await createAgent(mock, 'In b', '/w/b');
    await fork(mock, 'b', 'c');
    const other = await openMock(prefix);
    await createAgent(other, 'In c', '/w/c');
    await fork(other, 'c', 'd');
    expect((await listAgents(await openMock(prefix), '/w/d')).slice(0, 2)).toEqual(['In c', 'In b']);
    expect(await keysOf(`${prefix}:shared:*`)).toHaveLength(1);
  });

  test('a fork keeps its content when others change, and deleting the last one frees the space', async () => {
    const prefix = newPrefix();
    const mock = await openMock(prefix);
    await createLarge(mock, 'origin');
    await fork(mock, 'origin', 'first', 'second', 'third');
    const dump = dumpOf(mock, 'second');
    await createAgent(mock, 'Later', '/w/origin');
    await mock.world('origin').reset();
    await mock.world('third').reset();
    await remove(mock, 'first', 'origin');
    expect(dumpOf(await openMock(prefix), 'second')).toEqual(dump);
    await remove(mock, 'second', 'third');
    expect(await keysOf(`${prefix}:shared*`)).toEqual([]);
  });

  test('a world can be forked again after all forks are deleted', async () => {
    const prefix = newPrefix();
    const mock = await openMock(prefix);
    await createLarge(mock, 'origin');
    for (const id of ['first', 'second']) {
      await fork(mock, 'origin', id);
      expect(await listAgents(mock, `/w/${id}`)).toEqual(await listAgents(mock, '/w/origin'));
      await remove(mock, id);
    }
    expect(await keysOf(`${prefix}:shared*`)).toEqual([]);
  });

  test('a fork with a long history gets a state of its own', async () => {
    const prefix = newPrefix();
    const mock = await openMock(prefix);
    await createLarge(mock, 'origin');
    await fork(mock, 'origin', 'long');
    for (let number = 0; number < 260; number += 1)
      await createAgent(mock, `Own ${number} ${'x'.repeat(500)}`, '/w/long');
    await expect.poll(() => keysOf(`${prefix}:shared*`)).toEqual([]);
    expect(dumpOf(await openMock(prefix), 'long')).toEqual(dumpOf(mock, 'long'));
  });

  test('a missing shared state makes its forks unreadable, which can be deleted, and no other world', async () => {
    const prefix = newPrefix();
    const mock = await openMock(prefix);
    await createLarge(mock, 'origin');
    await fork(mock, 'origin', 'first', 'second');
    await redis.command('DEL', ...(await keysOf(`${prefix}:shared:*`)));
    const other = await openMock(prefix);
    const { worlds, unreadable } = await listWorlds(other);
    expect(worlds).toEqual(['default', 'origin']);
    expect(unreadable.map(({ id }) => id)).toEqual(['first', 'second']);
    expect(await errorOf(await other.fetch('/w/first/v1/agents', { headers }))).toContain(
      'version 1, in what it shares with other worlds: a commit is empty',
    );
    await remove(other, 'first', 'second');
    expect(await keysOf(`${prefix}:shared*`)).toEqual([]);
  });

  test('forks of small worlds, and those of earlier versions, have no reference', async () => {
    const prefix = newPrefix();
    const mock = await openMock(prefix);
    await fork(mock, 'default', 'small');
    const [head = '', ...rest] = (await redis.command(
      'LRANGE',
      `${prefix}:{small}:state`,
      '0',
      '-1',
    )) as readonly string[];
    expect(JSON.parse(head)).toHaveProperty('state');
    expect(rest.join('')).not.toContain('shared');
    expect(dumpOf(await openMock(prefix), 'small')).toEqual(dumpOf(mock, 'small'));
  });
});
