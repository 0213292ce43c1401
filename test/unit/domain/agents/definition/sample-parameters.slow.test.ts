import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleParameters } from '../../../../../mock/agent-platform/domain/agents/definition/sample-parameters.ts';
import '../../../../support/property-seed.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function problemsOf(schema: object, value: unknown): unknown {
  const validate = ajv.compile(schema);
  return validate(value) ? null : { schema, value, errors: validate.errors };
}

const text = fc.oneof(
  fc.constant({ type: 'string' }),
  fc.record({ type: fc.constant('string'), minLength: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 30 }) }),
  fc.record({
    type: fc.constant('string'),
    enum: fc.uniqueArray(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    type: fc.constant('string'),
    pattern: fc.constantFrom('^[A-Z]{3}-\\d{2,4}$', '^(a|b)+c?$', '^\\w+@\\w+\\.com$', '^ord_[0-9a-f]{8}$'),
  }),
);
const number = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    minimum: fc.integer({ min: -50, max: 50 }),
    size: fc.integer({ min: 0, max: 40 }),
  })
  .chain(({ type, minimum, size }) =>
    fc.constantFrom(
      { type },
      { type, minimum },
      { type, maximum: minimum },
      { type, minimum, maximum: minimum + size },
      { type, exclusiveMinimum: minimum, exclusiveMaximum: minimum + size + 2 },
      { type, multipleOf: 5, minimum },
      { type: 'number', multipleOf: 0.25, minimum: minimum + 0.1 },
      { type: 'number', exclusiveMinimum: minimum, exclusiveMaximum: minimum + size + 0.5 },
    ),
  );
const plain = fc.oneof(
  text,
  number,
  fc.constant({ type: 'boolean' }),
  fc.constantFrom({ type: ['string', 'null'] }, { type: ['null', 'boolean'] }, { enum: ['a', null] }),
  fc.constant({ const: { kind: 'fixed' } }),
  fc.constant({}),
);
const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    plain,
    tie('object'),
    fc.record({ type: fc.constant('array'), items: plain, minItems: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ anyOf: fc.array(plain, { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.tuple(tie('object')) }),
  ),
  object: fc
    .dictionary(fc.stringMatching(/^[a-z]{1,6}$/u), tie('schema'), { maxKeys: 4 })
    .chain((properties) =>
      fc.record({
        type: fc.constant('object'),
        properties: fc.constant(properties),
        required: fc.subarray(Object.keys(properties)),
        additionalProperties: fc.boolean(),
      }),
    ),
}));
const object = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,6}$/u), schema, { maxKeys: 5 })
  .map((properties) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }));

describe('the parameters of a tool', () => {
  it('match its schema', () => {
    fc.assert(
      fc.property(object, (one) => {
        expect(problemsOf(one, sampleParameters(one, {}))).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  it('match its schema even with the parameters of a scenario', () => {
    fc.assert(
      fc.property(object, fc.dictionary(fc.string(), fc.jsonValue()), (one, preferred) => {
        expect(problemsOf(one, sampleParameters(one, preferred))).toBeNull();
      }),
    );
  });

  it('are those of the scenario if they are valid', () => {
    const schema = {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'integer', maximum: 5 } },
    };
    expect(sampleParameters(schema, { query: '{{lastMessage}}', limit: 9 })).toEqual({
      query: '{{lastMessage}}',
      limit: 1,
    });
    expect(sampleParameters(null, { query: 'x' })).toEqual({ query: 'x' });
  });

  it('follow references, and end at a recursive schema', () => {
    const schema = {
      type: 'object',
      required: ['node'],
      properties: { node: { $ref: '#/$defs/node' } },
      $defs: {
        node: { type: 'object', properties: { id: { type: 'integer' }, next: { $ref: '#/$defs/node' } } },
      },
    };
    expect(problemsOf(schema, sampleParameters(schema, {}))).toBeNull();
  });

  it.each([true, 7, 'text', [], { type: 'string' }, { properties: 4, required: 'no' }, { $ref: '#' }])(
    'are an object for the schema %j',
    (schema) => {
      expect(sampleParameters(schema, {})).toBeTypeOf('object');
    },
  );
});
