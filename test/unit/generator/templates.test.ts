/**
 * A misspelt `{{#if}}` or `{{#each}}` fails silently, so every template is checked against the description of its view, and the
 * description against a real view.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { View } from '../../../generator/emit/emitter.ts';
import { convertContract } from '../../../generator/emit/convert-contract.ts';
import type { Fields } from '../../../generator/emit/field.ts';
import { describedTemplates, outputs } from '../../../generator/emit/outputs/registry.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { resolveNames } from '../../../generator/naming/resolve-names.ts';
import { loadRenderer } from '../../../generator/render/engine.ts';
import { ts, TsText } from '../../../generator/print/ts-text.ts';
import { asyncapi, contractOf, json, openapi, ref, stream } from './support/documents.ts';

const templates = path.resolve(import.meta.dirname, '../../../templates');

/** A contract in which no list of a view is empty. */
function fullContract(): ReturnType<typeof contractOf>['contract'] {
  const tagged = (type: string): object => ({
    type: 'object',
    required: ['type'],
    properties: { type: { const: type } },
  });
  const schemas = {
    Event: { oneOf: [ref('a'), ref('b')] },
    a: tagged('a'),
    b: { ...tagged('b'), description: 'b' },
    level: { type: 'string', enum: ['low', 'high'] },
    at: { type: 'string', format: 'date-time' },
  };
  return contractOf(
    openapi(
      {
        '/a/{id}': {
          post: {
            operationId: 'run',
            parameters: [
              {
                name: 'id',
                in: 'path',
                required: true,
                description: 'd',
                schema: { type: 'string', default: 'x' },
              },
            ],
            requestBody: { content: { 'application/json': { schema: ref('a') } } },
            'x-source': ['1'],
            'x-test': { consumes: 'x' },
            'x-assumption': [{ id: 'A-1', text: 't', reason: 'r', check: 'warn' }],
            responses: {
              '200': {
                ...stream(ref('Event')),
                headers: { 'X-A': { schema: { type: 'string' } } },
                links: { again: { operationId: 'run', parameters: { id: '$request.path.id' } } },
              },
              '4XX': {
                description: 'no',
                headers: { 'X-B': { schema: { type: 'string' } } },
                content: { 'application/json': { schema: ref('b'), example: {} } },
              },
            },
          },
        },
        '/pages': {
          get: {
            operationId: 'listPages',
            'x-pagination': { page: 'page' },
            parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
            responses: { '200': json({ type: 'array', items: { type: 'object' } }) },
          },
        },
        '/feed': {
          get: { operationId: 'poll-feed', security: [{ key: [] }], responses: { '200': json({}) } },
        },
      },
      {},
      {
        components: {
          schemas,
          securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        },
        webhooks: {
          done: {
            post: {
              summary: 'x',
              requestBody: { content: { 'application/json': { schema: ref('a') } } },
              responses: { '200': { description: '' } },
            },
          },
        },
      } as Parameters<typeof openapi>[2],
    ),
    asyncapi({
      feed: { address: '/feed', 'x-delivery': 'poll', messages: { m: { payload: { type: 'string' } } } },
    }),
  ).contract;
}

const views = new Map<string, View>();

beforeAll(async () => {
  const { report } = collectDiagnostics();
  const contract = fullContract();
  const names = resolveNames(contract, report, 'const');
  const conversions = convertContract(contract, names, { dates: 'Date', int64: 'bigint' }, report);
  const source = { contract, names, runtime: ts`./runtime`, conversions };
  for (const { path: file, load } of outputs) views.set(file, await (await load()).emit(source, report));
});

describe('the templates', () => {
  it('match the descriptions of their views', async () => {
    const { report, diagnostics } = collectDiagnostics();
    await loadRenderer(templates, { folder: templates, project: templates, report });
    expect(diagnostics).toEqual([]);
  });

  it('are all registered', () => {
    const files = readdirSync(templates).filter((file) => file.endsWith('.hbs'));
    expect([...describedTemplates.keys()].map((name) => `${name}.hbs`).sort()).toEqual(files.sort());
  });
});

describe.each([...describedTemplates])('%s.hbs', (template, { fields }) => {
  it('receives exactly the described fields', () => {
    expect(shapeOf([views.get(template) ?? {}])).toEqual(namesIn(fields));
  });

  it('uses every field', () => {
    const text = readFileSync(path.join(templates, `${template}.hbs`), 'utf8');
    const words = new Set(text.match(/\w+/g));
    expect(pathsIn(namesIn(fields)).filter((each) => !words.has(each.split('.').at(-1) ?? ''))).toEqual([]);
  });
});

/** Fields by name. Shape: the kind, and for lists and groups the fields inside. */
interface Shape {
  readonly [name: string]: 'text' | 'flag' | Shape;
}

function namesIn(fields: Fields): Shape {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.kind === 'list' || field.kind === 'group' ? namesIn(field.fields) : field.kind,
    ]),
  );
}

/** Infers the shape from views of one kind; a list that is empty in all of them has no shape. */
function shapeOf(similar: readonly View[]): Shape {
  const names = new Set(similar.flatMap((view) => Object.keys(view)));
  return Object.fromEntries(
    [...names].map((name): [string, Shape[string]] => {
      const values = similar.map((view) => view[name]).filter((value) => value !== undefined);
      const [first] = values;
      if (first instanceof TsText) return [name, 'text'];
      if (typeof first === 'boolean') return [name, 'flag'];
      return [name, shapeOf(values.flat() as View[])];
    }),
  );
}

function pathsIn(shape: Shape, before = ''): string[] {
  return Object.entries(shape).flatMap(([name, inside]) => {
    const here = `${before}${name}`;
    return typeof inside === 'string' ? [here] : [here, ...pathsIn(inside, `${here}.`)];
  });
}
