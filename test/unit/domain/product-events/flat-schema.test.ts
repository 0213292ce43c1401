import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFlatProblems } from '../../../../mock/agent-platform/domain/product-events/flat-schema.ts';
import type { FlatSchema } from '../../../../mock/agent-platform/domain/product-events/flat-schema.ts';
import {
  catalogEntry,
  productEventNames,
} from '../../../../mock/agent-platform/domain/product-events/catalogue.ts';
import type { JsonMap } from '../../../../mock/kernel/json.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });

const schemas = productEventNames.flatMap((name) => {
  const { inputSchema, payloadSchema } = catalogEntry(name);
  return [
    [`the filters of ${name}`, inputSchema],
    [`the data of ${name}`, payloadSchema],
  ] as const satisfies readonly (readonly [string, FlatSchema])[];
});

/** Boundary values of every property in the catalogue. */
const value = fc.oneof(
  fc.constantFrom('', 'x', 'true', 'false', 'maybe', 0, 1, -1, 0.5, 1.5, -0.5, 2 ** 60, null, true),
  fc.constantFrom<unknown>([], {}, ['x']),
);

const documentOf = (schema: FlatSchema) =>
  fc.dictionary(fc.constantFrom(...Object.keys(schema.properties), 'other', '__proto__'), value, {
    maxKeys: 10,
  });

describe.each(schemas)('%s', (_, schema) => {
  // @fact F-2.6-010 F-2.6-012 F-6.2-013
  it('matches the verdicts of JSON Schema 2020-12', () => {
    const validate = ajv.compile(schema);
    fc.assert(
      fc.property(documentOf(schema), (document) => {
        expect(findFlatProblems(schema, document as JsonMap).length === 0).toBe(validate(document));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a problem', () => {
  const schema: FlatSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1, description: 'An id.' },
      mode: { type: 'string', enum: ['on', 'off'], description: 'A mode.' },
      rate: { type: ['number', 'null'], minimum: 0, maximum: 1, description: 'A rate.' },
    },
    required: ['id'],
    additionalProperties: false,
  };

  it.each([
    [{}, 'data.id', 'MISSING_REQUIRED_FIELD', 'data.id is required'],
    [{ id: '' }, 'data.id', 'TOO_SHORT', 'data.id must not be empty'],
    [{ id: 4 }, 'data.id', 'INVALID_TYPE', 'data.id must be a string'],
    [{ id: 'x', mode: 'up' }, 'data.mode', 'INVALID_ENUM', 'data.mode must be one of on, off'],
    [{ id: 'x', rate: -1 }, 'data.rate', 'TOO_SMALL', 'data.rate must be at least 0'],
    [{ id: 'x', rate: 2 }, 'data.rate', 'TOO_LARGE', 'data.rate must be at most 1'],
    [{ id: 'x', rate: '1' }, 'data.rate', 'INVALID_TYPE', 'data.rate must be a number or null'],
    [{ id: 'x', more: 1 }, 'data.more', 'UNKNOWN_FIELD', 'data.more is not a known field'],
  ])('of %o has a path, a code and a message', (document, path, code, message) => {
    expect(findFlatProblems(schema, document, 'data.')).toMatchObject([{ path, code, message }]);
  });
});
