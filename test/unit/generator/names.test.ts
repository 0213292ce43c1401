import { describe, expect, it } from 'vitest';
import {
  createCheckNames,
  isIdentifier,
  toCamel,
  toIdentifier,
  toPascal,
} from '../../../generator/model/check-names.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { identifier, toTypeName } from '../../../generator/naming/identifier.ts';
import { resolveClientNames } from '../../../generator/naming/client-names.ts';
import { resolveNames } from '../../../generator/naming/resolve-names.ts';
import { contractOf, json, openapi, ref, stream } from './support/documents.ts';

describe('words are converted to names', () => {
  const rows: readonly [text: string, pascal: string, camel: string][] = [
    ['text_delta', 'TextDelta', 'textDelta'],
    ['WWW-Authenticate', 'WWWAuthenticate', 'wwwAuthenticate'],
    ['listAgents', 'ListAgents', 'listAgents'],
    ['agent.id', 'AgentId', 'agentId'],
    ['', '', ''],
    ['日本', '', ''],
  ];

  it.each(rows)('%s', (text, pascal, camel) => {
    expect([toPascal(text), toCamel(text)]).toEqual([pascal, camel]);
  });

  it.each(['2fa', '', '日本', '*/', 'class'])('%j is converted to a valid identifier', (text) => {
    expect(isIdentifier(toTypeName(text))).toBe(true);
    expect(isIdentifier(toIdentifier(text))).toBe(true);
  });

  it('a plain string is not accepted as a name', () => {
    expect(() => identifier('a; b')).toThrow(TypeError);
    expect(() => identifier('class')).toThrow(TypeError);
  });
});

it('each validator has a unique name', () => {
  const names = createCheckNames(['taken']);
  expect(['taken', 'a-b', 'aB', 'aB', 'delete', '9'].map((wanted) => names.claim(wanted))).toEqual([
    'taken2',
    'aB',
    'aB2',
    'aB3',
    '_delete',
    '_9',
  ]);
});

function typesOf(schemas: Record<string, object>, operationId = 'getIt'): Record<string, string> {
  const paths = {
    '/a': { get: { operationId, responses: { '200': json({ anyOf: Object.keys(schemas).map(ref) }) } } },
  };
  const { contract } = contractOf(openapi(paths, schemas as Parameters<typeof openapi>[1]));
  const { schemas: names } = resolveNames(contract, collectDiagnostics().report);
  return Object.fromEntries([...names].map(([name, type]) => [name, type.toString()]));
}

describe('the type of a schema', () => {
  it('does not shadow a built-in type', () => {
    expect(typesOf({ Error: {}, Date: {}, string: {} })).toEqual({
      Error: 'ErrorSchema',
      Date: 'DateSchema',
      string: 'StringSchema',
    });
  });

  it('keeps an exact name over one that is converted to it', () => {
    expect(typesOf({ foo: {}, Foo: {}, FOO: {} })).toEqual({ foo: 'FooSchema', Foo: 'Foo', FOO: 'FOO' });
  });

  it('keeps its name, unless a fixed part of the output has it', () => {
    expect(typesOf({ GetItRequest: {}, GetItHandlerResponse: {}, Handlers: {} })).toEqual({
      GetItRequest: 'GetItRequest',
      GetItHandlerResponse: 'GetItHandlerResponse',
      Handlers: 'HandlersSchema',
    });
  });

  it('takes precedence over the types of handlers', () => {
    const { contract } = contractOf(
      openapi(
        {
          '/a': { get: { operationId: 'getIt', responses: { '200': json(ref('GetItRequest')) } } },
          '/b': { get: { operationId: 'then', responses: { '204': { description: '' } } } },
        },
        { GetItRequest: { type: 'object' } },
      ),
    );
    const { operations } = resolveNames(contract, collectDiagnostics().report);
    expect(String(operations.get('getIt')?.request)).toBe('GetItHandlerRequest');
    expect(String(operations.get('then')?.handler)).toBe('thenOperation');
  });

  it('ends in Event for the events of a stream', () => {
    const tag = (value: string): object => ({
      type: 'object',
      required: ['type'],
      properties: { type: { const: value } },
    });
    const { contract } = contractOf(
      openapi({ '/a': { get: { operationId: 'go', responses: { '200': stream(ref('Union')) } } } }, {
        Union: { oneOf: [ref('error'), ref('PriceEvent')] },
        error: tag('error'),
        PriceEvent: tag('price'),
      } as Parameters<typeof openapi>[1]),
    );
    const names = resolveNames(contract, collectDiagnostics().report);
    expect(['Union', 'error', 'PriceEvent'].map((name) => String(names.schemas.get(name)))).toEqual([
      'Union',
      'ErrorEvent',
      'PriceEvent',
    ]);
    expect([...names.guards.values()].map(String)).toEqual(['isErrorEvent', 'isPriceEvent']);
  });
});

it('the type of a result has another name than the function of an operation', () => {
  const description = openapi({
    '/jobs': { get: { operationId: 'GetJob', responses: { '204': { description: 'done' } } } },
    '/results': { get: { operationId: 'GetJobResult', responses: { '204': { description: 'done' } } } },
  });
  const { contract } = contractOf(description);
  const names = resolveNames(contract, collectDiagnostics().report);
  const { operations } = resolveClientNames(contract, names, new Map());
  expect(operations.get('GetJob')?.result.toString()).not.toBe(
    operations.get('GetJobResult')?.call.toString(),
  );
});
