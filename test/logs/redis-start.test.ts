/** Starting with an unusable Redis prints why, and what to do. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/programs.ts';
import { hasRedis, RedisServer } from '../support/redis-server.ts';
import { openRedisLog } from './support/redis-log.ts';
import { useFolder } from '../support/folder.ts';

describe.runIf(hasRedis())('a start', () => {
  const folder = useFolder();
  const authority = join(folder, 'ca.crt');
  let open: RedisServer;
  let closed: RedisServer;
  let replica: RedisServer;
  let tlsPort: number;

  beforeAll(async () => {
    createCertificates(folder);
    tlsPort = await freePort();
    const tls = ['--tls-port', String(tlsPort), '--tls-auth-clients', 'no'];
    const files = ['cert-file', 'server.crt', 'key-file', 'server.key', 'ca-cert-file', 'ca.crt'];
    for (let place = 0; place < files.length; place += 2)
      tls.push(`--tls-${files[place]}`, join(folder, files[place + 1]!));
    open = await RedisServer.start(['--appendonly', 'yes', ...tls]);
    closed = await RedisServer.start(['--requirepass', 'right', '--appendonly', 'no']);
    replica = await RedisServer.start(['--appendonly', 'no', '--replicaof', '127.0.0.1', String(open.port)]);
  });
  afterAll(() => Promise.all([open.stop(), closed.stop(), replica.stop()]));

  const at = (port: number, more = {}) =>
    openRedisLog({ url: `redis://127.0.0.1:${port}`, timeout: 500, ...more });

  test('names the address and the reason', async () => {
    await expect(at(await freePort())).rejects.toThrow('ECONNREFUSED');
    await expect(at(0, { url: 'redis://nowhere.invalid' })).rejects.toThrow(
      'Check that it is running, and the URL.',
    );
    await expect(at(closed.port)).rejects.toThrow(
      `at 127.0.0.1:${closed.port}: Redis requires a password. Check the user name, the password`,
    );
    const url = `redis://:wrong@127.0.0.1:${closed.port}`;
    const error = await at(0, { url }).catch(String);
    expect(error).toContain('Redis rejects the user name or the password');
    expect(error).not.toContain('wrong@');
    await expect(at(0, { url: url.replace('wrong', 'right') + '/99' })).rejects.toThrow('out of range');
    await expect(at(replica.port)).rejects.toThrow('read-only replica. Use the URL of the primary');
  });

  test('explains the use of TLS', async () => {
    const url = `rediss://127.0.0.1:${tlsPort}`;
    await expect(at(0, { url })).rejects.toThrow('Set NODE_EXTRA_CA_CERTS');
    await expect(at(tlsPort)).rejects.toThrow('Use rediss:// if it expects TLS');
    await expect(at(0, { url: `rediss://127.0.0.1:${open.port}` })).rejects.toThrow('otherwise redis://');
    expect(await runMock(url, { NODE_EXTRA_CA_CERTS: authority })).toContain('Backlot mock on http://');
  });

  test('without the package redis shows the command that installs it', async () => {
    const hook = join(folder, 'without-redis.mjs');
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module';
       registerHooks({ resolve(name, context, next) {
         if (name === 'redis') throw Object.assign(new Error('no package'), { code: 'ERR_MODULE_NOT_FOUND' });
         return next(name, context);
       } });`,
    );
    expect(await runMock(open.url, { NODE_OPTIONS: `--import ${hook}` })).toContain(
      'requires the package redis: npm i redis',
    );
  });
});

/** Creates a certificate of `127.0.0.1` and the authority that has signed it. */
function createCertificates(folder: string): void {
  const run = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const authority = ['-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Authority'];
  const server = ['-keyout', 'server.key', '-out', 'server.crt', '-subj', '/CN=Redis'];
  run('req', '-x509', ...key, ...authority);
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1'];
  run('req', '-x509', ...key, ...server, ...signed);
}

/** Runs `backlot mock` until it serves or ends; returns what it has printed. */
async function runMock(url: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['dist/cli/main.js', 'mock', '--port', '0', '--redis', url], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = once(child, 'exit');
  const served = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('Backlot mock on')) resolve();
      });
  });
  await Promise.race([ended, served]);
  child.kill('SIGKILL');
  await ended;
  return printed;
}
