/** Applies a JSON Patch without changing the input value. Source: RFC 6902, RFC 6901. */
import { isPointer, pointerStep, splitPointer } from './pointer.ts';
import { isObject, propertyOf } from './value.ts';

/** The result of a patch. Shape: `index` is that of the operation that failed, from 0. */
export type PatchResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly index: number; readonly reason: string };

/** Applies a list of operations, all or none. Errors: a value that is not an operation fails with a reason. */
export function applyPatch(state: unknown, patch: readonly unknown[]): PatchResult {
  let value = state;
  for (const [index, operation] of patch.entries()) {
    try {
      value = carryOut(value, operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      return { ok: false, index, reason: error.message };
    }
  }
  return { ok: true, value };
}

class PatchError extends Error {
  override readonly name = 'PatchError';
}

type Properties = Readonly<Record<string, unknown>>;

function carryOut(state: unknown, operation: unknown): unknown {
  if (!isObject(operation)) throw new PatchError('it is not an object');
  const path = readPointer(operation, 'path');
  switch (operation['op']) {
    case 'add':
      return add(state, path, valueOf(operation));
    case 'remove':
      return remove(state, path);
    case 'replace':
      read(state, path);
      return put(state, path, valueOf(operation));
    case 'move':
      return move(state, readPointer(operation, 'from'), path);
    case 'copy':
      return add(state, path, read(state, readPointer(operation, 'from')));
    case 'test':
      if (!isEqual(read(state, path), valueOf(operation)))
        throw new PatchError(`${show(path)} does not have the tested value`);
      return state;
    default:
      throw new PatchError('its op is not defined by JSON Patch');
  }
}

function move(state: unknown, from: readonly string[], path: readonly string[]): unknown {
  if (from.length < path.length && from.every((step, index) => path[index] === step))
    throw new PatchError(`${show(from)} can't be moved into itself`);
  const value = read(state, from);
  return add(remove(state, from), path, value);
}

function valueOf(operation: Properties): unknown {
  if (operation['value'] === undefined) throw new PatchError('it has no value');
  return operation['value'];
}

function readPointer(operation: Properties, property: 'path' | 'from'): readonly string[] {
  const pointer = operation[property];
  if (!isPointer(pointer)) throw new PatchError(`its ${property} is not a JSON Pointer`);
  return splitPointer(pointer);
}

function read(state: unknown, path: readonly string[]): unknown {
  let value = state;
  for (const [depth, step] of path.entries()) {
    const place = path.slice(0, depth + 1);
    if (Array.isArray(value)) value = (value as unknown[])[indexIn(value.length - 1, step, place)];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else throw new PatchError(`${show(place)} does not exist`);
  }
  return value;
}

function add(state: unknown, path: readonly string[], value: unknown): unknown {
  return change(
    state,
    path,
    (parent, step) => {
      if (!Array.isArray(parent)) return { ...parent, [step]: value };
      const index = step === '-' ? parent.length : indexIn(parent.length, step, path);
      return splice(parent, index, 0, value);
    },
    value,
  );
}

function put(state: unknown, path: readonly string[], value: unknown): unknown {
  return change(
    state,
    path,
    (parent, step) =>
      Array.isArray(parent)
        ? splice(parent, indexIn(parent.length - 1, step, path), 1, value)
        : { ...parent, [step]: value },
    value,
  );
}

/** Removes a value. Why: removing the whole document leaves `null`, because JSON has no other empty value. */
function remove(state: unknown, path: readonly string[]): unknown {
  read(state, path);
  return change(
    state,
    path,
    (parent, step) => {
      if (Array.isArray(parent)) return splice(parent, indexIn(parent.length - 1, step, path), 1);
      const { [step]: _, ...rest } = parent;
      return rest;
    },
    null,
  );
}

/** Edits the parent of the last step of a path and copies its ancestors; returns `whole` for an empty path. */
function change(
  state: unknown,
  path: readonly string[],
  edit: (parent: Properties | unknown[], step: string) => unknown,
  whole: unknown,
): unknown {
  const last = path.at(-1);
  if (last === undefined) return whole;
  const around = path.slice(0, -1);
  const parent = read(state, around);
  if (!Array.isArray(parent) && !isObject(parent))
    throw new PatchError(`${show(around)} is not an object or array`);
  let value = edit(parent, last);
  for (let depth = around.length - 1; depth >= 0; depth--) {
    const ancestor = read(state, around.slice(0, depth));
    const step = around[depth] ?? '';
    value = Array.isArray(ancestor)
      ? splice(ancestor, Number(step), 1, value)
      : { ...(ancestor as Properties), [step]: value };
  }
  return value;
}

/** Returns a copy of a list in which new items replace some. */
function splice(
  list: readonly unknown[],
  start: number,
  removed: number,
  ...items: readonly unknown[]
): unknown[] {
  return [...list.slice(0, start), ...items, ...list.slice(start + removed)];
}

function indexIn(highest: number, step: string, path: readonly string[]): number {
  const index = /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : Number.NaN;
  if (!(index <= highest)) throw new PatchError(`${show(path)} is not a valid array index`);
  return index;
}

/** Compares values; the order of properties does not matter. Source: RFC 6902 4.6. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isEqual(propertyOf(one, name), propertyOf(other, name)),
    )
  );
}

function show(path: readonly string[]): string {
  return path.length === 0 ? 'the whole value' : path.map(pointerStep).join('');
}
