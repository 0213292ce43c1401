/** Compares the type that a fact states with a schema. Only what a fact states is compared. */
import { childNode, isObject, type Json, type DocumentNode } from '../contract/document.ts';
import type { Fact } from '../../../contract/contract.ts';
import { branchesOf, propertiesOf, referredName, typesOf, valuesOf } from '../contract/schema.ts';

/** Checks one stated type. Returns what differs as the end of a sentence, or `null`. */
type TypeCheck = (schema: DocumentNode, declared: Json, match: RegExpExecArray) => string | null;

/** Stated types as the inventory writes them. The first that fits is used. */
const stated: readonly (readonly [RegExp, TypeCheck])[] = [
  [/^unstated$/, () => null],
  [/^any(?: JSON)?$/, (schema) => (typesOf(schema) === null ? null : 'is not open to any JSON')],
  [/^string \(uri format\)$/, (schema) => expectType(schema, 'string') ?? expectFormat(schema, 'uri')],
  [/^(?:string(?: ?\(.+\))?|date filter)$/, (schema) => expectType(schema, 'string')],
  [/^(boolean|integer|number)$/, (schema, _declared, match) => expectType(schema, match[1] ?? '')],
  [
    /^map of object$/,
    (schema) => expectType(schema, 'object') ?? expectInner(schema, 'additionalProperties', 'object'),
  ],
  [
    /^(?:object|map|JSON object|empty JSON object|JSON Schema map)(?: \(.+\))?$/,
    (schema) => expectType(schema, 'object'),
  ],
  [/^enum(?: \((?:6\.2)\))?$/, (schema) => (valuesOf(schema) === null ? 'is not a closed enum' : null)],
  [/^enum (.+)$/, (schema, _declared, match) => expectValues(schema, (match[1] ?? '').split(', '))],
  [/^const \(.+\)$/, (schema) => (valuesOf(schema)?.length === 1 ? null : 'is not one fixed value')],
  [/^const (.+)$/, (schema, _declared, match) => expectValues(schema, [match[1] ?? ''])],
  [/^array$/, (schema) => expectType(schema, 'array')],
  [
    /^list of (string|object)$/,
    (schema, _declared, match) => expectType(schema, 'array') ?? expectInner(schema, 'items', match[1] ?? ''),
  ],
  [/^list of enum$/, expectEnumItems],
  [/^list of (\w+)(?: \(.+\))?$/, (schema, _declared, match) => expectItemsOf(schema, match[1] ?? '')],
  [
    /^(?:object |shared:)?(\w+)(?: \(.+\))?$/,
    (schema, declared, match) => expectComponent(schema, declared, match[1] ?? ''),
  ],
];

/**
 * Compares a schema with the type, the nullability and the default that a fact states.
 *
 * Shape: `declared` is the schema before its reference was followed; `nullable` is what the fact states about null for
 * this schema, `null` if it states nothing.
 */
export function checkType(
  schema: DocumentNode,
  declared: Json,
  fact: Fact,
  nullable: boolean | null,
): string | null {
  const type = fact.details.get('type') ?? 'unstated';
  const note = fact.details.get('note') ?? '';
  if (type === 'enum' && note === 'values not shown') return expectType(schema, 'string');
  for (const [pattern, check] of stated) {
    const match = pattern.exec(type);
    if (match !== null)
      return check(schema, declared, match) ?? checkNull(schema, nullable) ?? checkDefault(schema, note);
  }
  return `has the type ${type}, which the trace does not know`;
}

function checkNull(schema: DocumentNode, nullable: boolean | null): string | null {
  const types = typesOf(schema);
  if (nullable === null || types === null || types.has('null') === nullable) return null;
  return nullable ? 'may be null, but not in the schema' : 'is never null, but the schema allows null';
}

function checkDefault(schema: DocumentNode, note: string): string | null {
  const wanted = /default(?:=|\s)(\w+)$/.exec(note)?.[1];
  if (wanted === undefined) return null;
  return JSON.stringify(schema.value['default']) === wanted
    ? null
    : `has the default ${wanted}, but not in the schema`;
}

function expectType(schema: DocumentNode, type: string): string | null {
  const types = typesOf(schema);
  const named = types === null ? [] : [...types].filter((name) => name !== 'null');
  if (named.length === 1 && named[0] === type) return null;
  return `is ${describe(named)} instead of ${type}`;
}

function describe(types: readonly string[]): string {
  return types.length === 0 ? 'untyped' : types.join(' or ');
}

function expectFormat(schema: DocumentNode, format: string): string | null {
  return schema.value['format'] === format ? null : `has no format ${format}`;
}

function expectInner(
  schema: DocumentNode,
  keyword: 'items' | 'additionalProperties',
  type: string,
): string | null {
  const inner = childNode(schema, keyword);
  if (inner === null) return `has no ${keyword}`;
  const problem = expectType(inner, type);
  return problem === null ? null : `has ${keyword} where each ${problem}`;
}

function expectEnumItems(schema: DocumentNode): string | null {
  const items = childNode(schema, 'items');
  if (expectType(schema, 'array') !== null || items === null) return 'is not a list';
  return valuesOf(items) === null ? 'has items that are not a closed enum' : null;
}

function expectItemsOf(schema: DocumentNode, name: string): string | null {
  const items = childNode(schema, 'items');
  if (expectType(schema, 'array') !== null || items === null) return 'is not a list';
  return expectComponent(items, schema.value['items'] ?? null, name) === null
    ? null
    : `is not a list of ${name}`;
}

function expectValues(schema: DocumentNode, values: readonly string[]): string | null {
  const actual = valuesOf(schema)?.map(String);
  if (actual !== undefined && actual.join() === values.join()) return null;
  return `allows ${actual === undefined ? 'any value' : actual.join(', ')} instead of ${values.join(', ')}`;
}

/** Accepts the component itself, a union or extension of it, and the create and update forms of `…Input`. */
function expectComponent(schema: DocumentNode, declared: Json, name: string): string | null {
  const referred = referredName(declared) ?? schema.pointer.split('/').at(-1) ?? '';
  const stem = name.replace(/Input$/, '');
  if (referred === name || [`${stem}Create`, `${stem}Update`].includes(referred)) return null;
  const original = childNode({ ...schema, pointer: '#', value: schema.root }, 'components', 'schemas', name);
  if (original !== null && extendsSchema(schema, original)) return null;
  return `is ${referred} instead of ${name}`;
}

function extendsSchema(schema: DocumentNode, original: DocumentNode): boolean {
  const names = branchesOf(original).flatMap(({ value }) =>
    isObject(value['properties']) ? Object.keys(value['properties']) : [],
  );
  return names.length > 0 && names.every((name) => propertiesOf(schema, name).length > 0);
}
