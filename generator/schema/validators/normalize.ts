/**
 * Accepts schemas that the compiler handles correctly, and rewrites those it would compile incorrectly or slowly. The
 * result has only keywords that check something, refers to other schemas by id, and uses a tag to select the member of
 * a union where there is one. Where something must be dropped, the schema accepts more, never less.
 */
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../json/documents.ts';
import type { ReportFinding } from './findings.ts';
import { isKnownFormat, isNoteFormat, sameFormat } from './known-formats.ts';
import { isUsablePattern } from './pattern-safety.ts';
import { componentNameOf, isSchema, schemasAt, without } from '../../schema/keywords.ts';
import { isObject, arrayAt, objectAt, childPointer } from '../../json/json.ts';
import { findTaggedUnion, type Lookup } from '../../schema/tagged-union.ts';
import { joinUnions, writeTaggedUnion } from './tagged-schema.ts';
import type { UnevaluatedLimits } from './unevaluated.ts';

export interface NormalizeContext {
  readonly lookup: Lookup;
  /** Returns the id under which a component is compiled; `null` if there is no such component. */
  readonly idOf: (component: string) => string | null;
  readonly report: ReportFinding;
  readonly limits: UnevaluatedLimits;
}

/** Normalizes one keyword: `undefined` drops it. */
type NormalizeKeyword = (value: JsonValue, site: Site) => JsonValue | undefined;

interface Site {
  readonly context: NormalizeContext;
  readonly owner: JsonObject;
  readonly keyword: string;
  /** The position of the keyword. */
  readonly pointer: string;
}

/** Normalizes a schema; `pointer` is its position. */
export function normalizeSchema(schema: JsonSchema, pointer: string, context: NormalizeContext): JsonSchema {
  if (!isObject(schema)) return schema;
  const normalized: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const normalize = KEYWORDS.get(keyword) ?? otherKeyword;
    const kept = normalize(value, {
      context,
      owner: schema,
      keyword,
      pointer: childPointer(pointer, keyword),
    });
    if (kept !== undefined) normalized[keyword] = kept;
  }
  return joinUnions(closeEmptyEnum(openWhereDropped(normalized, schema)));
}

const asIs: NormalizeKeyword = (value) => value;
const note: NormalizeKeyword = () => undefined;

const one: NormalizeKeyword = (value, { context, pointer }) =>
  isSchema(value) ? normalizeSchema(value, pointer, context) : undefined;

const list: NormalizeKeyword = (value, { context, pointer }) =>
  Array.isArray(value)
    ? value
        .filter(isSchema)
        .map((schema, index) => normalizeSchema(schema, childPointer(pointer, index), context))
    : undefined;

const map: NormalizeKeyword = (value, { context, pointer }) => {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter(([name]) => isSafeName(name, pointer, context));
  return Object.fromEntries(
    entries.flatMap(([name, schema]) =>
      isSchema(schema) ? [[name, normalizeSchema(schema, childPointer(pointer, name), context)]] : [],
    ),
  );
};

const patternMap: NormalizeKeyword = (value, site) => {
  if (!isObject(value)) return undefined;
  const safe = Object.entries(value).filter(([pattern]) => normalizePattern(pattern, site) !== undefined);
  return map(Object.fromEntries(safe), site);
};

const normalizePattern: NormalizeKeyword = (value, { context, pointer }) => {
  if (typeof value !== 'string') return undefined;
  if (isUsablePattern(value)) return value;
  context.report('VALIDATOR_PATTERN_UNSAFE', pointer, value);
  return undefined;
};

const names: NormalizeKeyword = (value, { context, pointer }) =>
  Array.isArray(value)
    ? value.filter((name) => typeof name === 'string' && isSafeName(name, pointer, context))
    : undefined;

const namesByName: NormalizeKeyword = (value, site) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, required]) => [name, names(required, site) ?? []]))
    : undefined;

const format: NormalizeKeyword = (value, { context, pointer }) => {
  if (typeof value !== 'string' || isKnownFormat(value)) return value;
  if (!isNoteFormat(value)) context.report('VALIDATOR_FORMAT_UNKNOWN', pointer, value, sameFormat(value));
  return undefined;
};

const reference: NormalizeKeyword = (value, { context, pointer }) => {
  const component = componentNameOf(value);
  const id = component === null ? null : context.idOf(component);
  if (id === null)
    context.report(
      'VALIDATOR_KEYWORD_DROPPED',
      pointer,
      `${JSON.stringify(value)} does not refer to a component`,
    );
  return id ?? undefined;
};

/** Normalizes the members of a union as usual; `joinUnions` replaces the rest of the keyword. */
const union: NormalizeKeyword = (value, site) => {
  const { context, owner, keyword, pointer } = site;
  const schemas = schemasAt(owner, keyword);
  const tagged = findTaggedUnion(schemas, owner, context.lookup);
  if (tagged === null) return list(value, site);
  const normalize = (schema: JsonSchema): JsonSchema =>
    normalizeSchema(schema, childPointer(pointer, schemas.indexOf(schema)), context);
  return [writeTaggedUnion(tagged, keyword, normalize)];
};

const unevaluated: NormalizeKeyword = (value, site) => {
  const reason = site.context.limits.reasonToDrop(site.keyword, site.owner);
  if (reason === null) return one(value, site);
  site.context.report('VALIDATOR_KEYWORD_DROPPED', site.pointer, reason);
  return undefined;
};

const onlyWithIf: NormalizeKeyword = (value, site) =>
  Object.hasOwn(site.owner, 'if') ? one(value, site) : undefined;

const otherKeyword: NormalizeKeyword = (_value, { context, keyword, pointer }) => {
  if (!keyword.startsWith('x-')) {
    const meant = closestWord(keyword, KEYWORDS.keys());
    context.report('VALIDATOR_KEYWORD_UNKNOWN', pointer, keyword, meant);
  }
  return undefined;
};

const KEYWORDS: ReadonlyMap<string, NormalizeKeyword> = new Map<string, NormalizeKeyword>([
  ['$ref', reference],
  ['type', asIs],
  ['const', asIs],
  ['enum', asIs],
  ['multipleOf', asIs],
  ['maximum', asIs],
  ['minimum', asIs],
  ['exclusiveMaximum', asIs],
  ['exclusiveMinimum', asIs],
  ['maxLength', asIs],
  ['minLength', asIs],
  ['maxItems', asIs],
  ['minItems', asIs],
  ['uniqueItems', asIs],
  ['maxContains', asIs],
  ['minContains', asIs],
  ['maxProperties', asIs],
  ['minProperties', asIs],
  ['pattern', normalizePattern],
  ['format', format],
  ['required', names],
  ['dependentRequired', namesByName],
  ['properties', map],
  ['patternProperties', patternMap],
  ['dependentSchemas', map],
  ['additionalProperties', one],
  ['propertyNames', one],
  ['items', one],
  ['contains', one],
  ['not', one],
  ['if', one],
  ['then', onlyWithIf],
  ['else', onlyWithIf],
  ['unevaluatedItems', unevaluated],
  ['unevaluatedProperties', unevaluated],
  ['prefixItems', list],
  ['allOf', list],
  ['anyOf', union],
  ['oneOf', union],
  ...[
    ...['$anchor', '$comment', '$defs', '$dynamicAnchor', '$id', '$schema', '$vocabulary', 'contentEncoding'],
    ...[
      'contentMediaType',
      'contentSchema',
      'default',
      'definitions',
      'deprecated',
      'description',
      'discriminator',
    ],
    ...['example', 'examples', 'externalDocs', 'readOnly', 'title', 'writeOnly', 'xml'],
  ].map((keyword) => [keyword, note] as const),
]);

/** Reports a property name that the compiler confuses with the prototype. */
function isSafeName(name: string, pointer: string, { report }: NormalizeContext): boolean {
  if (name !== '__proto__') return true;
  report(
    'VALIDATOR_KEYWORD_DROPPED',
    pointer,
    'a property named __proto__ cannot be distinguished from the prototype',
  );
  return false;
}

/** Allows unknown properties where a pattern was dropped, since its properties would now count as unknown. */
function openWhereDropped(normalized: JsonObject, written: JsonObject): JsonObject {
  const count = (schema: JsonObject): number => Object.keys(objectAt(schema, 'patternProperties')).length;
  const isOpen = count(normalized) < count(written);
  return isOpen ? without(normalized, 'additionalProperties', 'unevaluatedProperties') : normalized;
}

/** Why: the compiler rejects an `enum` without values; no value satisfies it. */
function closeEmptyEnum(schema: JsonObject): JsonObject {
  const isEmpty = Object.hasOwn(schema, 'enum') && arrayAt(schema, 'enum').length === 0;
  return isEmpty ? { allOf: [without(schema, 'enum')], not: {} } : schema;
}
