/**
 * Judges values by Ajv at run time, on the schemas of a contract as they are written. What the compiled checks do differently
 * on purpose is written out here: a declared tag must be there and choose the member, an unsafe pattern is not run, and
 * multiples are told in decimals.
 */
import { createRequire } from 'node:module';
import type Ajv2020Module from 'ajv/dist/2020.js';
import type { CheckDecl, Contract, JsonObject, JsonSchema } from '../../generator/contract/contract.ts';
import { mapSubschemas } from '../../generator/schema/walk.ts';
import { isSafePattern } from '../../generator/emit/validators/pattern-safety.ts';
import { isObject, objectAt, schemasAt, without } from '../../generator/schema/keywords.ts';
import { findTaggedUnion, type Lookup } from '../../generator/schema/tagged-union.ts';
import { isMultipleOf } from '../../templates/runtime/schema-functions.ts';
import { allFormats } from '../../templates/runtime/rare-formats.ts';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Module.default };

/** Judges a value; `null` when the reference gives up on it. */
export type Judge = (value: unknown) => boolean | null;

/** Creates the judges of a contract, each when it is first asked for; `null` for a schema that Ajv does not take. */
export function createReference(contract: Contract): (check: string) => Judge | null {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const rewrite = rewriter((name) => declared.get(name));
  const components = {
    schemas: Object.fromEntries([...declared].map(([name, schema]) => [name, rewrite(schema)])),
  };
  const checks = new Map(contract.checks.map((check) => [check.name, check]));
  const judges = new Map<string, Judge | null>();
  // One compiler for all: it compiles the schemas that several checks share once.
  const ajv = new Ajv2020({
    ...{ strict: false, strictNumbers: true, ownProperties: true, logger: false, inlineRefs: false },
    ...{ formats: allFormats, addUsedSchema: false, validateSchema: false, meta: false },
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    ...{ keyword: 'multipleOf', type: 'number', schemaType: 'number' },
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
  });
  ajv.addSchema({ $id: 'contract:all', components }, 'contract:all');
  return (name) => {
    const known = judges.get(name);
    if (known !== undefined) return known;
    const check = checks.get(name);
    const judge = check === undefined ? null : compile(check);
    judges.set(name, judge);
    return judge;
  };

  function compile({ schema, name }: CheckDecl): Judge | null {
    try {
      const absolute = withAbsoluteReferences(rewrite(schema));
      const validate = ajv.compile({ $id: `contract:${name}`, allOf: [absolute] });
      return (value) => {
        try {
          return validate(value);
        } catch {
          return null;
        }
      };
    } catch {
      return null;
    }
  }
}

function withAbsoluteReferences(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const inside = mapSubschemas(schema, withAbsoluteReferences);
  const { $ref } = inside;
  return typeof $ref === 'string' ? { ...inside, $ref: `contract:all${$ref}` } : inside;
}

/** Members that only remark something, and may be of any shape. */
const remarks = [
  'example',
  'examples',
  'default',
  'discriminator',
  'externalDocs',
  'xml',
  'title',
  'description',
];

function rewriter(lookup: Lookup): (schema: JsonSchema) => JsonSchema {
  return function rewrite(schema: JsonSchema): JsonSchema {
    if (!isObject(schema)) return schema;
    const { discriminator } = schema;
    const tagged = isObject(discriminator) ? withTags(schema, lookup) : schema;
    return withoutUnsafePatterns(without(mapSubschemas(tagged, rewrite), ...remarks));
  };
}

/** A declared tag is required, and has the values of its member and no others. */
function withTags(schema: JsonObject, lookup: Lookup): JsonObject {
  const unions = ['oneOf', 'anyOf'].map((keyword): [string, JsonSchema[]] => {
    const members = schemasAt(schema, keyword);
    const tagged = findTaggedUnion(members, schema, lookup);
    const strict = members.map((member): JsonSchema => {
      const found = tagged?.cases.find((one) => one.member === member);
      if (tagged === null || found === undefined) return member;
      const tag = {
        required: [tagged.property],
        properties: { [tagged.property]: { enum: [...found.values] } },
      };
      return { allOf: [member, { type: 'object', ...tag }] };
    });
    return [keyword, strict];
  });
  return { ...schema, ...Object.fromEntries(unions.filter(([, members]) => members.length > 0)) };
}

function withoutUnsafePatterns(schema: JsonObject): JsonObject {
  const { pattern } = schema;
  const isUnsafe = typeof pattern === 'string' && !isSafePattern(pattern);
  const rest = isUnsafe ? without(schema, 'pattern') : schema;
  const patterns = Object.entries(objectAt(rest, 'patternProperties'));
  const safe = patterns.filter(([name]) => isSafePattern(name));
  if (safe.length === patterns.length) return rest;
  const open = without(rest, 'additionalProperties', 'unevaluatedProperties');
  return { ...open, patternProperties: Object.fromEntries(safe) };
}
