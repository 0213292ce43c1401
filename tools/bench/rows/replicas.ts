/**
 * The time from an event on one replica to a reader on another one, through the log in Redis, against a bare XADD that
 * another connection waits for.
 */
import { createClient } from 'redis';
import type { Mock } from '../../../mock/index.ts';
import { topicName } from '../../../mock/kernel/store/topic.ts';
import { costRow, measurePair } from '../support/pair.ts';
import { hasRedis, openShared, withRedis } from '../support/redis.ts';
import type { Bench } from '../support/table.ts';
import { inTemporaryFolder } from '../../temporary-folder.ts';

const rounds = 21;
const events = 100;
const what = 'an event from replica A to a reader on replica B';
const against = 'XADD to XREAD';

/** Measures the log in Redis with its own server. */
export const benchReplicas: Bench = () =>
  inTemporaryFolder(async (folder) => {
    if (!hasRedis()) return [{ what, against, missing: 'install redis-server' }];
    return withRedis(folder, async (url) => {
      const [a, b] = [await openShared(url), await openShared(url)];
      const bare = await openBare(url);
      try {
        const pair = await measurePair(rounds, () => send(a, b), bare.send);
        return [costRow(what, against, pair, 3, 'µs')];
      } finally {
        bare.close();
        await Promise.all([a.close(), b.close()]);
      }
    });
  });

const topic = topicName<number>('bench');

/** Appends events on one mock, each after the last has arrived at the other one. Units: returns µs per event. */
async function send(a: Mock, b: Mock): Promise<number> {
  const [from, to] = [a.worlds.find('default'), b.worlds.find('default')];
  if (from === undefined || to === undefined) throw new Error('There is no world.');
  await from.run((tx) => {
    tx.append(topic, 0);
  });
  await to.refresh();
  const reader = to.followEvents(topic, to.view.entries(topic).at(-1)?.seq ?? null);
  const startedAt = performance.now();
  for (let count = 1; count <= events; count += 1) {
    const next = reader.next();
    await from.run((tx) => {
      tx.append(topic, count);
    });
    await next;
  }
  const spent = performance.now() - startedAt;
  await reader.return?.();
  return (spent * 1_000) / events;
}

async function openBare(url: string) {
  const [writer, reader] = [createClient({ url }), createClient({ url })];
  await Promise.all([writer.connect(), reader.connect()]);
  let last = '0-0';
  return {
    send: async (): Promise<number> => {
      const startedAt = performance.now();
      for (let count = 1; count <= events; count += 1) {
        const next = reader.sendCommand(['XREAD', 'BLOCK', '1000', 'STREAMS', 'bare', last]);
        last = await writer.sendCommand<string>(['XADD', 'bare', '*', 'event', String(count)]);
        await next;
      }
      return ((performance.now() - startedAt) * 1_000) / events;
    },
    close: () => {
      writer.destroy();
      reader.destroy();
    },
  };
}
