/**
 * Validates values with Ajv at run time, with the original schemas of a contract. Intended differences of the compiled
 * validators are reproduced here: a declared tag is required and selects the variant, an unsafe pattern is not run, and
 * multiples are computed in decimals. Ajv's own `uniqueItems` accepts `["__proto__", "__proto__"]`, so it is replaced.
 */
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import type Ajv2020Module from 'ajv/dist/2020.js';
import type {
  CheckDecl,
  ContractModel,
  JsonObject,
  JsonSchema,
} from '../../generator/model/contract-model.ts';
import { mapSubschemas } from '../../generator/schema/walk.ts';
import { isSafePattern } from '../../generator/schema/validators/pattern-safety.ts';
import { isObject, objectAt } from '../../generator/json/json.ts';
import { schemasAt, without } from '../../generator/schema/keywords.ts';
import { findTaggedUnion, type Lookup } from '../../generator/schema/tagged-union.ts';
import { isMultipleOf } from '../../templates/runtime/schema-functions.ts';
import { allFormats } from '../../templates/runtime/formats/rare-formats.ts';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Module.default };

/** Validates a value; `null` if the reference cannot. */
export type Validator = (value: unknown) => boolean | null;

/** Creates the reference validators of a contract on demand; `null` for a schema that Ajv rejects. */
export function createReference(contract: ContractModel): (check: string) => Validator | null {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const rewrite = rewriter((name) => declared.get(name));
  const components = {
    schemas: Object.fromEntries([...declared].map(([name, schema]) => [name, rewrite(schema)])),
  };
  const checks = new Map(contract.checks.map((check) => [check.name, check]));
  const validators = new Map<string, Validator | null>();
  // One compiler for all: it compiles the schemas that several checks share once.
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    logger: false,
    inlineRefs: false,
    formats: allFormats,
    addUsedSchema: false,
    validateSchema: false,
    meta: false,
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isRequired: boolean, items: unknown[]) => !isRequired || !hasDuplicate(items),
  });
  ajv.addSchema({ $id: 'contract:all', components }, 'contract:all');
  return (name) => {
    const existing = validators.get(name);
    if (existing !== undefined) return existing;
    const check = checks.get(name);
    const validator = check === undefined ? null : compile(check);
    validators.set(name, validator);
    return validator;
  };

  function compile({ schema, name }: CheckDecl): Validator | null {
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

function hasDuplicate(items: readonly unknown[]): boolean {
  return items.some((item, index) => items.slice(0, index).some((other) => isDeepStrictEqual(other, item)));
}

function withAbsoluteReferences(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const inside = mapSubschemas(schema, withAbsoluteReferences);
  const { $ref } = inside;
  return typeof $ref === 'string' ? { ...inside, $ref: `contract:all${$ref}` } : inside;
}

/** Annotations, which may have any value. */
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

/** Requires a declared tag with the values of its variant. */
function withTags(schema: JsonObject, lookup: Lookup): JsonObject {
  const unions = ['oneOf', 'anyOf'].map((keyword): [string, JsonSchema[]] => {
    const variants = schemasAt(schema, keyword);
    const tagged = findTaggedUnion(variants, schema, lookup);
    const strict = variants.map((variant): JsonSchema => {
      const match = tagged?.cases.find((one) => one.variant === variant);
      if (tagged === null || match === undefined) return variant;
      const tag = {
        required: [tagged.property],
        properties: { [tagged.property]: { enum: [...match.values] } },
      };
      return { allOf: [variant, { type: 'object', ...tag }] };
    });
    return [keyword, strict];
  });
  return { ...schema, ...Object.fromEntries(unions.filter(([, variants]) => variants.length > 0)) };
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
