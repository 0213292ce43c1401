/** Query parameters with nested lists and objects, from the description to the server and back. */
import { describe, expect, it } from 'vitest';
import { describeOperation } from '../../../generator/describe/operations.ts';
import type { JsonObject } from '../../../generator/json/documents.ts';
import { pairsInBrackets } from '../../../templates/runtime/client/spread.ts';
import { readParameters } from '../../../templates/runtime/read-parameters.ts';
import { anything } from '../runtime/support.ts';
import { contractOf, openapi } from './support/documents.ts';

const between = {
  type: 'object',
  properties: { from: { type: 'number' }, to: { type: 'number' } },
};
const where = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    and: { type: 'array', items: { $ref: '#/components/schemas/Where' } },
  },
};

function read(schema: JsonObject): ReturnType<typeof contractOf> {
  const parameters = [{ name: 'filter', in: 'query', schema }];
  const operation = { operationId: 'list', parameters, responses: { '204': { description: 'done' } } };
  return contractOf(openapi({ '/things': { get: operation } }, { Where: where }));
}

/** Sends a value as the client does, and reads it as the server does. */
function roundTrip(schema: JsonObject, value: unknown): unknown {
  const [operation] = read(schema).contract.operations;
  const { parameters } = describeOperation(operation!, () => anything);
  const query = pairsInBrackets('filter', value)
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(text))}`)
    .join('&');
  return readParameters(parameters, { query, pathParams: {}, headers: { get: () => null } }).query['filter'];
}

describe('nested values of a query parameter', () => {
  it.each<[string, JsonObject, unknown]>([
    [
      'an object in an object',
      { type: 'object', properties: { total: between } },
      { total: { from: 1, to: 5 } },
    ],
    [
      'a list of objects in an object',
      { type: 'object', properties: { $and: { type: 'array', items: between } } },
      { $and: [{ from: 1 }, { to: 5 }] },
    ],
    ['a list of objects', { type: 'array', items: between }, [{ from: 1 }, { from: 2, to: 3 }]],
    [
      'an object that contains itself',
      { $ref: '#/components/schemas/Where' },
      { and: [{ and: [{ name: 'a' }] }] },
    ],
  ])('are sent in brackets and read back: %s', (_, schema, value) => {
    expect(roundTrip(schema, value)).toEqual(value);
  });

  it('are announced', () => {
    expect(read({ type: 'object', properties: { total: between } }).codes).toEqual(['PARAMETER_IN_BRACKETS']);
  });

  it('are read to a limited depth', () => {
    let value: unknown = { name: 'deep' };
    for (let depth = 0; depth < 50; depth++) value = { and: [value] };
    const text = JSON.stringify(roundTrip({ $ref: '#/components/schemas/Where' }, value) ?? null);
    expect(text).not.toContain('deep');
  });
});

it('properties without nested values are still sent under their own names', () => {
  const { contract, codes } = read(between);
  expect(contract.operations[0]?.parameters[0]?.properties?.style).toBe('own');
  expect(codes).toEqual([]);
});
