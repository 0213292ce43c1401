import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../tools/trace/contract/document.ts';
import { findInventions } from '../../../../tools/trace/invented.ts';
import { contractOf, documentOf, schemasOf } from './small-contract.ts';

const operation = 'POST /v1/things/{id}';
const assumed = { 'x-assumption': ['A-1'] };

function inventionsIn(
  openapi: JsonObject,
  claims: readonly string[],
  asyncapi: JsonObject = {},
): readonly string[] {
  return findInventions(contractOf(openapi, asyncapi), new Set(claims)).map(({ what }) => what);
}

/** A document whose operation returns a schema `Thing`. */
function respondingWith(thing: JsonObject): JsonObject {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  return documentOf({ responses: { '200': { content } } }, { Thing: thing });
}

describe('the search for parts without provenance', () => {
  const claimed = [operation, `${operation}#200`];
  const property = '#/components/schemas/Thing/properties/a';

  it.each<readonly [string, JsonObject, readonly string[], readonly string[]]>([
    ['reports an operation that is not in the source', documentOf({}), [], [`the operation ${operation}`]],
    ['accepts an assumed operation', documentOf(assumed), [], []],
    [
      'reports a parameter without a fact',
      documentOf({ parameters: [{ name: 'limit', in: 'query' }] }),
      claimed,
      [`the query parameter limit of ${operation}`],
    ],
    [
      'accepts an assumed parameter',
      documentOf({ parameters: [{ name: 'limit', in: 'query', ...assumed }] }),
      claimed,
      [],
    ],
    [
      'reports a parameter of a stated operation with an assumption',
      documentOf({ ...assumed, parameters: [{ name: 'limit', in: 'query' }] }),
      claimed,
      [`the query parameter limit of ${operation}`],
    ],
    [
      'reports a status without a fact',
      documentOf({ responses: { '418': { description: 'No.' } } }),
      claimed,
      [`the status 418 of ${operation}`],
    ],
    [
      'accepts an assumed status',
      documentOf({ responses: { '418': {} }, 'x-statuses': { '418': { assumption: 'A-1' } } }),
      claimed,
      [],
    ],
    [
      'reports a property without a fact',
      respondingWith({ properties: { a: { type: 'string' } } }),
      claimed,
      ['the property a of #/components/schemas/Thing'],
    ],
    ['accepts a claimed property', respondingWith({ properties: { a: {} } }), [...claimed, property], []],
    ['accepts an assumed property', respondingWith({ properties: { a: assumed } }), claimed, []],
    [
      'accepts a property that names its fact',
      respondingWith({ properties: { a: { 'x-source': ['F-1-001'] } } }),
      claimed,
      [],
    ],
    [
      'reports a property that names only a section',
      respondingWith({ properties: { a: { 'x-source': ['4.2'] } } }),
      claimed,
      ['the property a of #/components/schemas/Thing'],
    ],
    [
      'accepts a property of an assumed schema',
      respondingWith({ ...assumed, properties: { a: {} } }),
      claimed,
      [],
    ],
    [
      'reports a property next to stated ones in an assumed schema',
      respondingWith({ ...assumed, properties: { a: {}, b: {} } }),
      [...claimed, property],
      ['the property b of #/components/schemas/Thing'],
    ],
    [
      'accepts such a property if the source leaves the object open',
      respondingWith({ ...assumed, additionalProperties: true, properties: { a: {}, b: {} } }),
      [...claimed, property],
      [],
    ],
    [
      'reports a deeply nested property',
      respondingWith({
        properties: { a: { type: 'array', items: { oneOf: [{ properties: { deep: {} } }] } } },
      }),
      [...claimed, property],
      ['the property deep of #/components/schemas/Thing/properties/a/items/oneOf/0'],
    ],
    [
      'accepts a property of an assumed property',
      respondingWith({ properties: { a: { ...assumed, properties: { deep: {} } } } }),
      claimed,
      [],
    ],
  ])('%s', (_name, document, claims, expected) => {
    expect(inventionsIn(document, claims)).toEqual(expected);
  });

  it('includes messages', () => {
    const asyncapi = { components: { messages: { ping: { payload: { properties: { odd: {} } } } } } };
    expect(inventionsIn(schemasOf({}), [], asyncapi)).toEqual([
      'the property odd of #/components/messages/ping/payload',
    ]);
  });

  it('handles recursive schemas', () => {
    const document = respondingWith({
      ...assumed,
      properties: { a: { $ref: '#/components/schemas/Thing' } },
    });
    expect(inventionsIn(document, claimed)).toEqual([]);
  });
});
