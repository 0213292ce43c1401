/**
 * A misspelt `{{#if}}` or `{{#each}}` is silent, so every path of every template is looked up in a real view.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Handlebars from 'handlebars';
import { beforeAll, describe, expect, it } from 'vitest';
import type { View } from '../../../generator/emit/emitter.ts';
import { templatedFiles } from '../../../generator/emit/registry.ts';
import { collectDiagnostics } from '../../../generator/diagnostics.ts';
import { resolveNames } from '../../../generator/naming/resolve-names.ts';
import { ts } from '../../../generator/ts-text.ts';
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
            responses: {
              '200': { ...stream(ref('Event')), headers: { 'X-A': { schema: { type: 'string' } } } },
              '4XX': {
                description: 'no',
                headers: { 'X-B': { schema: { type: 'string' } } },
                content: { 'application/json': { schema: ref('b'), example: {} } },
              },
            },
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
      } as Parameters<typeof openapi>[2],
    ),
    asyncapi({
      feed: { address: '/feed', 'x-delivery': 'poll', messages: { m: { payload: { type: 'string' } } } },
    }),
  ).contract;
}

const views = new Map<string, View>();

beforeAll(() => {
  const { report } = collectDiagnostics();
  const contract = fullContract();
  const source = { contract, names: resolveNames(contract, report), runtime: ts`./runtime` };
  for (const { template, emit } of templatedFiles) views.set(template, emit(source, report));
});

describe.each(templatedFiles.map(({ template }) => template))('%s.hbs', (template) => {
  it('names only what its view has, and loops over nothing that is empty', () => {
    const text = readFileSync(path.join(templates, `${template}.hbs`), 'utf8');
    expect(findMissing(Handlebars.parse(text), [views.get(template) as unknown])).toEqual([]);
  });

  it('has a field for everything its view carries', () => {
    const text = readFileSync(path.join(templates, `${template}.hbs`), 'utf8');
    const unused = Object.keys(views.get(template) ?? {}).filter((field) => !text.includes(field));
    expect(unused).toEqual([]);
  });
});

it('has a row in the registry for each template', () => {
  const files = readdirSync(templates).filter((file) => file.endsWith('.hbs'));
  expect(files.sort()).toEqual(templatedFiles.map(({ template }) => `${template}.hbs`).sort());
});

/** Lists the paths that no view in the surroundings answers; `frames` are the views of the blocks around, innermost last. */
function findMissing(program: hbs.AST.Program, frames: readonly unknown[]): string[] {
  return program.body.flatMap((statement): string[] => {
    if (statement.type === 'MustacheStatement')
      return missingPath((statement as hbs.AST.MustacheStatement).path, frames);
    if (statement.type !== 'BlockStatement') return [];
    const block = statement as hbs.AST.BlockStatement;
    const [argument] = block.params;
    const helper = block.path.original;
    const missing = missingPath(argument as hbs.AST.PathExpression, frames);
    if (missing.length > 0) return missing;
    const inner =
      helper === 'each' ? (lookUp(argument as hbs.AST.PathExpression, frames) as unknown[]) : null;
    if (inner !== null && inner.length === 0)
      return [`${(argument as hbs.AST.PathExpression).original} is empty`];
    const insideFrames = inner === null ? [frames] : inner.map((item) => [...frames, item]);
    // Enough when one item of the list has the field: the others leave it to an `#if`.
    const found = insideFrames.map((inside) => findMissing(block.program, inside));
    const otherwise =
      (block.inverse as hbs.AST.Program | undefined) === undefined ? [] : findMissing(block.inverse, frames);
    return [...(found.find((each) => each.length === 0) ?? found[0] ?? []), ...otherwise];
  });
}

function missingPath(
  expression: hbs.AST.PathExpression | hbs.AST.Literal,
  frames: readonly unknown[],
): string[] {
  const written = expression as hbs.AST.PathExpression;
  if (written.data) return [];
  return lookUp(written, frames) === undefined ? [written.original] : [];
}

function lookUp({ parts }: hbs.AST.PathExpression, frames: readonly unknown[]): unknown {
  let node: unknown = frames.at(-1);
  for (const part of parts) {
    if (typeof node !== 'object' || node === null || !(part in node)) return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return node;
}
