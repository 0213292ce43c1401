import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonSchema } from '../../../../generator/model/contract-model.ts';
import { normalizeSchema } from '../../../../generator/schema/validators/normalize.ts';
import { findUnevaluatedLimits } from '../../../../generator/schema/validators/unevaluated.ts';
import type { Lookup } from '../../../../generator/schema/tagged-union.ts';
import { contractOf, openapi, ref } from '../support/documents.ts';

const property = fc.constantFrom('type', 'kind');
const tag = fc.oneof(
  fc.constantFrom('a', 'b', 'c').map((value): JsonObject => ({ const: value })),
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 1), { minLength: 1 }).map((values) => ({ enum: values })),
  fc.constant<JsonObject>({ type: 'string' }),
);
const plain = fc
  .tuple(fc.dictionary(property, tag, { maxKeys: 2 }), fc.subarray(['type', 'kind']))
  .map(([properties, required]): JsonObject => ({ type: 'object', properties, required }));
const variant = fc.oneof(
  plain,
  fc.tuple(fc.constantFrom('A', 'B', 'C'), plain).map(([name, beside]) => ({ allOf: [ref(name), beside] })),
  fc.constant({ anyOf: [ref('A'), ref('B')] }),
);
const union = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1 }),
    fc.option(property),
    fc.dictionary(fc.constantFrom('a', 'b', 'x'), fc.constantFrom('A', 'B', 'C')),
  )
  .map(([names, propertyName, mapping]): JsonObject => ({
    oneOf: names.map(ref),
    ...(propertyName === null ? {} : { discriminator: { propertyName, mapping } }),
  }));

it('types and validators select the variants of a union by the same tag', () => {
  fc.assert(
    fc.property(fc.tuple(variant, variant, variant, variant), union, ([A, B, C, D], Union) => {
      const { contract } = contractOf(openapi({}, { A, B, C, D, Union }));
      const schemas = new Map(contract.schemas.map((each) => [each.name, each]));
      const { schema = true, discriminator = null } = schemas.get('Union') ?? {};
      fc.pre(discriminator !== null);
      const cases = Map.groupBy(discriminator.cases, (each) => each.schema);
      const validator = normalize(schema, (name) => schemas.get(name)?.schema);
      expect(validator).toMatchObject({
        taggedUnion: Array.from(cases.keys(), (name) => ({ $ref: name })),
        unionTags: {
          property: discriminator.property,
          values: Array.from(cases.values(), (each) => each.map(({ value }) => value)),
        },
      });
    }),
  );
});

function normalize(schema: JsonSchema, lookup: Lookup): JsonSchema {
  const limits = findUnevaluatedLimits([schema]);
  return normalizeSchema(schema, '#', { lookup, idOf: (name) => name, report: () => undefined, limits });
}
