/** Changes of a record in the kinds of PATCH: merge patch, JSON Patch, and a partial record. */
import type { SourceSchema } from '../../contract/resources/source.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { valueAt } from '../../templates/runtime/instance-path.ts';
import { isFields, textOf, withPart } from './fields.ts';
import type { RecordFields } from './record.ts';

/** Merges a patch by RFC 7396: null removes a property. `keepsNull` says where null is a value. */
export function mergePatch(
  target: RecordFields,
  patch: RecordFields,
  keepsNull: (name: string) => boolean,
): RecordFields {
  const merged = new Map(Object.entries(target));
  for (const [name, change] of Object.entries(patch)) {
    const before = merged.get(name);
    if (change === null && !keepsNull(name)) merged.delete(name);
    else if (isFields(change) && isFields(before)) merged.set(name, mergePatch(before, change, keepsAll));
    else merged.set(name, change);
  }
  return Object.fromEntries(merged);
}

const keepsAll = (): boolean => false;

/** Returns where null is a value of a record: in the properties whose schema allows it. */
export function nullable(schema: SourceSchema | null): (name: string) => boolean {
  return (name) => schema?.properties.get(name)?.isNullable === true;
}

/**
 * Applies the operations of RFC 6902 that change members of objects.
 *
 * Errors: returns what is wrong.
 */
export function applyJsonPatch(target: RecordFields, operations: readonly unknown[]): RecordFields | string {
  let value: JsonValue = target;
  for (const operation of operations) {
    const changed = applyOne(value, isFields(operation) ? operation : {});
    if (typeof changed === 'string') return changed;
    value = changed;
  }
  return isFields(value) ? value : 'The patch does not leave an object';
}

function applyOne(value: JsonValue, { op, path, value: given, from }: RecordFields): RecordFields | string {
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) return 'An operation has no path';
  const current = valueAt(value, path);
  switch (op) {
    case 'add':
      return added(value, path, given ?? null);
    case 'replace':
      return current === undefined
        ? `There is nothing at ${path}`
        : asFields(withPart(value, path, given ?? null));
    case 'remove':
      return current === undefined ? `There is nothing at ${path}` : asFields(without(value, path));
    case 'test':
      return JSON.stringify(current) === JSON.stringify(given)
        ? asFields(value)
        : `The test of ${path} failed`;
    case 'copy':
    case 'move': {
      const source = valueAt(value, textOf(from)) as JsonValue | undefined;
      if (source === undefined) return `There is nothing at ${textOf(from)}`;
      return added(op === 'move' ? without(value, textOf(from)) : value, path, source);
    }
    default:
      return `${textOf(op)} is no operation of JSON Patch`;
  }
}

/** Adds a member, or inserts an item into a list. */
function added(value: JsonValue, path: string, part: JsonValue): RecordFields | string {
  const [list, place] = parentOf(path);
  const items = valueAt(value, list) as JsonValue | undefined;
  if (!Array.isArray(items)) return asFields(withPart(value, path, part));
  const at = place === '-' ? items.length : Number(place);
  if (!Number.isInteger(at) || at < 0 || at > items.length) return `${path} is no place of the list`;
  return asFields(withPart(value, list, (items as JsonValue[]).toSpliced(at, 0, part)));
}

function without(value: JsonValue, path: string): JsonValue {
  const [parent, name] = parentOf(path);
  const holder = valueAt(value, parent) as JsonValue | undefined;
  if (Array.isArray(holder))
    return withPart(value, parent, (holder as JsonValue[]).toSpliced(Number(name), 1));
  if (!isFields(holder)) return value;
  return withPart(
    value,
    parent,
    Object.fromEntries(Object.entries(holder).filter(([each]) => each !== name)),
  );
}

function parentOf(path: string): readonly [parent: string, name: string] {
  const end = path.lastIndexOf('/');
  return [
    path.slice(0, end),
    path
      .slice(end + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~'),
  ];
}

function asFields(value: JsonValue): RecordFields | string {
  return isFields(value) ? value : 'The patch does not leave an object';
}
