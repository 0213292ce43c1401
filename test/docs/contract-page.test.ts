/** The changes on the page about the contract apply to `spec/`, and code is generated from the result. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, repository } from './support/blocks.ts';
import { runProgram } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';

const changes = blocksOf('docs/change-the-contract.md').filter(({ kind }) => kind === 'diff change');

const folder = useFolder();

beforeAll(() => {
  cpSync(join(repository, 'spec'), join(folder, 'spec'), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
});

it('the property, the event and the operation of the page are in the generated code', async () => {
  expect(changes).toHaveLength(3);
  for (const [place, { code }] of changes.entries()) {
    const patch = join(folder, `${place}.patch`);
    writeFileSync(patch, code);
    expect(await runProgram('git', ['apply', patch], {}, folder)).toEqual({ code: 0, output: '' });
  }
  const union = join(repository, 'tools/build/stream-union.ts');
  expect(await runProgram(process.execPath, [union], {}, folder)).toMatchObject({ code: 0 });
  const documents = ['--openapi', 'spec/openapi.yaml', '--asyncapi', 'spec/asyncapi.yaml'];
  const command = join(repository, 'cli/main.ts');
  const { code, output } = await runProgram(
    process.execPath,
    [command, 'generate', ...documents, '--out', 'api'],
    {},
    folder,
  );
  expect({ code, output }).toMatchObject({ code: 0 });
  const read = (file: string): string => readFileSync(join(folder, 'api', file), 'utf8');
  expect(read('types.ts')).toContain('color?: string');
  expect(read('types.ts')).toContain("'handover'");
  expect(read('client.ts')).toContain('getAgentColor');
});
