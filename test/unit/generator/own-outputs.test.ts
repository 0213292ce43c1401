/** Outputs of users: their templates are checked, and text of a description is never code. */
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  defineOutput,
  generate,
  list,
  text,
  type OutputPlugin,
  type PluginSource,
} from '../../../generator/index.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';
import { temporaryFolder } from '../../support/folder.ts';

const openapi = `openapi: 3.1.0
info: { title: "it's */ \\n alert(1)", version: '1' }
paths:
  /a: { get: { operationId: getA, responses: { '204': { description: none } } } }
`;

const fields = { title: text('Title'), operations: list('Operations', { id: text('Id') }) };

async function run(template: string, changes: Partial<OutputPlugin>) {
  const folder = await temporaryFolder({ 'openapi.yaml': openapi, 'own.hbs': template });
  const own = defineOutput({
    path: 'own.ts',
    about: 'Operations',
    fields,
    template: pathToFileURL(path.join(folder, 'own.hbs')),
    emit: ({ contract, print }) => ({
      title: print.comment(contract.title),
      operations: contract.operations.map(({ id }) => ({ id: print.literal(id) })),
    }),
  });
  const plugins = [{ ...own, ...changes }];
  const target = {
    name: 'api',
    openapi: 'openapi.yaml',
    asyncapi: [],
    out: 'out',
    lint: null,
    extras: [],
    plugins,
  };
  const sink = createMemorySink();
  const options = { folder, targets: [target], runtime: 'out/runtime', docs: 'docs', only: null };
  const { diagnostics } = await generate(options, sink, 'write');
  return { files: sink.files, problems: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

const CODE = '{{title}}\nexport const ids = [{{#each operations}}{{id}}, {{/each}}];\n';

const unprinted = ({ contract }: PluginSource) => ({ title: contract.title, operations: [] });

it('an output is rendered with its template', async () => {
  const { files, problems } = await run(CODE, {});
  expect(problems).toEqual([]);
  expect(files.get('out/own.ts')).toBe(
    "/**\n * it's *\\/\n *  alert(1)\n */\nexport const ids = ['getA', ];\n",
  );
});

it('an output uses the names of the client', async () => {
  const { files, problems } = await run('{{#each operations}}{{id}}\n{{/each}}', {
    emit: ({ contract, client, print }) => ({
      title: print.comment(''),
      operations: contract.operations.map(({ id }) => {
        const { call, input, result } = client.get(id)!;
        return { id: print.ts`${call}(${input}): ${result}` };
      }),
    }),
  });
  expect(problems).toEqual([]);
  expect(files.get('out/own.ts')).toBe('getA(GetAInput): GetAResult\n');
});

it('a field that is missing in a view is reported', async () => {
  const { problems } = await run(CODE, { emit: () => ({ title: undefined, operations: [] }) as never });
  expect(problems).toEqual([
    'PLUGIN_FAILED The output `own.ts` of the target `api` failed: The view.title is missing.',
  ]);
});

it('text of a description that was not printed is rejected in code', async () => {
  const { files, problems } = await run(CODE, { emit: unprinted });
  expect(problems).toEqual([
    'PLUGIN_FAILED The output `own.ts` of the target `api` failed: The view.title would print unsafe text.',
  ]);
  expect(files.size).toBe(0);
});

it('a file that is not code gets text unchanged', async () => {
  const { files } = await run('# {{title}}', { path: 'own.md', emit: unprinted });
  expect(files.get('out/own.md')).toContain("# it's */");
});

it('an unknown field in a template is reported', async () => {
  const { problems } = await run('{{titel}}', {});
  expect(problems).toEqual([
    expect.stringMatching(/^TEMPLATE_FIELD_UNKNOWN .*did you mean `title`/) as unknown,
  ]);
});

it('an output that a contract does not need is not written', async () => {
  const { files } = await run(CODE, { isNeeded: () => false });
  expect([files.has('out/own.ts'), files.has('out/types.ts')]).toEqual([false, true]);
});

it.each([
  ['../own.ts', 'which is not a path in the output folder'],
  ['types.ts', 'which exists already'],
])('the path %s is rejected', async (file, reason) => {
  expect((await run(CODE, { path: file })).problems).toEqual([expect.stringContaining(reason) as unknown]);
});

it('a template that does not exist is reported', async () => {
  const { problems } = await run(CODE, { template: new URL('file:///nowhere/own.hbs') });
  expect(problems).toEqual([expect.stringMatching(/^PLUGIN_FAILED .*no such file/) as unknown]);
});
