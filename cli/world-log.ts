/** The options of `backlot mock` for where worlds are stored. */
import path from 'node:path';
import type { WorldLog } from '../mock/index.ts';
import { CommitUnreadableError, LogUnavailableError } from '../mock/kernel/ports.ts';
import type { Durability } from '../mock/logs/sqlite/sqlite-log.ts';
import { option, readChoice, UsageError } from './command.ts';
import { printable } from './output/paint.ts';

export const logOptions = {
  data: option('DIR', 'folder in which the worlds are stored; without it they are lost when the mock stops'),
  durability: option(
    'NAME',
    'what stored data survives: process (default, the end of the process), disk (also a power failure; slower)',
  ),
  redis: option(
    'URL',
    'Redis in which the worlds are stored and shared with other mocks (default BACKLOT_REDIS, which hides a password)',
  ),
  'redis-prefix': option(
    'NAME',
    'first part of the keys in Redis (default backlot); mocks with the same one share their worlds',
  ),
} as const;

/** The database in the folder of `--data`. */
export const DATABASE = 'backlot.db';

const durabilities = ['process', 'disk'] as const;

/** Where worlds are stored. */
export interface LogCall {
  /** The option as it was given, for messages. */
  readonly option: string;
  /** The place of the log in the start message. */
  readonly place: string;
  readonly load: () => Promise<WorldLog>;
}

interface LogValues {
  readonly data?: string | undefined;
  readonly durability?: string | undefined;
  readonly redis?: string | undefined;
  readonly 'redis-prefix'?: string | undefined;
}

/** Reads where worlds are stored; `undefined` for in memory. Errors: throws UsageError. */
export function readLogCall(values: LogValues, env: NodeJS.ProcessEnv): LogCall | undefined {
  const { data: folder, durability: text, 'redis-prefix': prefix } = values;
  const redis =
    values.redis ?? (folder === undefined && env['BACKLOT_REDIS'] ? env['BACKLOT_REDIS'] : undefined);
  if (redis !== undefined) {
    if (folder !== undefined) throw new UsageError('Use either --data or --redis.');
    return readRedisCall(redis, prefix);
  }
  if (prefix !== undefined) throw new UsageError('--redis-prefix needs --redis.');
  if (folder === '') throw new UsageError('--data takes a folder.');
  if (folder === undefined) {
    if (text !== undefined) throw new UsageError('--durability needs --data.');
    return undefined;
  }
  const durability: Durability = readChoice('--durability', text ?? 'process', durabilities);
  return {
    option: `--data ${folder}`,
    place: folder,
    load: async () => {
      const { sqliteLog } = await import('../mock/logs/sqlite/sqlite-log.ts');
      return sqliteLog({ file: path.join(folder, DATABASE), durability });
    },
  };
}

function readRedisCall(url: string, prefix: string | undefined): LogCall {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol))
    throw new UsageError('--redis takes redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE] or rediss://….');
  if (prefix !== undefined && !/^[\w.:-]+$/.test(prefix))
    throw new UsageError(`--redis-prefix takes letters, digits and _ . : -, not ${prefix}.`);
  const { protocol, host } = new URL(url);
  return {
    option: '--redis',
    place: `Redis at ${protocol}//${host} and shared with all mocks that use it`,
    load: async () => {
      const { redisLog } = await import('../mock/logs/redis/redis-log.ts');
      return redisLog({ url, prefix });
    },
  };
}

/** Creates a mock with its log. Shape: a message if its worlds cannot be opened. */
export async function createStored<Options extends object, Created>(
  create: (options: Options & { readonly log?: WorldLog }) => Promise<Created>,
  options: Options,
  call: LogCall | undefined,
): Promise<Created | string> {
  try {
    return await create(call === undefined ? options : { ...options, log: await call.load() });
  } catch (error) {
    if (error instanceof LogUnavailableError || error instanceof CommitUnreadableError)
      return `Can't open ${call?.option ?? 'the worlds'}: ${printable(error.message)}`;
    throw error;
  }
}
