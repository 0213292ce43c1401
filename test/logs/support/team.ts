/** Mocks that share worlds in a real Redis behind a real HAProxy, started from the files in `examples/shared`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { hasRedis, RedisServer } from '../../support/redis-server.ts';
import { onFreePort, untilPrinted } from '../../support/programs.ts';

const examples = 'examples/shared';
const hasProxy = spawnSync('haproxy', ['-v']).status === 0;

/** Returns whether Redis and HAProxy are installed; says so if tests are skipped. */
export function hasTeam(): boolean {
  if (!hasProxy && process.env['BACKLOT_REQUIRE_REDIS'] === '1')
    throw new Error('haproxy is not installed, and BACKLOT_REQUIRE_REDIS is set.');
  if (!hasProxy) process.stderr.write('Tests with HAProxy are skipped: install haproxy.\n');
  return hasRedis() && hasProxy;
}

export interface Replica {
  url: string;
  port: number;
  process: ChildProcess;
  /** What it has printed on the terminal. */
  complaints: string;
}

interface Compose {
  readonly services: Readonly<Record<string, { readonly command: string }>>;
}

/** The control token of the teams; random, so that no server of another test accepts it. */
export const token = randomUUID();

export class Team {
  readonly redis: RedisServer;
  readonly replicas: Replica[] = [];
  /** The address of HAProxy. */
  url = '';
  #proxy: ChildProcess | null = null;

  private constructor(redis: RedisServer) {
    this.redis = redis;
  }

  /** Starts Redis, the mocks, and HAProxy, which sends each request to the next mock. */
  static async start(count: number, options: readonly string[] = []): Promise<Team> {
    const team = new Team(await RedisServer.start([`${examples}/redis.conf`, ...options]));
    try {
      await Promise.all(Array.from({ length: count }, () => team.add()));
      await onFreePort((port) => team.#startProxy(port));
    } catch (error) {
      await team.stop();
      throw error;
    }
    return team;
  }

  /** Starts one more mock, which HAProxy does not know. */
  async add(): Promise<Replica> {
    const replica: Replica = { url: '', port: 0, process: this.#spawnMock(0), complaints: '' };
    this.replicas.push(replica);
    await untilServing(replica);
    return replica;
  }

  /** Starts a mock again that has ended. */
  async restart(replica: Replica): Promise<void> {
    replica.process = this.#spawnMock(replica.port);
    await untilServing(replica);
  }

  async stop(): Promise<void> {
    const children = [this.#proxy, ...this.replicas.map((replica) => replica.process)];
    await Promise.all(children.map((child) => (child === null ? Promise.resolve() : end(child))));
    await this.redis.stop();
  }

  #spawnMock(port: number): ChildProcess {
    const { services } = parse(readFileSync(`${examples}/docker-compose.yaml`, 'utf8'), {
      merge: true,
    }) as Compose;
    const [, args = ''] = services['mock-1']!.command.split('backlot mock ');
    return spawn(process.execPath, ['dist/cli/main.js', 'mock', ...args.split(' ')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        BACKLOT_HOST: '127.0.0.1',
        BACKLOT_PORT: String(port),
        BACKLOT_REDIS: this.redis.url,
        BACKLOT_CONTROL_TOKEN: token,
      },
    });
  }

  async #startProxy(port: number): Promise<void> {
    const addresses = this.replicas.map((replica, place): [string, string] => [
      `MOCK_${place + 1}`,
      `127.0.0.1:${replica.port}`,
    ]);
    const child = spawn('haproxy', ['-f', `${examples}/haproxy.cfg`, '-db'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, BIND: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) },
    });
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    this.#proxy = child;
    this.url = `http://127.0.0.1:${port}`;
    while (!(await acceptsToken(this.url))) {
      if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}: ${complaints}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Waits until a mock listens, and reads its address. Errors: rejects when its process ends before. */
async function untilServing(replica: Replica): Promise<void> {
  const { process: child } = replica;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (replica.complaints += text));
  const [, url = '', port] = await untilPrinted(child, /^Backlot mock on (http:\S+:(\d+))/);
  replica.url = url;
  replica.port = Number(port);
}

/** Returns whether a server accepts the control token of the teams. */
async function acceptsToken(url: string): Promise<boolean> {
  const request = fetch(`${url}/_mock/clock`, { headers: { authorization: `Bearer ${token}` } });
  return request.then(
    ({ ok }) => ok,
    () => false,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
