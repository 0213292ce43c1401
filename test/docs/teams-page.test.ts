/** The page about teams names options that exist and files whose set-up `test/logs/team.test.ts` runs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPage, repository } from './support/blocks.ts';

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
