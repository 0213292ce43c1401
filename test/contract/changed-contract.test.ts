/** An author edits `spec/` and runs the generator; the mock of the copy serves the change without any other edit. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseDocument, stringify, type Document } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Edits one YAML file of the copy, named relative to the project. */
type EditYaml = (file: string, edit: (document: Document) => void) => Promise<void>;

/** Adds a YAML file to the copy. */
type AddYaml = (file: string, document: object) => Promise<void>;

interface ChangedProject extends AsyncDisposable {
  /** Runs a module of the copy and returns its output, parsed as JSON. */
  run(source: string): Promise<unknown>;
}

const root = join(import.meta.dirname, '../..');
const folders = [
  'spec',
  'contract',
  'generator',
  'templates',
  'generated',
  'mock',
  'cli',
  'conformance',
  'tools',
];
const execute = promisify(execFile);

/** Copies the project, edits the copy's contract and generates its code. */
async function changeContract(
  edit: (editYaml: EditYaml, addYaml: AddYaml) => Promise<void>,
): Promise<ChangedProject> {
  const copy = await mkdtemp(join(tmpdir(), 'backlot-changed-'));
  await Promise.all(folders.map((folder) => cp(join(root, folder), join(copy, folder), { recursive: true })));
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const config =
    'targets: { service: { openapi: spec/openapi.yaml, out: generated/service, with: [samples] } }';
  await writeFile(join(copy, 'backlot.config.yaml'), `runtime: package\nimportExtension: ts\n${config}\n`);
  const addYaml: AddYaml = (file, document) => writeFile(join(copy, file), stringify(document));
  const editYaml: EditYaml = async (file, change) => {
    const document = parseDocument(await readFile(join(copy, file), 'utf8'));
    change(document);
    await writeFile(join(copy, file), String(document));
  };
  await edit(editYaml, addYaml);
  await execute(process.execPath, ['cli/main.ts', 'generate', '--no-cache'], { cwd: copy });
  await execute(process.execPath, ['tools/build/properties.ts'], { cwd: copy });
  return {
    async run(source) {
      await writeFile(join(copy, 'try.ts'), source);
      const { stdout } = await execute(process.execPath, ['try.ts'], { cwd: copy });
      return JSON.parse(stdout) as unknown;
    },
    [Symbol.asyncDispose]: () => rm(copy, { recursive: true }),
  };
}

let project: ChangedProject;
let seen: {
  readonly agent: Seen<{ id: string; region: string }>;
  readonly list: Seen<{ data: { region?: string }[] }>;
  readonly versions: Seen<{ versions: { reviewer?: object }[] }>;
  readonly stats: Seen<object>;
  readonly journal: Seen<{ requests: { violations: object[] }[] }>;
  readonly report: Seen<unknown>;
  readonly published: Seen<unknown>;
  readonly progress: Seen<string>;
  readonly unknownEvent: Seen<unknown>;
};

interface Seen<Body> {
  readonly status: number;
  readonly mark: string | null;
  readonly body: Body;
}

const requests = `
import { createMock } from './mock/index.ts';
const mock = await createMock();
const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };
const call = async (path, init = {}) => {
  const response = await mock.fetch(path, { ...init, headers: { ...headers, ...init.headers } });
  const text = await response.text();
  const mark = response.headers.get('backlot-outside-contract');
  return { status: response.status, mark, body: text.startsWith('{') ? JSON.parse(text) : text };
};
const post = (path, body, more) => call(path, { method: 'POST', body: JSON.stringify(body), headers: more });
const run = (scenario) =>
  post('/v1/agents/agent_support/execute', { messages: [{ role: 'user', content: 'Hi' }], streamResponse: true }, {
    prefer: 'scenario=' + scenario,
  });
const putScenario = (name, steps) =>
  call('/_mock/scenarios/' + name, { method: 'PUT', body: JSON.stringify({ description: 'A test.', steps }) });
await putScenario('progress', [{ event: { type: 'progress', percent: 50 } }, { say: 'Done.' }]);
console.log(JSON.stringify({
  agent: await call('/v1/agents/agent_support'),
  list: await call('/v1/agents'),
  versions: await call('/v1/agent-versions/agent_support'),
  stats: await call('/v1/analytics/stats'),
  journal: await call('/_mock/requests?operationId=listAgentVersions'),
  report: await call('/v1/health-report'),
  published: await post('/v1/agents/agent_support/publish', {}),
  progress: await run('progress'),
  unknownEvent: await putScenario('wrong', [{ event: { type: 'progres' } }]),
}));
await mock.close();
`;

const region = { type: 'string', enum: ['eu', 'us'], description: 'Where it runs.' };
const reviewer = {
  type: 'object',
  properties: { name: { type: 'string', example: 'Ada' }, since: { type: 'string', format: 'date' } },
};
const report = {
  operationId: 'getHealthReport',
  tags: ['Agents'],
  summary: 'Get a health report',
  security: [{ apiKey: [] }],
  responses: {
    200: {
      description: 'The report.',
      content: {
        'application/json': {
          schema: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } },
        },
      },
    },
  },
};

beforeAll(async () => {
  project = await changeContract(async (edit, add) => {
    for (const schema of ['Agent', 'AgentSummary']) {
      await edit(`spec/schemas/${schema}.yaml`, (document) => {
        document.addIn(['required'], 'region');
        document.setIn(['properties', 'region'], document.createNode(region));
      });
    }
    await edit('spec/schemas/AgentVersionSummary.yaml', (document) => {
      document.setIn(['properties', 'reviewer'], document.createNode(reviewer));
    });
    await edit('spec/openapi.yaml', (document) => {
      document.setIn(['paths', '/v1/health-report'], document.createNode({ get: report }));
    });
    await edit('spec/paths/agents/publish.yaml', (document) => {
      document.setIn(['post', 'responses', '201'], document.getIn(['post', 'responses', '200']));
      document.deleteIn(['post', 'responses', '200']);
    });
    await edit('spec/schemas/ExecutionStreamEvent.yaml', (document) => {
      document.addIn(['oneOf'], document.createNode({ $ref: '../shared/events/progress.yaml' }));
      document.setIn(['discriminator', 'mapping', 'progress'], '../shared/events/progress.yaml');
    });
    await add('spec/shared/events/progress.yaml', {
      type: 'object',
      description: 'How far a run is.',
      required: ['type', 'executionId', 'seq', 'percent', 'label'],
      properties: {
        type: { type: 'string', const: 'progress' },
        executionId: { type: 'string' },
        seq: { type: 'number' },
        percent: { type: 'number' },
        label: { type: 'string' },
      },
    });
    await edit('spec/shared/events/text_start.yaml', (document) => {
      document.addIn(['required'], 'locale');
      document.setIn(['properties', 'locale'], document.createNode({ type: 'string' }));
    });
    await edit('spec/shared/events/text_delta.yaml', (document) => {
      document.setIn(['properties', 'confidence'], document.createNode({ type: 'number', maximum: 1 }));
    });
  });
  seen = (await project.run(requests)) as typeof seen;
}, 120_000);

afterAll(() => project[Symbol.asyncDispose]());

describe('the mock of a changed contract', () => {
  test('fills a property that became required from a sample, and marks the response', () => {
    const { status, mark, body } = seen.agent;
    expect([status, mark, body.id, ['eu', 'us'].includes(body.region)]).toEqual([
      200,
      'sampled',
      'agent_support',
      true,
    ]);
  });

  test('fills it in for every item of an array', () => {
    const { status, mark, body } = seen.list;
    expect([status, mark, body.data.length > 1]).toEqual([200, 'sampled', true]);
    expect(body.data.every(({ region }) => region !== undefined)).toBe(true);
  });

  test('sends a sample of an optional property that it does not implement, and marks the response', () => {
    const { status, mark, body } = seen.versions;
    expect([status, mark, body.versions.length > 0]).toEqual([200, 'sampled', true]);
    for (const { reviewer } of body.versions)
      expect(reviewer).toEqual({ name: 'Ada', since: expect.any(String) as string });
    expect(seen.journal.body.requests.at(-1)?.violations).toMatchObject([
      { in: 'response', message: expect.stringContaining('versions[].reviewer') as string },
    ]);
  });

  test('does not change a response whose properties it implements', () => {
    expect([seen.stats.status, seen.stats.mark]).toEqual([200, null]);
  });

  test('sends a sample of an optional property of an event', () => {
    expect(seen.progress.body).toMatch(/: sampled\nevent: text_delta\n.*\ndata: .*"confidence":/);
  });

  test('returns the sample of an operation without a handler', () => {
    expect(seen.report).toMatchObject({
      status: 200,
      mark: 'sampled',
      body: { ok: expect.any(Boolean) as boolean },
    });
  });

  test('responds with the declared success status', () => {
    expect(seen.published).toMatchObject({ status: 201, mark: 'sampled', body: { success: true } });
  });

  test('emits an event that no other step emits', () => {
    expect(seen.progress.body).toContain('event: progress\n');
    expect(seen.progress.body).toContain('"percent":50');
    expect(seen.progress.body).toContain('event: execution_complete\n');
  });

  test('completes events that lack a newly required property', () => {
    expect(seen.progress.body).toMatch(/: sampled\nevent: text_start\n.*\ndata: .*"locale":"/);
  });

  test('rejects a scenario with an event that is not in the contract', () => {
    expect(seen.unknownEvent).toMatchObject({
      status: 400,
      body: { details: [{ path: 'steps.0.event.type', suggestion: 'progress' }] },
    });
  });
});
