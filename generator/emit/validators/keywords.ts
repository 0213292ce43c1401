/**
 * Keywords that we add to the compiler: unions that dispatch on a tag, and replacements for keywords whose built-in
 * version is slow, inexact, or keeps a copy of the whole schema.
 */
import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv/dist/core.js';

interface UnionTags {
  readonly property: string;
  readonly values: readonly (readonly unknown[])[];
}

/** Keywords to add; they replace the compiler's version if it has one. */
export const keywords: readonly CodeKeywordDefinition[] = [
  {
    keyword: 'taggedUnion',
    type: 'object',
    schemaType: 'array',
    error: {
      message: 'has an unknown tag',
      params: ({ params }) => _`{tag: ${params['tag']}, allowedTags: ${params['allowedTags']}}`,
    },
    code: dispatchOnTag,
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    error: {
      message: 'is not in the list',
      params: ({ gen, schema }) => _`{allowedValues: ${valuesOf({ gen, schema: schema as unknown[] })}}`,
    },
    code(context) {
      context.fail(_`!${isAmong(context)}`);
    },
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'has an item twice', params: _`{}` },
    code(context) {
      if (context.schema === true) context.fail(_`!${callable(context, _`hasUniqueItems`)}(${context.data})`);
    },
  },
  {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    error: { message: 'is not a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code(context) {
      context.fail(_`!${callable(context, _`isMultipleOf`)}(${context.data}, ${context.schemaCode})`);
    },
  },
];

/** Properties of a schema that a keyword reads but that check nothing themselves. */
export const companions: readonly string[] = ['unionTags'];

/** Looks the tag up once and runs the one schema it selects; an inherited property is not a tag. */
function dispatchOnTag(context: KeywordCxt): void {
  const { gen, data, parentSchema } = context;
  const { property, values } = parentSchema['unionTags'] as UnionTags;
  const entries = values.flatMap((tags, index) => tags.map((tag) => [tag, index] as const));
  const table = gen.scopeValue('obj', {
    key: JSON.stringify(entries),
    ref: entries,
    code: _`new Map(${stringify(entries)})`,
  });
  const index = gen.const(
    'member',
    _`Object.hasOwn(${data}, ${property}) ? ${table}.get(${data}[${property}]) : undefined`,
  );
  const valid = gen.let('valid', false);
  gen.if(false);
  for (const position of values.keys()) {
    gen.elseIf(_`${index} === ${position}`);
    gen.assign(valid, applyVariant(context, position));
  }
  gen.else();
  context.error(false, { tag: _`${property}`, allowedTags: stringify(entries.map(([tag]) => tag)) });
  gen.endIf();
  context.ok(valid);
}

function applyVariant(context: KeywordCxt, position: number): Name {
  const valid = context.gen.name('valid');
  const variant = context.subschema({ keyword: 'taggedUnion', schemaProp: position }, valid);
  context.mergeEvaluated(variant, Name);
  return valid;
}

/** Compares a value with a few scalars one by one, with many through a table, and with lists and objects by content. */
function isAmong(context: KeywordCxt): Code {
  const { gen, data } = context;
  const values = context.schema as readonly unknown[];
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  if (!isPlain)
    return _`${valuesOf(context)}.some(value => ${callable(context, _`deepEqual`)}(value, ${data}))`;
  if (values.length <= MAX_COMPARED)
    return _`(${values.map((value) => _`${data} === ${stringify(value)}`).reduce((all, next) => _`${all} || ${next}`)})`;
  const table = gen.scopeValue('obj', {
    key: `set ${JSON.stringify(values)}`,
    ref: values,
    code: _`new Set(${stringify(values)})`,
  });
  return _`${table}.has(${data})`;
}

/** Up to this many values, one-by-one comparison is faster than a table. */
const MAX_COMPARED = 8;

/** Stores a list of values once for all places that refer to it. */
function valuesOf({ gen, schema }: Pick<KeywordCxt, 'gen' | 'schema'>): Name {
  return gen.scopeValue('obj', { key: JSON.stringify(schema), ref: schema, code: stringify(schema) });
}

/** Returns the name of a function that the compiled module imports from the runtime. */
function callable({ gen }: KeywordCxt, code: Code): Name {
  return gen.scopeValue('func', { key: code.toString(), ref: code, code });
}
