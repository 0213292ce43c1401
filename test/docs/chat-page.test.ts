/** The example on the chat page runs and prints the documented output. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { blocksOf, repository } from './support/blocks.ts';
import { withSources } from './support/page-program.ts';
import { runProgram } from './support/run-block.ts';

const programs = blocksOf('docs/chat.md')
  .filter(({ kind }) => kind.split(' ')[0] === 'ts')
  .map(({ code }) => code);

let mock: Mock;
let server: NodeServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-page-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mock = await createMock();
  server = await listen(mock, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['an approval', 0, 'paused approval\ncompleted true\n'],
  ['local tools and a reload', 1, 'completed\ncompleted true\n'],
])(
  'the example of %s prints the documented output',
  async (_, place, printed) => {
    expect(programs).toHaveLength(2);
    const file = join(folder, `chat-${place}.ts`);
    writeFileSync(file, withSources(programs[place] ?? ''));
    const args = ['--disable-warning=ExperimentalWarning', file];
    const { output } = await runProgram(process.execPath, args, { BACKLOT_URL: server.url });
    expect(output).toBe(printed);
  },
  60_000,
);
