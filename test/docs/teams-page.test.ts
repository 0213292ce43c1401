/** The page about teams names options and files that exist, and its start with processes works. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { hasTeam } from '../logs/support/team.ts';
import { freePort } from '../support/programs.ts';
import { blocksOf, readPage, repository } from './support/blocks.ts';

const page = readPage('docs/teams.md');

it('names options of the command', () => {
  const { stdout } = spawnSync(process.execPath, ['dist/cli/main.js', 'mock', '--help'], {
    encoding: 'utf8',
  });
  const options = new Set([...page.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option ?? ''));
  expect([...options].filter((option) => !stdout.includes(option))).toEqual([]);
});

it('names files of the example', () => {
  const files = [...page.matchAll(/`([\w-]+\.(?:yaml|cfg|conf))`/g)].map(([, file]) => file ?? '');
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(repository, 'examples/shared', file)))).toEqual([]);
});

it('starts containers with the packed package, and runs no package by its name', () => {
  const compose = parse(readFileSync(join(repository, 'examples/shared/docker-compose.yaml'), 'utf8'), {
    merge: true,
  }) as { services: Record<string, { build?: string; command?: string }> };
  const image = readFileSync(join(repository, 'examples/shared/Dockerfile'), 'utf8');
  for (const name of ['mock-1', 'mock-2', 'mock-3'])
    expect(compose.services[name]).toMatchObject({
      build: '.',
      command: expect.stringMatching(/^node_modules\/\.bin\/backlot mock /) as unknown,
    });
  expect(image).toMatch(/^COPY backlot-\*\.tgz \.\/$/m);
  expect(image).toMatch(/^RUN npm install \.\/backlot-\*\.tgz redis@\d+$/m);
});

it('mentions no registry package with the name of this one', () => {
  const { stdout } = spawnSync(
    'git',
    ['grep', '-nE', String.raw`(npx|dlx|npm exec)\b.*(--yes|-y|--package|-p) .*backlot`],
    {
      cwd: repository,
      encoding: 'utf8',
    },
  );
  expect(stdout.split('\n').filter((line) => line !== '' && !line.startsWith('test/'))).toEqual([]);
});

it.runIf(hasTeam())(
  'starts two mocks behind one address as processes',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backlot-team-'));
    cpSync(join(repository, 'examples/shared'), join(folder, 'examples/shared'), { recursive: true });
    const [block] = blocksOf('docs/teams.md').filter(({ code }) => code.includes('haproxy -f'));
    const port = await freePort();
    const ports = new Map<string, number>();
    for (const one of ['6379', '4011', '4012']) ports.set(one, await freePort());
    const script = (block?.code ?? '')
      .replaceAll(/\b(?:6379|4011|4012)\b/g, (from) => String(ports.get(from)))
      .replaceAll('npx backlot', `'${process.execPath}' '${join(repository, 'dist/cli/main.js')}'`);
    const child = spawn('sh', ['-c', script], {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, BIND: `127.0.0.1:${port}` },
    });
    try {
      await expect
        .poll(() => statuses([port, ports.get('4011'), ports.get('4012')]), {
          timeout: 60_000,
          interval: 200,
        })
        .toEqual([200, 200, 200]);
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ id: 'shared' });
      const created = await fetch(`http://127.0.0.1:${port}/_mock/worlds`, { method: 'POST', headers, body });
      expect(created.status).toBe(201);
      for (const one of ['4011', '4012'])
        expect((await fetch(`http://127.0.0.1:${ports.get(one)}/w/shared/_mock/clock`)).status).toBe(200);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  90_000,
);

function statuses(ports: readonly (number | undefined)[]): Promise<readonly number[]> {
  return Promise.all(
    ports.map(async (port) => {
      const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      return response?.status ?? 0;
    }),
  );
}

it.runIf(hasTeam()).each([1, 2, 3, 4])('has a valid configuration of HAProxy for %i mocks', (count) => {
  const mocks = Array.from({ length: count }, (_, place) => [
    `MOCK_${place + 1}`,
    `127.0.0.1:${4011 + place}`,
  ]);
  const { status, stderr } = spawnSync(
    'haproxy',
    ['-c', '-f', join(repository, 'examples/shared/haproxy.cfg')],
    {
      env: { PATH: process.env['PATH'], ...(Object.fromEntries(mocks) as Record<string, string>) },
      encoding: 'utf8',
    },
  );
  expect([status, stderr.includes('ALERT')]).toEqual([0, false]);
});
