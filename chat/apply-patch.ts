/**
 * Applies a JSON Patch to a value without changing it. Source: RFC 6902; pointers by RFC 6901.
 */
import type { AnyJson } from './state.ts';

/** One operation of a patch. */
export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: string | undefined;
  readonly value?: AnyJson;
}

type Container = AnyJson[] | Record<string, AnyJson>;

/**
 * Applies a patch; returns null when any operation is invalid or fails to apply, because a patch applies as a whole or
 * not at all.
 */
export function applyPatch(
  document: AnyJson,
  patch: readonly PatchOperation[],
): { readonly value: AnyJson } | null {
  const root = { value: structuredClone(document) };
  return patch.every((operation) => applyOperation(root, operation)) ? root : null;
}

function applyOperation(root: { value: AnyJson }, { op, path, from, value }: PatchOperation): boolean {
  if (!isPointer(path)) return false;
  switch (op) {
    case 'add':
      return write(root, path, structuredClone(value), true);
    case 'replace':
      return read(root, path) !== undefined && write(root, path, structuredClone(value), false);
    case 'remove':
      return remove(root, path);
    case 'test':
      return value !== undefined && isEqual(read(root, path), value);
    case 'copy':
      return isPointer(from) && write(root, path, structuredClone(read(root, from)), true);
    case 'move': {
      if (!isPointer(from)) return false;
      const moved = read(root, from);
      return moved !== undefined && remove(root, from) && write(root, path, moved, true);
    }
    default:
      return false;
  }
}

function read(root: { value: AnyJson }, path: string): AnyJson {
  let target: AnyJson = root.value;
  for (const key of keysOf(path)) {
    if (!isContainer(target) || !has(target, key)) return undefined;
    target = (target as Record<string, AnyJson>)[key];
  }
  return target;
}

function write(root: { value: AnyJson }, path: string, value: AnyJson, isAdded: boolean): boolean {
  if (value === undefined) return false;
  const place = placeOf(root, path);
  if (place === null) return false;
  const { target, key } = place;
  if (!Array.isArray(target)) {
    Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
    return true;
  }
  const index = key === '-' ? target.length : arrayIndex(key);
  if (index === null || index > target.length) return false;
  target.splice(index, isAdded ? 0 : 1, value);
  return true;
}

function remove(root: { value: AnyJson }, path: string): boolean {
  const place = placeOf(root, path);
  if (place === null || !has(place.target, place.key)) return false;
  const { target, key } = place;
  if (Array.isArray(target)) target.splice(Number(key), 1);
  else Reflect.deleteProperty(target, key);
  return true;
}

/** Returns the container and the key that a path points to; the root itself is the property `value`. */
function placeOf(root: { value: AnyJson }, path: string): { target: Container; key: string } | null {
  const keys = ['value', ...keysOf(path)];
  const key = keys.pop() ?? '';
  let target: AnyJson = root;
  for (const each of keys) {
    if (!isContainer(target) || !has(target, each)) return null;
    target = (target as Record<string, AnyJson>)[each];
  }
  return isContainer(target) ? { target, key } : null;
}

/** Returns whether a text is a JSON Pointer. Source: RFC 6901 section 3. */
function isPointer(text: string | undefined): text is string {
  return text !== undefined && /^(?:\/(?:[^~]|~[01])*)?$/s.test(text);
}

function keysOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function arrayIndex(key: string): number | null {
  return /^(0|[1-9]\d{0,9})$/.test(key) ? Number(key) : null;
}

function has(target: Container, key: string): boolean {
  if (!Array.isArray(target)) return Object.hasOwn(target, key);
  const index = arrayIndex(key);
  return index !== null && index < target.length;
}

function isContainer(value: AnyJson): value is Container {
  return typeof value === 'object' && value !== null;
}

function isEqual(one: AnyJson, other: AnyJson): boolean {
  if (!isContainer(one) || !isContainer(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(other, key) &&
      isEqual((one as Record<string, AnyJson>)[key], (other as Record<string, AnyJson>)[key]),
  );
}
