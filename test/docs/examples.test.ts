/** The examples work: a mock with overrides, and a service on Fastify that the checks accept. */
import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMock } from '../../mock/index.ts';
import type { AnyMockDefinition } from '../../mock/resources/definition/define-mock.ts';
import { useFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { repository } from './support/blocks.ts';
import { builtFiles } from './support/page-program.ts';

const folder = useFolder();

/** Why by URL: the examples import the built package, which the compiler need not find. */
async function load<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(repository, 'examples', file)).href)) as Module;
}

it('the mock of parcels does what its files add to the description', async () => {
  const openapi = join(repository, 'examples/parcels/openapi.yaml');
  const { default: definition } = await load<{ default: AnyMockDefinition }>('parcels/mock.ts');
  const mock = await createMock({ openapi, mock: definition });
  const send = (path: string, body?: object): Promise<Response> =>
    mock.fetch(path, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  expect(await (await send('/quotes', { grams: 250 })).json()).toEqual({ cents: 360 });
  expect(await (await send('/parcels/p1/handover')).json()).toMatchObject({
    id: 'p1',
    status: 'travelling',
  });
  expect((await send('/parcels/p1/handover')).status).toBe(409);
  await mock.close();
});

it('the service on Fastify follows its description, by the commands of its workflow', async () => {
  const read = (file: string): string => readFileSync(join(repository, 'examples', file), 'utf8');
  const { jobs } = parse(read('fastify/check.yml')) as {
    readonly jobs: { readonly check: { readonly steps: readonly { readonly run?: string }[] } };
  };
  const commands = jobs.check.steps.flatMap(({ run = '' }) => /bin\/backlot (.*)/.exec(run)?.[1] ?? []);
  const [generate = '', check = ''] = commands;
  copyFileSync(join(repository, 'examples/tasks/openapi.yaml'), join(folder, 'openapi.yaml'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const built = pathToFileURL(builtFiles()['backlot/adapters/fastify'] ?? '').href;
  writeFileSync(
    join(folder, 'service.ts'),
    read('fastify/service.ts').replace('backlot/adapters/fastify', built),
  );
  expect((await runCommand(folder, generate.replace(' --check', '').split(' '))).code).toBe(0);
  expect((await runCommand(folder, generate.split(' '))).code).toBe(0);

  const service = spawn(process.execPath, ['service.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
  });
  const url = await new Promise<string>((resolve, reject) => {
    service.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
    service.stderr.once('data', (text: Buffer) => reject(new Error(text.toString())));
  });
  const { out, err } = await runCommand(folder, check.replace('http://127.0.0.1:3000', url).split(' '));
  service.kill();
  expect(err + out).toContain('PASSED');
});

interface Stories extends Readonly<Record<'Agents' | 'WithAnother' | 'Unavailable', object>> {
  readonly default: {
    readonly loaders: readonly [(story: object) => Promise<object>];
    readonly render: (values: null, context: { readonly loaded: object }) => string;
  };
}

it.each([
  ['Agents', /^<ul>(?!.*Concierge)/],
  ['WithAnother', /^<ul>.*Concierge/],
  ['Unavailable', /^<p role="alert">/],
] as const)('the stories each have a world: %s', async (name, html) => {
  const stories = await load<Stories>('stories/agents.stories.ts');
  const loaded = await stories.default.loaders[0](stories[name]);
  expect(stories.default.render(null, { loaded })).toMatch(html);
});
