/**
 * A real Redis on a free port with its own directory. Tests that need it are skipped where it is not installed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { onFreePort, untilPrinted } from './programs.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

/** Returns whether there is a redis-server; says so if tests are skipped, and fails where CI requires it. */
export function hasRedis(): boolean {
  if (!isInstalled && process.env['BACKLOT_REQUIRE_REDIS'] === '1')
    throw new Error('redis-server is not installed, and BACKLOT_REQUIRE_REDIS is set.');
  if (!isInstalled) process.stderr.write('Tests with Redis are skipped: install redis-server.\n');
  return isInstalled;
}

export class RedisServer {
  readonly port: number;
  readonly url: string;
  readonly #directory = mkdtempSync(join(tmpdir(), 'backlot-redis-'));
  readonly #options: readonly string[];
  #process: ChildProcess | null = null;

  private constructor(port: number, options: readonly string[]) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.#options = options;
  }

  /** Starts a server with a configuration file, options or both; by default it writes nothing to disk. */
  static async start(options: readonly string[] = ['--appendonly', 'no']): Promise<RedisServer> {
    return onFreePort(async (port) => {
      const server = new RedisServer(port, options);
      await server.start();
      return server;
    });
  }

  /** Starts the server again with the data that it has written, and with more options. */
  async start(more: readonly string[] = []): Promise<void> {
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#directory, '--save', ''];
    const isConfigured = this.#options[0]?.startsWith('--') === false;
    const [config, options] = isConfigured
      ? [this.#options.slice(0, 1), this.#options.slice(1)]
      : [[], this.#options];
    const child = spawn('redis-server', [...config, ...own, ...options, ...more], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#process = child;
    await untilPrinted(child, /Ready to accept connections/);
  }

  async command(...args: readonly string[]): Promise<unknown> {
    const client = createClient({ url: this.url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand(args);
    } finally {
      client.destroy();
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name);
  }

  /** Stops the server until it gets SIGCONT. Resolves once it has stopped, which a signal does not wait for. */
  async pause(): Promise<void> {
    const pid = String(this.#process?.pid);
    const isStopped = (): boolean =>
      spawnSync('ps', ['-o', 'state=', '-p', pid], { encoding: 'utf8' }).stdout.startsWith('T');
    this.signal('SIGSTOP');
    while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Kills the server; what it has written to disk stays. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
