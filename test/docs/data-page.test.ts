/** The commands on the data page run unchanged, one after the other. */
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';
import { blocksOf, repository } from './support/blocks.ts';
import { runProgram } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';

const commands = blocksOf('docs/data.md')
  .filter(({ kind }) => kind === 'sh maintain')
  .flatMap(({ code }) => code.trimEnd().split('\n'));
const folder = useFolder();

beforeAll(async () => {
  const mock = await createMock({ log: sqliteLog({ file: join(folder, 'mock-data/backlot.db') }) });
  await mock.createWorld({ id: 'mine' });
  await mock.close();
});

it('has commands', () => {
  expect(commands.length).toBeGreaterThan(3);
});

it.each(commands)('%s', async (command) => {
  const line = command.replace('npx backlot', `${process.execPath} ${join(repository, 'dist/cli/main.js')}`);
  const { code, output } = await runProgram('sh', ['-c', line], {}, folder);
  expect(code, output).toBe(0);
});
