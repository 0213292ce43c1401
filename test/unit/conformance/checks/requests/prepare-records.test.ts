/** Records are created by following links backwards, for any description. */
import { expect, it } from 'vitest';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { createSecrets } from '../../../../../conformance/http/secrets.ts';
import { createWire } from '../../../../../conformance/http/wire.ts';
import { createRequestBuilder } from '../../../../../conformance/requests/base-request.ts';
import { generalRequests } from '../../../../../conformance/requests/request-traits.ts';
import { prepareRecords } from '../../../../../conformance/requests/records/prepare-records.ts';
import { describeContract } from '../../../../../generator/load/describe-contract.ts';
import type { JsonObject } from '../../../../../generator/json/documents.ts';
import { contractOf, json, openapi } from '../../../generator/support/documents.ts';

const record = json({ type: 'object', properties: { id: { type: 'integer' }, key: { type: 'string' } } });

/** Writes an operation. Shape: links by the operation that they lead to. */
function operation(
  path: string,
  operationId: string,
  links: Readonly<Record<string, JsonObject>> = {},
  test: JsonObject = {},
): JsonObject {
  const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));
  const declared = Object.entries(links).map(([to, link]) => [to, { operationId: to, ...link }] as const);
  const response = { ...record, links: Object.fromEntries(declared) };
  return { operationId, 'x-test': test, parameters, responses: { '200': response } };
}

const own = { 'path.project': '$request.path.project', 'path.task': '$response.body#/id' };

const paths: JsonObject = {
  '/projects': {
    post: operation('/projects', 'createProject', {
      createTask: { parameters: { project: '$response.body#/key' } },
      closeProject: { parameters: { project: '$response.body#/key' } },
    }),
  },
  '/projects/{project}/tasks': {
    post: operation('/projects/{project}/tasks', 'createTask', {
      readTask: { parameters: own },
      deleteTask: { parameters: own },
    }),
  },
  '/projects/{project}/close': {
    post: operation(
      '/projects/{project}/close',
      'closeProject',
      {
        readReport: { parameters: { report: '$response.body#/key' } },
      },
      { consumes: 'the project', record: 'scratch' },
    ),
  },
  '/projects/{project}/tasks/{task}': {
    get: operation('/projects/{project}/tasks/{task}', 'readTask'),
    delete: operation('/projects/{project}/tasks/{task}', 'deleteTask', {}, { consumes: 'the task' }),
  },
  '/reports/{report}': { get: operation('/reports/{report}', 'readReport') },
  '/chickens/{chicken}': {
    post: operation('/chickens/{chicken}', 'hatch', { lay: { parameters: { egg: '$response.body#/key' } } }),
  },
  '/eggs/{egg}': {
    post: operation('/eggs/{egg}', 'lay', { hatch: { parameters: { chicken: '$response.body#/key' } } }),
  },
};

async function prepare(parameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) {
  const { contract: model } = contractOf(openapi(paths));
  const contract = describeContract(model, () => undefined);
  const sent: string[] = [];
  const wire = createWire({
    contract,
    baseUrl: 'http://127.0.0.1:1',
    fetch: (url, init) => {
      sent.push(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`);
      return Promise.resolve(Response.json({ id: sent.length, key: `key_${sent.length}` }));
    },
    level: 'destructive',
    budget: { requests: 100, perSecond: null, seconds: 60 },
    caps: defaultConfig.stream,
    secrets: createSecrets({}),
  });
  const environment = { ...defaultConfig.environment, baseUrl: wire.baseUrl, parameters };
  const isWanted = (): boolean => true;
  const builder = createRequestBuilder(contract, generalRequests, new Map());
  return {
    records: await prepareRecords({ builder, wire, environment, creating: environment, isWanted }),
    sent,
  };
}

it('a record is created with its parents, and an operation that ends one gets its own', async () => {
  const { records, sent } = await prepare();
  expect(sent).toEqual(['POST /projects', 'POST /projects/key_1/tasks', 'POST /projects/key_1/tasks']);
  expect(records).toEqual({
    createTask: { project: 'key_1' },
    readTask: { project: 'key_1', task: '2' },
    deleteTask: { project: 'key_1', task: '3' },
  });
});

it('a configured record is used, and only operations without one get a new one', async () => {
  const { records, sent } = await prepare({
    createTask: { project: 'mine' },
    readTask: { project: 'p', task: 't' },
  });
  expect(sent).toEqual(['POST /projects/mine/tasks']);
  expect(records).toEqual({ deleteTask: { project: 'mine', task: '1' } });
});
