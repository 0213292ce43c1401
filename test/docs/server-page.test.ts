/** The blocks of the server page form one program: it serves, and its calls print the documented output. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { blocksOf, repository } from './support/blocks.ts';
import { programOf, withSources } from './support/page-program.ts';
import { runProgram } from './support/run-block.ts';
import { generate } from '../../generator/index.ts';
import { createMemorySink } from '../../tools/memory-sink.ts';
import { compileFiles } from '../golden/support/compile.ts';
import { useFolder } from '../support/folder.ts';
import { freePort } from '../support/programs.ts';

const timeout = 60_000;
const blocks = blocksOf('docs/server.md');
const program = programOf(blocks.filter(({ kind }) => kind !== 'ts webhooks'));
const folder = useFolder();

beforeAll(() => {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});

it('every block of the page is tested', () => {
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['ts setup', 'ts webhooks', 'ts']));
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
  timeout,
);

const INVOICES = `openapi: 3.1.0
info: { title: Invoices, version: '1' }
webhooks:
  invoice.paid:
    post:
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [amount], properties: { amount: { type: number } } }
`;

it(
  'the receiver of webhooks compiles, and handles a signed one',
  async () => {
    writeFileSync(join(folder, 'openapi.yaml'), INVOICES);
    const target = { name: 'api', openapi: 'openapi.yaml', asyncapi: [], out: 'api', lint: null, extras: [] };
    const sink = createMemorySink();
    const options = { folder, targets: [target], runtime: 'copy', docs: 'docs', only: null };
    await generate(options, sink, 'write');
    const port = String(await freePort());
    const code = blocks.find(({ kind }) => kind === 'ts webhooks')?.code.replaceAll('4013', port) ?? '';
    const files = new Map([...sink.files, ['receive.ts', code]]);
    for (const [file, text] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const sources = new Map([...files].filter(([file]) => file.endsWith('.ts')));
    // The compiler of the tests has no types of Node.
    expect(compileFiles(sources).filter((error) => !/'node:http'|'process'/.test(error))).toEqual([]);
    const run = await runProgram(process.execPath, [join(folder, 'receive.ts')]);
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining('msg_1 12\n204\n') as unknown });
  },
  timeout,
);
