/** The example on the chat page runs and prints the documented output. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, repository } from './support/blocks.ts';
import { withSources } from './support/page-program.ts';
import { runProgram } from './support/run-block.ts';
import { useServedMock } from '../support/served-mock.ts';
import { useFolder } from '../support/folder.ts';

const programs = blocksOf('docs/chat.md')
  .filter(({ kind }) => kind.split(' ')[0] === 'ts')
  .map(({ code }) => code);

const served = useServedMock();
const folder = useFolder();

beforeAll(async () => {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
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
    const { output } = await runProgram(process.execPath, args, { BACKLOT_URL: served.url });
    expect(output).toBe(printed);
  },
  60_000,
);
