import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../tools/trace/document.ts';
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

/** A document whose operation answers with a schema `Thing`. */
function answering(thing: JsonObject): JsonObject {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  return documentOf({ responses: { '200': { content } } }, { Thing: thing });
}

describe('a part without provenance', () => {
  const known = [operation, `${operation}#200`];
  const property = '#/components/schemas/Thing/properties/a';

  it.each<readonly [string, JsonObject, readonly string[], readonly string[]]>([
    ['no operation of the source', documentOf({}), [], [`the operation ${operation}`]],
    ['an assumed operation is none', documentOf(assumed), [], []],
    [
      'a parameter without a fact',
      documentOf({ parameters: [{ name: 'limit', in: 'query' }] }),
      known,
      [`the query parameter limit of ${operation}`],
    ],
    [
      'an assumed parameter is none',
      documentOf({ parameters: [{ name: 'limit', in: 'query', ...assumed }] }),
      known,
      [],
    ],
    [
      'an assumption of a stated operation does not cover its parameters',
      documentOf({ ...assumed, parameters: [{ name: 'limit', in: 'query' }] }),
      known,
      [`the query parameter limit of ${operation}`],
    ],
    [
      'a status without a fact',
      documentOf({ responses: { '418': { description: 'No.' } } }),
      known,
      [`the status 418 of ${operation}`],
    ],
    [
      'an assumed status is none',
      documentOf({ responses: { '418': {} }, 'x-statuses': { '418': { assumption: 'A-1' } } }),
      known,
      [],
    ],
    [
      'a property without a fact',
      answering({ properties: { a: { type: 'string' } } }),
      known,
      ['the property a of #/components/schemas/Thing'],
    ],
    ['a claimed property is none', answering({ properties: { a: {} } }), [...known, property], []],
    ['an assumed property is none', answering({ properties: { a: assumed } }), known, []],
    [
      'a property that names its fact is none',
      answering({ properties: { a: { 'x-source': ['F-1-001'] } } }),
      known,
      [],
    ],
    [
      'a property that names only a section',
      answering({ properties: { a: { 'x-source': ['4.2'] } } }),
      known,
      ['the property a of #/components/schemas/Thing'],
    ],
    ['a property of an assumed schema is none', answering({ ...assumed, properties: { a: {} } }), known, []],
    [
      'a property beside stated ones, whatever the schema assumes',
      answering({ ...assumed, properties: { a: {}, b: {} } }),
      [...known, property],
      ['the property b of #/components/schemas/Thing'],
    ],
    [
      'such a property is none where the source leaves the object open',
      answering({ ...assumed, additionalProperties: true, properties: { a: {}, b: {} } }),
      [...known, property],
      [],
    ],
    [
      'a property deep inside',
      answering({ properties: { a: { type: 'array', items: { oneOf: [{ properties: { deep: {} } }] } } } }),
      [...known, property],
      ['the property deep of #/components/schemas/Thing/properties/a/items/oneOf/0'],
    ],
    [
      'a property under an assumed one is none',
      answering({ properties: { a: { ...assumed, properties: { deep: {} } } } }),
      known,
      [],
    ],
  ])('is %s', (_name, document, claims, want) => {
    expect(inventionsIn(document, claims)).toEqual(want);
  });

  it('is also found in messages', () => {
    const asyncapi = { components: { messages: { ping: { payload: { properties: { odd: {} } } } } } };
    expect(inventionsIn(schemasOf({}), [], asyncapi)).toEqual([
      'the property odd of #/components/messages/ping/payload',
    ]);
  });

  it('is searched for in recursive schemas', () => {
    const document = answering({ ...assumed, properties: { a: { $ref: '#/components/schemas/Thing' } } });
    expect(inventionsIn(document, known)).toEqual([]);
  });
});
