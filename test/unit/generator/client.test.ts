/** Features that the client generator detects in a contract: pagination, streams, resumption and available names. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../generator/json/documents.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { planStreams } from '../../../generator/emit/outputs/client/streams.ts';
import { findPaginations } from '../../../generator/emit/outputs/client/pagination.ts';
import { createSchemaReader } from '../../../generator/schema/schema-reader.ts';
import { exportedValues, resolveClientNames } from '../../../generator/naming/client-names.ts';
import { resolveNames } from '../../../generator/naming/resolve-names.ts';
import { contractOf, json, openapi, ref, stream } from './support/documents.ts';

const text = { type: 'string' };
const query = (...names: readonly string[]): JsonObject[] =>
  names.map((name) => ({ name, in: 'query', schema: text }));
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const list = { type: 'array', items: text };

function paginationsOf(operation: JsonObject, schema: JsonObject, method = 'get') {
  const { report, diagnostics } = collectDiagnostics();
  const paths = {
    '/a': { [method]: { operationId: 'listA', responses: { '200': json(schema) }, ...operation } },
  };
  const pagination = findPaginations(contractOf(openapi(paths)).contract, report).get('listA');
  const problems = diagnostics.filter(({ severity }) => severity !== 'info').map(({ message }) => message);
  return { pagination, problems };
}

describe('pagination that is inferred from the schema', () => {
  it.each<[string, JsonObject, readonly string[], JsonObject | undefined]>([
    [
      'cursor, next cursor and items beside each other',
      object({ data: list, nextCursor: text, hasMore: { type: 'boolean' } }),
      ['cursor'],
      { cursor: 'cursor', next: 'nextCursor', items: 'data', more: 'hasMore' },
    ],
    [
      'the next cursor in a wrapper',
      object({ things: list, pagination: object({ next_page_token: text }) }),
      ['limit', 'page_token'],
      { cursor: 'page_token', next: 'pagination.next_page_token', items: 'things' },
    ],
    ['no parameter for a cursor', object({ data: list, nextCursor: text }), ['limit'], undefined],
    ['no next cursor', object({ data: list }), ['cursor'], undefined],
    ['two lists', object({ ones: list, others: list, nextCursor: text }), ['cursor'], undefined],
  ])('with %s', (_name, schema, names, rule) => {
    const { pagination, problems } = paginationsOf({ parameters: query(...names) }, schema);
    expect(pagination?.rule).toEqual(rule);
    expect(problems).toEqual([]);
  });

  it('reads the list that is named like the path, and the first page in JSON', () => {
    const schema = object({ members: list, a: list, total: { type: 'integer' } });
    const { pagination } = paginationsOf(
      {
        parameters: query('offset', 'limit').map((each) => ({ ...each, schema: { type: 'integer' } })),
        responses: {
          '200': {
            description: '',
            content: { 'application/xml': { schema }, 'application/json': { schema } },
          },
          '204': { description: '' },
        },
      },
      schema,
    );
    expect(pagination).toMatchObject({ form: 'byOffset', items: 'a' });
  });

  it('is limited to GET, and to requests whose cursor is in the response', () => {
    const cursors = object({ data: list, nextCursor: text });
    const pages = object({ data: list, total: { type: 'integer' } });
    const formOf = (schema: JsonObject, name: string, method: string): string | null | undefined =>
      paginationsOf({ parameters: query(name) }, schema, method).pagination?.form;
    expect(formOf(cursors, 'cursor', 'post')).toBe('byCursor');
    expect(formOf(cursors, 'cursor', 'put')).toBeUndefined();
    expect(formOf(pages, 'page', 'get')).toBe('byPage');
    expect(formOf(pages, 'page', 'post')).toBeUndefined();
  });
});

describe('an extension that refers to something missing', () => {
  const page = object({ data: list, cursor: text, more: { type: 'boolean' } });
  it.each<[string, JsonObject, string]>([
    [
      'x-pagination',
      { cursor: 'x', next: 'cursor', items: 'data' },
      '`cursor` is not a query parameter ("x")',
    ],
    [
      'x-pagination',
      { cursor: 'after', next: 'a.b', items: 'data' },
      '`next` is not a property of the body ("a.b")',
    ],
    ['x-pagination', { cursor: 'after' }, '`next` is missing beside `cursor`'],
    [
      'x-polling',
      { cursor: { in: 'x', out: 'cursor' }, more: 'more' },
      '`in` is not a query parameter ("x")',
    ],
    [
      'x-polling',
      { cursor: { in: 'after', out: 'cursor' }, more: 'more', wait: { param: 'hold', max: 1 } },
      '`wait` is not a query parameter ("hold")',
    ],
    [
      'x-polling',
      { cursor: { in: 'after', out: 'cursor' }, more: 'more', gap: 'lost' },
      '`gap` is not a property of the body ("lost")',
    ],
  ])('in %s is reported: %j', (extension, hint, problem) => {
    const { pagination, problems } = paginationsOf({ parameters: query('after'), [extension]: hint }, page);
    expect(pagination).toBeUndefined();
    expect(problems).toEqual([`\`${extension}\` of \`listA\` is ignored: ${problem}.`]);
  });

  it('detects the items of a feed if the response has exactly one list', () => {
    const hint = { cursor: { in: 'after', out: 'cursor' }, more: 'more' };
    const { pagination } = paginationsOf({ parameters: query('after'), 'x-polling': hint }, page);
    expect(pagination).toMatchObject({ kind: 'poll', rule: { ...hint, items: 'data' } });
  });
});

describe('a stream', () => {
  const events = {
    Event: {
      oneOf: [ref('a'), ref('b')],
      discriminator: { propertyName: 'type' },
    },
    a: { ...object({ type: { const: 'a' }, runId: text, id: text }), required: ['type'] },
    b: { ...object({ type: { const: 'b' }, runId: text, id: text }), required: ['type'] },
  } as unknown as Parameters<typeof openapi>[1];
  const follow = { parameters: query('after'), responses: { '200': stream(ref('Event')) } };

  function planOf(operation: JsonObject, others: JsonObject = {}) {
    const { report, diagnostics } = collectDiagnostics();
    const paths = {
      '/start': { post: { operationId: 'start', responses: { '200': stream(ref('Event')) }, ...operation } },
      ...others,
    };
    const plans = planStreams(contractOf(openapi(paths, events)).contract, report);
    return { plan: plans.get('start'), plans, problems: diagnostics.map(({ message }) => message) };
  }

  it('requested with GET resumes with a parameter or the standard header', () => {
    const { plans } = planOf(
      {},
      {
        '/with': { get: { operationId: 'with', ...follow } },
        '/without': { get: { operationId: 'without', responses: { '200': stream(ref('Event')) } } },
      },
    );
    expect(plans.get('with')?.resume).toMatchObject({
      operation: null,
      cursor: { in: 'query', name: 'after' },
    });
    expect(plans.get('without')?.resume).toMatchObject({ cursor: { in: 'header', name: 'last-event-id' } });
  });

  it('resumes with the only operation whose path parameters its events contain', () => {
    const { plan } = planOf({}, { '/runs/{runId}': { get: { operationId: 'follow', ...follow } } });
    expect(plan?.resume).toMatchObject({ operation: 'follow', path: { runId: 'event.runId' } });
  });

  it.each<[string, JsonObject]>([
    [
      'no event contains the path parameter',
      { '/runs/{other}': { get: { operationId: 'follow', ...follow } } },
    ],
    ['only an unrelated id matches', { '/runs/{id}': { get: { operationId: 'follow', ...follow } } }],
    [
      'two operations match',
      {
        '/runs/{runId}': { get: { operationId: 'follow', ...follow } },
        '/other/{runId}': { get: { operationId: 'other', ...follow } },
      },
    ],
  ])('does not resume if %s', (_name, others) => {
    expect(planOf({}, others).plan?.resume).toBeNull();
  });

  it.each<[JsonObject, string]>([
    [{ operation: 'nobody', cursor: 'after' }, 'there is no operation `nobody`'],
    [{ operation: 'plain', cursor: 'after' }, '`plain` does not send the same events'],
    [{ operation: 'follow', cursor: 'since' }, '`follow` has no query parameter `since`'],
    [{ operation: 'follow', cursor: 'after' }, 'the path parameter `runId` of `follow` has no value'],
    [
      { operation: 'follow', cursor: 'after', path: { runId: 'event.runId', x: 'event.x' } },
      '`follow` has no path parameter `x`',
    ],
  ])('reports the problem of x-resume: %j', (hint, problem) => {
    const { plan, problems } = planOf(
      { 'x-resume': hint },
      {
        '/runs/{runId}': { get: { operationId: 'follow', ...follow } },
        '/plain': { get: { operationId: 'plain', responses: { '200': json({}) } } },
      },
    );
    expect(plan?.resume).toBeNull();
    expect(problems).toEqual([`\`x-resume\` of \`start\` is ignored: ${problem}.`]);
  });

  it.each<[string, JsonObject, string, unknown]>([
    ['always', {}, 'always', null],
    [
      'on request by a property with a common name',
      { stream: { type: 'boolean' } },
      'chosen',
      { paths: ['stream'], default: false },
    ],
    [
      'by default unless turned off',
      { stream: { type: 'boolean', default: true } },
      'chosen',
      { paths: ['stream'], default: true },
    ],
    ['at the discretion of the service', { stream: text }, 'either', null],
  ])('is sent %s', (name, members, form, choice) => {
    const content = { 'text/event-stream': { schema: ref('Event') }, 'application/json': { schema: {} } };
    const responses =
      name === 'always' ? { '200': stream(ref('Event')) } : { '200': { description: '', content } };
    const requestBody = { content: { 'application/json': { schema: object(members) } } };
    expect(planOf({ responses, requestBody }).plan).toMatchObject({ form, choice });
  });
});

it('the lens resolves references, compositions and cycles', () => {
  const schemas = {
    Node: { allOf: [ref('Base'), object({ next: ref('Node') })] },
    Base: object({ list: { type: ['array', 'null'], items: ref('Node') } }),
  } as unknown as Parameters<typeof openapi>[1];
  const { contract } = contractOf(
    openapi({ '/a': { get: { responses: { '200': json(ref('Node')) } } } }, schemas),
  );
  const reader = createSchemaReader(contract);
  const node = { $ref: '#/components/schemas/Node' };
  expect(reader.at(node, 'next.next.list')).not.toBeNull();
  expect(reader.at(node, 'next.nothing')).toBeNull();
  expect(JSON.stringify(reader.itemsOf(reader.at(node, 'list') ?? true))).toContain('Node');
  expect(reader.hasType(reader.at(node, 'list') ?? true, 'array')).toBe(true);
});

describe('the names in a client', () => {
  const namesOf = (ids: readonly string[], schemas: readonly string[] = []) => {
    const paths = Object.fromEntries(
      ids.map((id) => [`/${id}`, { get: { operationId: id, responses: { '200': json(text) } } }]),
    );
    const declared = Object.fromEntries(schemas.map((name) => [name, object({ a: text })]));
    const { contract } = contractOf(openapi(paths, declared));
    const { report } = collectDiagnostics();
    const paginations = new Map(ids.map((id) => [id, 'pages' as const]));
    return resolveClientNames(contract, resolveNames(contract, report), paginations);
  };

  it('omit the verb of an iterator unless two names would collide', () => {
    const names = namesOf(['listUsers', 'searchUsers', 'list', 'listing']);
    const paginations = ['listUsers', 'searchUsers', 'list', 'listing'].map((id) =>
      names.operations.get(id)?.pagination.toString(),
    );
    expect(paginations).toEqual(['paginateUsers', 'paginateSearchUsers', 'paginateList', 'paginateListing']);
  });

  it('include all re-exports of the template', () => {
    const template = readFileSync(
      path.resolve(import.meta.dirname, '../../../templates/client.ts.hbs'),
      'utf8',
    );
    const handedOn = [...template.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    );
    expect(handedOn.toSorted()).toEqual([...exportedValues].toSorted());
  });
});
