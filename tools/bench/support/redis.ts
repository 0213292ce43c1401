/** A Redis for a measurement, on its own port, which writes nothing to disk. */
import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { createMock, type Mock } from '../../../mock/index.ts';
import { redisLog } from '../../../mock/logs/redis/redis-log.ts';

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** Calls with the address of a server, and ends it afterwards. */
export async function withRedis<T>(folder: string, use: (url: string) => Promise<T>): Promise<T> {
  const port = 20_000 + (process.pid % 20_000);
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  try {
    return await use(`redis://127.0.0.1:${port}`);
  } finally {
    server.kill();
  }
}

/** Opens a mock as soon as the server accepts connections. */
export async function openShared(url: string): Promise<Mock> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await createMock({ log: redisLog({ url, prefix: 'bench' }) });
    } catch (error) {
      if (attempt === 50) throw error;
      await wait(50);
    }
  }
}
