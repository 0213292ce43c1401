/** OpenAPI and AsyncAPI documents become one OpenAPI 3.2 document, which has the same streams when it is read. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { ContractModel } from '../../../generator/model/contract-model.ts';
import { projectDocuments } from '../../../generator/project/project.ts';
import type { JsonObject } from '../../../generator/json/documents.ts';
import { nodeAt } from '../../../generator/json/json.ts';
import { readContract } from '../../../tools/read-contract.ts';
import { temporaryFolder } from '../../support/folder.ts';

const info = { title: 'Jobs', version: '1' };
const tick = {
  type: 'object',
  required: ['type', 'at'],
  properties: { type: { const: 'tick' }, at: { type: 'integer' } },
};
const done = { type: 'object', required: ['type'], properties: { type: { const: 'done' } } };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const framed = (event: JsonObject): JsonObject => ({
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'string', contentMediaType: 'application/json', contentSchema: event } },
});

function openapiOf(content: JsonObject, more: JsonObject = {}): JsonObject {
  const get = { operationId: 'followJob', responses: { 200: { description: 'Events.', content } }, ...more };
  const schemas = { Tick: tick, Done: done, JobEvent: { oneOf: [ref('Tick'), ref('Done')] } };
  return { openapi: '3.1.0', info, paths: { '/jobs': { get } }, components: { schemas } };
}

const asyncapi = {
  asyncapi: '3.0.0',
  info,
  channels: {
    jobs: {
      address: '/jobs',
      messages: {
        begun: {
          name: 'job begun',
          payload: { ...done, properties: { type: { const: 'begun' } } },
          'x-sse': {},
        },
        tick: { payload: ref('Pulse') },
      },
    },
  },
  components: {
    schemas: {
      Pulse: { ...tick, properties: { type: { const: 'pulse' }, at: { $ref: '#/components/schemas/Time' } } },
      Time: { type: 'integer' },
    },
  },
};

async function project(openapi: JsonObject, events: JsonObject | null = null) {
  const files = { 'openapi.json': JSON.stringify(openapi), 'asyncapi.json': JSON.stringify(events) };
  const folder = await temporaryFolder(files);
  const paths = { openapi: 'openapi.json', asyncapi: events === null ? [] : ['asyncapi.json'] };
  const { document, diagnostics } = await projectDocuments(paths, folder);
  if (document === null) throw new Error(JSON.stringify(diagnostics));
  const written = await temporaryFolder({ 'openapi.yaml': stringify(document) });
  const before = await readContract(paths, folder);
  const after = await readContract({ openapi: 'openapi.yaml', asyncapi: [] }, written);
  return { document, before, after };
}

function withoutPlaces({ streams }: ContractModel): readonly object[] {
  return streams.map(({ place: _, ...stream }) => stream);
}

const responsePointer = '#/paths/~1jobs/get/responses/200/content/';
const eventStream = 'text~1event-stream';

describe('a stream of the OpenAPI document', () => {
  it.each([
    ['of frames', { schema: framed(ref('JobEvent')) }, {}, framed(ref('JobEvent'))],
    ['of events', { schema: ref('JobEvent') }, {}, framed(ref('JobEvent'))],
    [
      'of texts with x-stream',
      { schema: { type: 'string' } },
      { 'x-stream': { event: 'JobEvent' } },
      framed(ref('JobEvent')),
    ],
    ['with itemSchema', { itemSchema: framed(ref('JobEvent')) }, {}, framed(ref('JobEvent'))],
  ])('%s has them as itemSchema', async (_, content, more, itemSchema) => {
    const { document, before, after } = await project(openapiOf({ 'text/event-stream': content }, more));
    expect(document['openapi']).toBe('3.2.0');
    expect(nodeAt(document, responsePointer + eventStream)).toEqual({ itemSchema });
    expect(before.streams[0]?.events.map(({ type }) => type)).toEqual(['tick', 'done']);
    expect(withoutPlaces(after)).toEqual(withoutPlaces(before));
  });

  it('of JSON values has the items of the list as itemSchema, and its texts as serialized examples', async () => {
    const schema = { type: 'array', items: ref('JobEvent') };
    const examples = { one: { summary: 'One', value: '{"type":"done"}\n' } };
    const content = { 'application/jsonl': { schema, examples }, 'application/json': { schema } };
    const { document, before, after } = await project(openapiOf(content));
    expect(nodeAt(document, responsePointer.slice(0, -1))).toEqual({
      'application/jsonl': {
        itemSchema: ref('JobEvent'),
        examples: { one: { summary: 'One', serializedValue: '{"type":"done"}\n' } },
      },
      'application/json': { schema },
    });
    expect(after.operations[0]?.responses[0]?.content).toEqual(before.operations[0]?.responses[0]?.content);
  });

  it('keeps a schema that describes no event', async () => {
    const content = { 'text/event-stream': { schema: { type: 'string' } } };
    const { document } = await project(openapiOf(content));
    expect(nodeAt(document, responsePointer.slice(0, -1))).toEqual(content);
  });
});

describe('a channel', () => {
  it.each([
    ['adds its events to a stream without a schema', { 'text/event-stream': {} }],
    ['adds a stream to the operation at its address', { 'application/json': { schema: { type: 'object' } } }],
  ])('%s', async (_, content) => {
    const { document, before, after } = await project(openapiOf(content), asyncapi);
    expect(nodeAt(document, responsePointer + eventStream)).toEqual({ itemSchema: framed(ref('jobsEvent')) });
    expect(nodeAt(document, '#/components/schemas/jobsEvent')).toEqual({
      anyOf: [ref('job_begun'), ref('Pulse')],
    });
    expect(nodeAt(document, '#/components/schemas/job_begun')).toHaveProperty('x-sse');
    expect(nodeAt(document, '#/components/schemas/Time')).toEqual({ type: 'integer' });
    expect(after.streams[0]?.events.map(({ type }) => type)).toEqual(['begun', 'pulse']);
    expect(after.streams[0]?.name).toBe('jobsEvent');
    expect(before.channels).toHaveLength(1);
  });

  it('without an operation adds its types, a polled one no union', async () => {
    const { jobs } = asyncapi.channels;
    const channels = {
      other: { ...jobs, address: '/other' },
      feed: { ...jobs, address: '/feed', 'x-delivery': 'poll' },
    };
    const { document } = await project(openapiOf({}), { ...asyncapi, channels });
    const names = Object.keys(nodeAt(document, '#/components/schemas') as JsonObject);
    const payloads = ['Pulse', 'Time', 'job_begun', 'job_begun2'];
    expect(names).toEqual(['Tick', 'Done', 'JobEvent', ...payloads, 'otherEvent']);
    expect(Object.keys(nodeAt(document, '#/paths') as JsonObject)).toEqual(['/jobs']);
  });
});

it('schemas of OpenAPI 3.0 become JSON Schema, examples and extensions stay', async () => {
  const old = { type: 'string', nullable: true };
  const openapi = {
    ...openapiOf(
      { 'application/json': { schema: old, example: { schema: old } } },
      {
        parameters: [
          { name: 'schema', in: 'query', schema: { type: 'number', minimum: 0, exclusiveMinimum: true } },
        ],
        'x-schema': { schema: old },
        callbacks: {
          done: {
            '{$request.query.url}': {
              post: { requestBody: { content: { 'application/json': { schema: old } } }, responses: {} },
            },
          },
        },
      },
    ),
    openapi: '3.0.3',
  };
  const { document } = await project(openapi);
  const at = (pointer: string) => nodeAt(document, `#/paths/~1jobs/get${pointer}`);
  const fresh = { type: ['string', 'null'] };
  expect(at('/responses/200/content/application~1json')).toEqual({ schema: fresh, example: { schema: old } });
  expect(at('/parameters/0/schema')).toEqual({ type: 'number', exclusiveMinimum: 0 });
  expect(at('/x-schema')).toEqual({ schema: old });
  const callback = '/callbacks/done/{$request.query.url}/post/requestBody/content/application~1json/schema';
  expect(at(callback)).toEqual(fresh);
});

it.each(['directions', 'openapi-3.0', 'stream-forms'])(
  'the golden case %s has the same schemas and streams afterwards',
  async (name) => {
    const folder = path.join(import.meta.dirname, '../../golden', name);
    const events = existsSync(path.join(folder, 'asyncapi.yaml')) ? ['asyncapi.yaml'] : [];
    const paths = { openapi: 'openapi.yaml', asyncapi: events };
    const { document } = await projectDocuments(paths, folder);
    const written = await temporaryFolder({ 'openapi.yaml': stringify(document) });
    const before = await readContract(paths, folder);
    const after = await readContract({ openapi: 'openapi.yaml', asyncapi: [] }, written);
    const schemasOf = ({ schemas }: ContractModel) =>
      new Map(schemas.map((each) => [each.name, each.schema]));
    expect(schemasOf(after)).toEqual(schemasOf(before));
    expect(withoutPlaces(after)).toEqual(withoutPlaces(before));
  },
);
