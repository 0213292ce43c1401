/**
 * Checks the impact classes against a validator: every value that was valid before and is invalid now must be reported.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonSchema, JsonValue } from '../../../../generator/json/documents.ts';
import { compareSchemas } from './support.ts';

const names = fc.constantFrom('a', 'b');
const types = fc.subarray(['string', 'integer', 'number', 'boolean', 'null', 'object', 'array'], {
  minLength: 1,
});
const scalars = fc.constantFrom<JsonValue>('x', 'yy', 1, 2.5, true, null);

const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    types.map((type): JsonObject => ({ type: type.length === 1 ? (type[0] ?? '') : type })),
    fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }).map((values): JsonObject => ({ enum: values })),
    fc.record(
      { type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.nat(3) },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('number'), minimum: fc.nat(3), maximum: fc.nat(3) },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) },
      { requiredKeys: ['type'] },
    ),
    objects(tie('schema')),
    fc.array(tie('schema'), { minLength: 2, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
    fc
      .tuple(objects(tie('schema')), objects(tie('schema')))
      .map(([one, other]): JsonObject => ({ allOf: [one, other] })),
  ),
}));

function objects(inside: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonObject> {
  const members = {
    type: fc.constant('object'),
    properties: fc.dictionary(names, inside, { maxKeys: 2 }),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    additionalProperties: fc.boolean(),
  };
  return fc.record(members, { requiredKeys: ['type'] });
}

const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.constantFrom<JsonValue>('', 'zzzz', 0, 5),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));

const ajv = new Ajv2020({ strict: false });

/** Returns whether a value matches a schema; each schema is compiled once. */
function checker(schema: JsonSchema): (value: JsonValue) => boolean {
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}

/**
 * Rejects properties that a schema does not describe. Why: an open object accepts anything under any name, and
 * describing a name later does not affect writers who only send described properties.
 */
function asDescribed(schema: JsonSchema): JsonSchema {
  return typeof schema === 'boolean' ? schema : { ...describedParts(schema), unevaluatedProperties: false };
}

function describedParts({ additionalProperties, ...schema }: JsonObject): JsonObject {
  const closed = additionalProperties === false ? { additionalProperties } : {};
  const parts = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    insideOf[keyword]?.(value) ?? value,
  ]);
  return { ...(Object.fromEntries(parts) as JsonObject), ...closed };
}

/** How the keywords in these tests contain other schemas. */
const insideOf: Readonly<Record<string, (value: JsonValue) => JsonValue>> = {
  properties: (value) =>
    Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, inside]) => [name, asDescribed(inside as JsonSchema)]),
    ),
  items: (value) => asDescribed(value as JsonSchema),
  anyOf: (value) => (value as JsonObject[]).map(describedParts),
  allOf: (value) => (value as JsonObject[]).map(describedParts),
};

type Twin = readonly [before: JsonSchema, after: JsonSchema];

/** Two schemas that are mostly alike and differ somewhere inside. */
const { twin: twins } = fc.letrec<{ twin: Twin }>((tie) => ({
  twin: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: schemas.map((schema): Twin => [schema, structuredClone(schema)]) },
    { weight: 2, arbitrary: fc.tuple(schemas, schemas) },
    { weight: 4, arbitrary: twinObjects(tie('twin')) },
    {
      weight: 1,
      arbitrary: tie('twin').map(([one, other]): Twin => [
        { type: 'array', items: one },
        { type: 'array', items: other },
      ]),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.array(tie('twin'), { minLength: 2, maxLength: 3 }), fc.nat(2), fc.boolean())
        .map(twinUnion),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(twinObjects(tie('twin')), twinObjects(tie('twin')))
        .map((parts): Twin => [
          { allOf: parts.map(([one]) => one) },
          { allOf: parts.map(([, other]) => other) },
        ]),
    },
  ),
}));

/** One side of a union may lack a member, and may have another order. */
function twinUnion([members, left, isTurned]: [readonly Twin[], number, boolean]): Twin {
  const after = members.filter((_, index) => index !== left).map(([, other]) => other);
  return [{ anyOf: members.map(([one]) => one) }, { anyOf: isTurned ? after.toReversed() : after }];
}

function twinObjects(inside: fc.Arbitrary<Twin>): fc.Arbitrary<Twin> {
  const required = fc.uniqueArray(names, { maxLength: 2 });
  const sides = fc.record({ one: required, other: required, isClosed: fc.boolean(), closes: fc.boolean() });
  return fc.tuple(fc.dictionary(names, inside, { maxKeys: 2 }), sides).map(([properties, side]): Twin => {
    const pick = (index: 0 | 1): JsonObject =>
      Object.fromEntries(Object.entries(properties).map(([name, twin]) => [name, twin[index]]));
    return [
      {
        type: 'object',
        properties: pick(0),
        required: side.one,
        ...(side.isClosed ? { additionalProperties: false } : {}),
      },
      {
        type: 'object',
        properties: pick(1),
        required: side.other,
        ...(side.closes ? { additionalProperties: false } : {}),
      },
    ];
  });
}

const pairs = fc
  .tuple(twins, fc.boolean(), fc.array(values, { minLength: 20, maxLength: 20 }))
  .map(([[one, other], isTurned, samples]) =>
    isTurned ? ([other, one, samples] as const) : ([one, other, samples] as const),
  );
const runs = { numRuns: 300, seed: 7 };

describe('the impact classes', () => {
  it('never call a change compatible if it rejects a request that was accepted before', () => {
    fc.assert(
      fc.property(pairs, ([before, after, samples]) => {
        const [wasRight, isRight] = [checker(asDescribed(before)), checker(after)];
        const lost = samples.filter((value) => wasRight(value) && !isRight(value));
        const breaking = compareSchemas(before, after).filter(
          ({ change, effect }) => change.direction === 'request' && effect.writers !== 'compatible',
        );
        if (lost.length > 0) expect(breaking.length, JSON.stringify(lost)).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it('never call a change compatible if it allows a response that readers rejected before', () => {
    fc.assert(
      fc.property(pairs, ([before, after, samples]) => {
        const [wasRight, isRight] = [checker(before), checker(after)];
        const strange = samples.filter((value) => isRight(value) && !wasRight(value));
        const breaking = compareSchemas(before, after).filter(
          ({ change, effect }) => change.direction === 'response' && effect.readers !== 'compatible',
        );
        if (strange.length > 0) expect(breaking.length, JSON.stringify(strange)).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it('report no change for an identical schema', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(compareSchemas(schema, structuredClone(schema))).toEqual([]);
      }),
      runs,
    );
  });
});
