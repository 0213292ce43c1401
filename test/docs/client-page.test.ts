/** The blocks of the client page form one program: it runs and prints the documented output. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, readPage, repository } from './support/blocks.ts';
import { programOf, withSources } from './support/page-program.ts';
import { runProgram } from './support/run-block.ts';
import { useServedMock } from '../support/served-mock.ts';
import { useFolder } from '../support/folder.ts';

const timeout = 60_000;
const page = 'docs/client.md';
const blocks = blocksOf(page);
const program = programOf(blocks.filter(({ kind }) => kind.startsWith('ts')));

const served = useServedMock();
const folder = useFolder();

beforeAll(async () => {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});

it('every block of the page is tested', () => {
  const kinds = blocks.map(({ kind }) => kind);
  expect(kinds.filter((kind) => !['ts', 'ts setup', 'sh size'].includes(kind))).toEqual([]);
  expect(kinds.filter((kind) => kind === 'ts').length).toBeGreaterThan(6);
});

it(
  'the program runs against the mock and prints the documented output',
  async () => {
    const file = join(folder, 'program.ts');
    writeFileSync(file, withSources(program).replaceAll('http://127.0.0.1:4010', served.url));
    const { output, code } = await runProgram(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      file,
    ]);
    const wanted = program.split('expectText(').length - 2;
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(' checked\n') as unknown });
    expect(Number(/(\d+) checked/.exec(output)?.[1])).toBeGreaterThan(wanted / 2);
  },
  timeout,
);

describe('the table of sizes', () => {
  const rows = [...readPage(page).matchAll(/^\| `([^`]+)`[^|]*\| +(\d+) \| +(\d+) \|$/gm)];
  const command = blocks.find(({ kind }) => kind === 'sh size')?.code ?? '';

  it('has the five bundles', () => {
    expect(rows).toHaveLength(5);
    expect(command).toContain(rows[0]?.[1]);
  });

  it.each(rows.map(([, names = '', bytes, zipped]) => ({ names, bytes, zipped })))(
    '$names matches the measured size within two percent',
    async ({ names, bytes, zipped }) => {
      const file = names === 'createApi' ? 'api.ts' : 'client.ts';
      const here = command
        .replace(/export \{[^}]*\} from '[^']*'/, `export { ${names} } from './generated/service/${file}'`)
        .replaceAll('dist/', `${folder}/`)
        .replace('npx esbuild', join(repository, 'node_modules/.bin/esbuild'));
      const { output, code } = await runProgram('sh', ['-e', '-c', here], {}, repository);
      expect(code).toBe(0);
      const [plain = 0, packed = 0] = output.trim().split(/\s+/).map(Number);
      expect(Math.abs(plain / Number(bytes) - 1)).toBeLessThan(0.02);
      expect(Math.abs(packed / Number(zipped) - 1)).toBeLessThan(0.02);
    },
  );
});
