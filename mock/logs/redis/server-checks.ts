/** Checks at the start whether the server is set up to keep the worlds. */
import type { RedisConnection } from './connection.ts';

/** Returns the risks of losing worlds. Shape: sentences; empty when there is none or it is unknown. */
export async function checkServer(connection: RedisConnection): Promise<readonly string[]> {
  const [memory, persistence, server] = await Promise.all(
    ['memory', 'persistence', 'server'].map((section) => readSection(connection, section)),
  );
  const warnings: string[] = [];
  const policy = memory?.get('maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction')
    warnings.push(
      `Warning: Redis may delete worlds when its memory is full (maxmemory-policy ${policy}). Set maxmemory-policy noeviction.`,
    );
  const hasSnapshots = await readSaves(connection);
  if (persistence?.get('aof_enabled') === '0' && !hasSnapshots)
    warnings.push(
      'Warning: Redis does not write to disk, so a restart of Redis loses all worlds. Set appendonly yes.',
    );
  const version = server?.get('redis_version') ?? '7';
  if (Number.parseInt(version, 10) < 7)
    warnings.push(`Warning: Redis ${version} is older than the oldest version that is tested, 7.0.`);
  return warnings;
}

async function readSection(
  connection: RedisConnection,
  section: string,
): Promise<ReadonlyMap<string, string>> {
  const result = await connection.attempt((sender) => sender.send(['INFO', section]));
  const lines = (result as string).split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)];
    }),
  );
}

/** Returns whether Redis writes snapshots to its disk; true if unknown, as for services in the cloud. */
async function readSaves(connection: RedisConnection): Promise<boolean> {
  try {
    const result = await connection.attempt((sender) => sender.send(['CONFIG', 'GET', 'save']));
    return Object.values(result as Readonly<Record<string, string>>).at(-1) !== '';
  } catch {
    return true;
  }
}
