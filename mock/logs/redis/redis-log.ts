/**
 * Stores worlds in Redis, so that several mocks serve the same worlds: `createMock({ log: redisLog({ url }) })`.
 */
import type { CommitLog, LogHost, WorldLog } from '../../kernel/ports.ts';
import { importClient } from './client.ts';
import { RedisCommitLog } from './commit-log.ts';
import { RedisConnection } from './connection.ts';

import { unreachable } from './failures.ts';
import { FeedReader, MAX_WAIT } from './feed-reader.ts';
import { Keys } from './keys.ts';
import { checkServer } from './server-checks.ts';
import { SharedClock } from './shared-clock.ts';

export type { WorldLog } from '../../kernel/ports.ts';

/** Options of a log in Redis. */
export interface RedisLogOptions {
  /**
   * `redis://[[user]:password@]host[:port][/database]`, or `rediss://` for TLS. For a certificate of a private
   * authority, start Node.js with `NODE_EXTRA_CA_CERTS`.
   */
  readonly url: string;
  /** The first part of all keys, `backlot` when absent. Mocks with the same prefix share their worlds. */
  readonly prefix?: string | undefined;
  /** How long a request waits for Redis before it fails with 503; 5,000 when absent. Units: milliseconds. */
  readonly timeout?: number | undefined;
}

/** Units: milliseconds. */
const DEFAULT_TIMEOUT = 5_000;
const MEASURE_INTERVAL = 10_000;
const FIRST_MEASURES = 5;

/**
 * Returns a log in Redis for the option `log` of `createMock`. Requires the package `redis`.
 *
 * Errors: throws for a URL that is not one of Redis.
 */
export function redisLog({ url, prefix = 'backlot', timeout = DEFAULT_TIMEOUT }: RedisLogOptions): WorldLog {
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new Error(
      `The URL of Redis must have the form redis://HOST:PORT, not ${url.replace(/\/\/[^@/]*@/, '//***@')}.`,
    );
  if (!/^[\w.:-]+$/.test(prefix))
    throw new Error(`The prefix of the keys may have letters, digits and _ . : -, not ${prefix}.`);
  return { open: (host) => openLog(url, new Keys(prefix), timeout, host) };
}

async function openLog(url: string, keys: Keys, timeout: number, host: LogHost): Promise<CommitLog> {
  const create = await importClient();
  const clock = new SharedClock();
  const connection = new RedisConnection({
    url,
    timeout,
    createClient: create,
    changed: (isUp, reason) => {
      if (isUp) clock.forget();
      else host.report(`The connection to Redis at ${connection.address} is lost: ${reason}`);
    },
  });
  const feedConnection = new RedisConnection({ url, timeout: MAX_WAIT + timeout, createClient: create });
  try {
    await connection.open();
    await feedConnection.open();
  } catch (error) {
    await connection.close();
    throw unreachable(connection.address, error);
  }
  const log = new RedisCommitLog({
    host,
    connection,
    keys,
    clock,
    timeout,
    closeFeed: async () => {
      clearInterval(measuring);
      await reader.close();
    },
  });
  const reader = new FeedReader(feedConnection, keys, log);
  const measuring = setInterval(() => {
    log.measure().catch(() => undefined);
  }, MEASURE_INTERVAL);
  measuring.unref();
  try {
    for (let count = 0; count < FIRST_MEASURES; count += 1) await log.measure();
    for (const warning of await checkServer(connection)) host.report(warning);
  } catch (error) {
    await log.close();
    throw error;
  }
  reader.run().catch((error: unknown) => {
    host.report('Reading the changes of other replicas failed', error);
  });
  return log;
}
