import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../tools/trace/contract/document.ts';
import { contractOf, documentOf, outcome, resolveLast, schemasOf } from '../small-contract.ts';

/** Resolves one field fact on a schema `Thing` with one property `a`. */
function resolveField(property: Json, required: readonly string[], text: string): string {
  const contract = contractOf(
    schemasOf({
      Thing: { type: 'object', required, properties: { a: property } },
      Part: { type: 'object', required: ['x'], properties: { x: { type: 'string' } } },
      WiderPart: { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } },
      Words: { type: 'string', enum: ['one', 'two'] },
    }),
  );
  return outcome(resolveLast(contract, [['field', 'Thing.a', text]]));
}

describe('a field fact', () => {
  const must = 'required=yes; nullable=no';
  const may = 'required=no; nullable=no';
  const part = { $ref: '#/components/schemas/Part' };

  it.each<readonly [string, Json, readonly string[], string, string]>([
    ['a required string', { type: 'string' }, ['a'], `type=string; ${must}`, 'holds'],
    ['an optional string', { type: 'string' }, [], `type=string; ${may}`, 'holds'],
    ['a timestamp', { type: 'string' }, ['a'], `type=string(ISO 8601); ${must}`, 'holds'],
    [
      'a nullable value',
      { type: ['string', 'null'] },
      ['a'],
      'type=string; required=yes; nullable=yes',
      'holds',
    ],
    ['an integer', { type: 'integer' }, [], `type=integer; ${may}`, 'holds'],
    ['any JSON', { description: 'Anything.' }, [], `type=any JSON; ${may}`, 'holds'],
    ['a map', { type: 'object', additionalProperties: true }, [], `type=map; ${may}`, 'holds'],
    [
      'a map of objects',
      { type: 'object', additionalProperties: { type: 'object' } },
      [],
      `type=map of object; ${may}`,
      'holds',
    ],
    ['an enum', { type: 'string', enum: ['x'] }, [], `type=enum; ${may}`, 'holds'],
    ['an enum by reference', { $ref: '#/components/schemas/Words' }, [], `type=enum (6.2); ${may}`, 'holds'],
    ['a constant', { type: 'string', const: 'x' }, [], `type=const x; ${may}`, 'holds'],
    [
      'a list of strings',
      { type: 'array', items: { type: 'string' } },
      [],
      `type=list of string; ${may}`,
      'holds',
    ],
    ['a list of enums', { type: 'array', items: { enum: ['x'] } }, [], `type=list of enum; ${may}`, 'holds'],
    ['a list of components', { type: 'array', items: part }, [], `type=list of Part; ${may}`, 'holds'],
    ['a component', part, [], `type=shared:Part; ${may}`, 'holds'],
    [
      'an extension of a component',
      { $ref: '#/components/schemas/WiderPart' },
      [],
      `type=shared:Part; ${may}`,
      'holds',
    ],
    ['an unstated type', { type: 'number' }, [], `type=unstated; inferred=string; ${may}`, 'holds'],
    [
      'a default',
      { type: 'boolean', default: true },
      [],
      'type=boolean; required=no; note=default=true',
      'holds',
    ],
    [
      'a page size',
      { type: 'integer', default: 50 },
      [],
      'type=integer; required=no; note=page size, default 50',
      'holds',
    ],

    ['a different type', { type: 'number' }, [], `type=string; ${may}`, 'a is number instead of string'],
    ['no type', {}, [], `type=string; ${may}`, 'a is untyped instead of string'],
    [
      'a number instead of an integer',
      { type: 'number' },
      [],
      `type=integer; ${may}`,
      'a is number instead of integer',
    ],
    [
      'a type instead of any JSON',
      { type: 'object' },
      [],
      `type=any JSON; ${may}`,
      'a is not open to any JSON',
    ],
    [
      'an open string instead of an enum',
      { type: 'string' },
      [],
      `type=enum; ${may}`,
      'a is not a closed enum',
    ],
    ['a different constant', { const: 'y' }, [], `type=const x; ${may}`, 'a allows y instead of x'],
    [
      'a list of other items',
      { type: 'array', items: { type: 'string' } },
      [],
      `type=list of Part; ${may}`,
      'a is not a list of Part',
    ],
    [
      'a different component',
      { $ref: '#/components/schemas/Words' },
      [],
      `type=shared:Part; ${may}`,
      'a is Words instead of Part',
    ],
    [
      'a missing requirement',
      { type: 'string' },
      [],
      `type=string; ${must}`,
      'a is required, but not in the schema',
    ],
    [
      'an additional requirement',
      { type: 'string' },
      ['a'],
      `type=string; ${may}`,
      'a is optional, and the schema requires it',
    ],
    [
      'null that is not stated',
      { type: ['string', 'null'] },
      [],
      `type=string; ${may}`,
      'a is never null, but the schema allows null',
    ],
    [
      'stated null that is not allowed',
      { type: 'string' },
      [],
      'type=string; required=no; nullable=yes',
      'a may be null, but not in the schema',
    ],
    [
      'a missing default',
      { type: 'boolean' },
      [],
      'type=boolean; required=no; note=default=true',
      'a has the default true, but not in the schema',
    ],
    [
      'an unknown type',
      { type: 'array' },
      [],
      `type=list of list of string; ${may}`,
      'a has the type list of list of string, which the trace does not know',
    ],
  ])('with %s', (_name, property, required, text, want) => {
    expect(resolveField(property, required, text)).toBe(want);
  });
});

describe('the path of a field', () => {
  const contract = contractOf(
    documentOf(
      {
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                oneOf: [{ $ref: '#/components/schemas/ByName' }, { $ref: '#/components/schemas/ById' }],
              },
            },
          },
        },
        responses: {
          '200': {
            content: {
              'application/json': { schema: { type: 'object', properties: { token: { type: 'string' } } } },
            },
          },
        },
      },
      {
        ByName: { type: 'object', properties: { kind: { const: 'name_given' }, name: { type: 'string' } } },
        ById: { type: 'object', properties: { kind: { const: 'id' }, id: { type: 'string' } } },
        Thing: {
          type: 'object',
          properties: {
            list: { type: 'array', items: { type: 'object', properties: { x: { type: 'string' } } } },
            map: {
              type: 'object',
              additionalProperties: { type: 'object', properties: { y: { type: 'string' } } },
            },
            form: {
              oneOf: [
                { type: 'object', properties: { mode: { const: 'a' } } },
                { type: 'object', properties: { mode: { const: 'b' }, z: { type: 'string' } } },
              ],
            },
          },
        },
        text_delta: { type: 'object', properties: { delta: { type: 'string' } } },
        AgentCreate: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, parts: { type: 'array' }, config: { type: 'object' } },
        },
        AgentUpdate: {
          type: 'object',
          properties: { name: { type: 'string' }, config: { type: ['object', 'null'] } },
        },
      },
    ),
  );
  const may = 'type=string; required=no';

  it.each([
    ['Thing.list[].x', may, 'holds'],
    ['Thing.map{}.y', may, 'holds'],
    ['Thing.form#B.z', may, 'holds'],
    ['event:text_delta.delta', may, 'holds'],
    ['shared:Thing.list', 'type=list of object; required=no', 'holds'],
    ['POST /v1/things/{id}#body(name).name', may, 'holds'],
    ['POST /v1/things/{id}#body(id).id', may, 'holds'],
    ['POST /v1/things/{id}#200.token', may, 'holds'],
    ['AgentInput.name', 'type=string; required=on create only; nullable=no', 'holds'],
    ['AgentInput.parts', 'type=array; required=no; nullable=no; note=create only', 'holds'],
    ['AgentInput.config', 'type=object; required=no; nullable=on update only', 'holds'],

    ['Thing.list[].nope', may, 'has no property list[].nope'],
    ['Thing.form#A.z', may, 'has no property form#A.z'],
    ['Nothing.x', may, 'the schema that Nothing.x starts from is not in the contract'],
    ['POST /v1/things/{id}#body(id).name', may, 'has no property name'],
    [
      'POST /v1/things/{id}#201.token',
      may,
      'the schema that POST /v1/things/{id}#201.token starts from is not in the contract',
    ],
    [
      'AgentInput.config',
      'type=object; required=no; nullable=no',
      'config is never null, but the schema allows null',
    ],
    ['AgentInput.name', 'type=string; required=yes; nullable=no', 'name is required, but not in the schema'],
  ])('%s (%s): %s', (subject, text, want) => {
    expect(outcome(resolveLast(contract, [['field', subject, text]]))).toBe(want);
  });

  it('claims the properties that it resolves to', () => {
    const resolution = resolveLast(contract, [['field', 'Thing.list[].x', may]]);
    expect(resolution.ok && resolution.claims).toEqual([
      '#/components/schemas/Thing/properties/list/items/properties/x',
    ]);
  });
});
