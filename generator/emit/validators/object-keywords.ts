/**
 * The keywords `required` and `properties`. They replace the compiler's versions, which test several times for every
 * property whether it belongs to the object itself. The errors of `additionalProperties` get the names that are allowed.
 */
import { createRequire } from 'node:module';
import type CodegenModule from 'ajv/dist/compile/codegen/index.js';
import type UtilModule from 'ajv/dist/compile/util.js';
import {
  _,
  stringify,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type Name,
} from 'ajv/dist/core.js';
import type { KeywordErrorCxt } from 'ajv/dist/types/index.js';
import { propertiesOf } from '../../schema/keywords.ts';
import type { JsonObject } from '../../json/documents.ts';

// Why: tools treat the default import of a CommonJS module differently; `require` works the same in all of them.
const require = createRequire(import.meta.url);
const { and, getProperty, or } = require('ajv/dist/compile/codegen/index.js') as typeof CodegenModule;
const { alwaysValidSchema, mergeEvaluated, toHash } =
  require('ajv/dist/compile/util.js') as typeof UtilModule;

const { default: required } = require('ajv/dist/vocabularies/validation/required.js') as KeywordModule;
const { default: additional } =
  require('ajv/dist/vocabularies/applicator/additionalProperties.js') as KeywordModule;
const { default: properties } = require('ajv/dist/vocabularies/applicator/properties.js') as KeywordModule;

interface KeywordModule {
  readonly default: CodeKeywordDefinition;
}

/** The replacements of the compiler's keywords. */
export const objectKeywords: ReadonlyMap<unknown, CodeKeywordDefinition> = new Map([
  [required, { ...required, code: requireProperties }],
  [properties, { ...properties, code: checkProperties }],
  [additional, { ...additional, error: { message: 'has an unknown property', params: unknownProperty } }],
]);

/** Returns the parameters of an error; only a validator that reports all errors explains them to people. */
function unknownProperty({ gen, it, params, parentSchema }: KeywordErrorCxt): Code {
  const name = _`additionalProperty: ${params['additionalProperty']}`;
  const allowed = propertiesOf(parentSchema ?? {}).map(([property]) => property);
  if (it.allErrors !== true || allowed.length === 0) return _`{${name}}`;
  const names = gen.scopeValue('obj', {
    key: JSON.stringify(allowed),
    ref: allowed,
    code: stringify(allowed),
  });
  return _`{${name}, allowedProperties: ${names}}`;
}

function requireProperties(context: KeywordCxt): void {
  const { gen, it } = context;
  const names = context.schema as readonly string[];
  if (names.length === 0) return;
  if (it.allErrors === true) {
    for (const name of names)
      gen.if(isAbsent(context, name), () => context.error(false, { missingProperty: _`${name}` }));
    return;
  }
  const missing = gen.let('missing');
  gen.if(anyOf(names.map((name) => and(isAbsent(context, name), _`${missing} = ${name}`))));
  context.error(false, { missingProperty: missing });
  gen.else();
}

/** Joins conditions. Why in halves: the compiler copies what comes before each condition, and nests it in the next one. */
function anyOf(conditions: readonly Code[]): Code {
  if (conditions.length <= MAX_CONDITIONS) return or(...conditions);
  const half = conditions.length >> 1;
  return or(anyOf(conditions.slice(0, half)), anyOf(conditions.slice(half)));
}

const MAX_CONDITIONS = 64;

/** Applies the schema of each property that is present; the code runs only if `required` has found no error before. */
function checkProperties(context: KeywordCxt): void {
  const { gen, it, parentSchema } = context;
  const schemas = context.schema as JsonObject;
  const names = Object.keys(schemas);
  if (it.opts.unevaluated === true && names.length > 0 && it.props !== true)
    it.props = mergeEvaluated.props(gen, toHash(names), it.props);
  const present = new Set(
    it.allErrors === true ? [] : (parentSchema['required'] as readonly string[] | undefined),
  );
  const valid = gen.name('valid');
  // Why: outside of `anyOf` and the like, an error ends the function.
  const canGoOn = it.allErrors !== true && it.compositeRule === true;
  for (const name of names.filter((each) => alwaysValidSchema(it, schemas[each] as JsonObject) !== true)) {
    const check = () =>
      context.subschema({ keyword: context.keyword, schemaProp: name, dataProp: name }, valid);
    if (present.has(name)) check();
    else if (canGoOn) gen.if(isPresent(context, name), check, () => gen.var(valid, true));
    else gen.if(isPresent(context, name), check);
    if (canGoOn) context.ok(valid);
  }
}

/** Tests that a property is the object's own and not `undefined`. */
function isPresent(context: KeywordCxt, name: string): Code {
  const { value, inherited, isOwn } = accessTo(context, name);
  return _`${value} !== undefined && (${inherited} === undefined || ${isOwn})`;
}

function isAbsent(context: KeywordCxt, name: string): Code {
  const { value, inherited, isOwn } = accessTo(context, name);
  return _`${value} === undefined || ${inherited} !== undefined && !${isOwn}`;
}

/**
 * Returns the value of a property, the value that it would inherit, and the test that it is the object's own.
 *
 * Why: `Object.hasOwn` takes ten times as long as reading a property, and a value that can't be inherited needs no test.
 */
function accessTo(context: KeywordCxt, name: string): Record<'value' | 'inherited' | 'isOwn', Code> {
  const { data } = context;
  const property = getProperty(name);
  return {
    value: _`${data}${property}`,
    inherited: _`${prototypeFor(context)}${property}`,
    isOwn: _`Object.hasOwn(${data}, ${name})`,
  };
}

/** The variable with the prototype of the object, by the schema that checks the object. */
const prototypes = new WeakMap<KeywordCxt['it'], Name>();

/** Returns the variable with the prototype of the object, and declares it on first use. */
function prototypeFor({ gen, it, data }: KeywordCxt): Name {
  const name = prototypes.get(it) ?? gen.const('proto', _`prototypeOf(${data})`);
  prototypes.set(it, name);
  return name;
}
