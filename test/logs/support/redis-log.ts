/** Opens logs in a real Redis for the domain of the kernel tests. */
import { createHostTimer } from '../../../mock/adapters/host-timer.ts';
import type { CommitLog } from '../../../mock/kernel/ports.ts';
import { createCommitCodec } from '../../../mock/kernel/world/commit-codec.ts';
import { redisLog, type RedisLogOptions } from '../../../mock/logs/redis/redis-log.ts';
import { schema } from '../../unit/kernel/support.ts';

/** Opens a log; `reports` receives its warnings. */
export function openRedisLog(options: RedisLogOptions, reports: string[] = []): Promise<CommitLog> {
  return redisLog(options).open({
    codec: createCommitCodec({ schema, begin: () => undefined, fixtureRevision: 1 }),
    timer: createHostTimer(),
    report: (message, error) =>
      reports.push(error instanceof Error ? `${message}: ${error.message}` : message),
  });
}
