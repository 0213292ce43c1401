/** The blocks of the server page form one program: it serves, and its calls print the documented output. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, repository } from './support/blocks.ts';
import { programOf, withSources } from './support/page-program.ts';
import { runProgram } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';

const patience = 60_000;
const blocks = blocksOf('docs/server.md');
const program = programOf(blocks);
const folder = useFolder();

beforeAll(() => {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});

/** Finds a free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('every block of the page is tested', () => {
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['ts setup', 'ts']));
});

it(
  'the program serves, and its calls print the documented output',
  async () => {
    const file = join(folder, 'program.ts');
    const ports = [await freePort(), await freePort()];
    const here = withSources(program)
      .replaceAll('4011', String(ports[0]))
      .replaceAll('4012', String(ports[1]));
    writeFileSync(file, here);
    const { output, code } = await runProgram(process.execPath, [file]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(' checked\n') as unknown });
  },
  patience,
);
