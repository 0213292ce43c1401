/** Finds the values of a sample that no description shows, and that a table has better ones for. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { singularOf, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { isFields } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { isSynthesised } from '../values/made-up.ts';
import { timeKindOf } from '../values/times.ts';
import { kindOf, type Kind } from './kinds.ts';

/** A value that may be another one. */
export interface OutlinedValue {
  /** The names of properties, and the indexes of items, that lead to it. */
  readonly path: readonly string[];
  readonly name: string;
  readonly kind: Kind;
  readonly schema: SourceSchema;
  /** The words of what has it, in the singular. */
  readonly owner: string;
  readonly sample: JsonValue;
  /** Whether a service adds what it is in to new records: it is required or read-only, or nothing is required. */
  readonly isAdded: boolean;
}

interface Site {
  readonly isAdded: boolean;
  readonly path: readonly string[];
  readonly owner: string;
  /** What examples have here. */
  readonly examples: readonly JsonValue[];
}

/** Units: levels of nested values that are looked at. */
const MAX_DEPTH = 4;

/** Returns the values of a sample that were made up, those of nested objects and lists too. */
export function readOutline({
  resource,
  schema,
  sample,
  examples,
  keyPointer,
}: ResourcePlan): readonly OutlinedValue[] {
  const leaves: OutlinedValue[] = [];
  const noun = singular(resource.name.split('/').at(-1) ?? '');
  if (schema !== null) addFields(leaves, schema, sample, { path: [], owner: noun, examples, isAdded: true });
  const others = leaves.filter(({ path }) => path.map(pointerStep).join('') !== keyPointer);
  return isCreatedMadeUp(schema, sample, others)
    ? others
    : others.filter(({ name, schema: own }) => timeKindOf(name, own) === null);
}

/** Returns whether no creation time is shown. Why: a generated time of a change might be before a shown one. */
function isCreatedMadeUp(
  schema: SourceSchema | null,
  sample: RecordFields,
  leaves: readonly OutlinedValue[],
): boolean {
  const isMadeUp = (name: string): boolean =>
    leaves.some(({ path }) => path.length === 1 && path[0] === name);
  return Object.keys(sample).every((name) => {
    const property = schema?.properties.get(name);
    return property === undefined || timeKindOf(name, property) !== 'created' || isMadeUp(name);
  });
}

function singular(name: string): string {
  const words = wordsOf(name);
  return [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join(' ');
}

function addFields(leaves: OutlinedValue[], schema: SourceSchema, value: JsonValue, site: Site): void {
  if (!isFields(value) || site.path.length > MAX_DEPTH) return;
  const shown = [...site.examples, ...schema.examples];
  const { required } = schema;
  const isTop = site.path.length === 0;
  for (const [name, part] of Object.entries(value)) {
    const property = schema.properties.get(name);
    const examples = shown.flatMap((each) =>
      isFields(each) && each[name] !== undefined ? [each[name]] : [],
    );
    if (property === undefined || isReference(name, property)) continue;
    const isOwn = required.size === 0 || required.has(name) || property.isReadOnly;
    const inside = { ...site, path: [...site.path, name], examples, isAdded: isTop ? isOwn : site.isAdded };
    addValue(leaves, name, property, part, inside, schema);
  }
}

function addValue(
  leaves: OutlinedValue[],
  name: string,
  schema: SourceSchema,
  value: JsonValue,
  site: Site,
  holder: SourceSchema,
): void {
  const owner = singular(schema.name ?? name);
  if (isFields(value)) addFields(leaves, schema, value, { ...site, owner });
  else if (Array.isArray(value)) {
    const [first] = value as readonly JsonValue[];
    if (schema.items === null || first === undefined) return;
    const examples = [...site.examples, ...schema.examples].filter((each) => Array.isArray(each)).flat();
    const inside = { ...site, path: [...site.path, '0'], examples };
    addValue(leaves, name, schema.items, first, inside, holder);
  } else if (value !== null && !isShown(name, schema, value, site.examples)) {
    const kind = kindOf(
      site.path.at(-1) === '0' ? singular(name) : name,
      schema,
      site.owner.split(' ').at(-1) ?? '',
      holder.properties,
    );
    if (kind !== null)
      leaves.push({
        path: site.path,
        name,
        kind,
        schema,
        owner: site.owner,
        sample: value,
        isAdded: site.isAdded,
      });
  }
}

/** Returns whether a property identifies a record, this one or another. */
function isReference(name: string, schema: SourceSchema): boolean {
  const last = wordsOf(name).at(-1) ?? '';
  return (
    ['id', 'ids', 'gid', 'sid', 'uuid', 'guid', 'key', 'token', 'secret', 'hash', 'etag'].includes(last) ||
    ['uuid', 'password', 'byte', 'binary'].includes(schema.format ?? '')
  );
}

/** Returns whether a value is the description's own, or that of a time that the record has anyway. */
function isShown(
  name: string,
  schema: SourceSchema,
  value: JsonValue,
  examples: readonly JsonValue[],
): boolean {
  if (examples.includes(value) || schema.examples.includes(value)) return true;
  if (typeof value !== 'string' || schema.values !== null) return false;
  return !isSynthesised(name, schema, value) && timeKindOf(name, schema) === null;
}
