/** Applies a JSON Patch without changing the input value. Source: RFC 6902, RFC 6901. */
import { isPointer, pointerStep, splitPointer } from './pointer.ts';
import { isObject, propertyOf } from './value.ts';

/** The result of a patch. Shape: `index` is that of the operation that failed, from 0. */
export type PatchResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly index: number; readonly reason: string };

/** Applies a list of operations, all or none. Errors: a value that is not an operation fails with a reason. */
export function applyPatch(state: unknown, patch: readonly unknown[]): PatchResult {
  const draft = new Draft(state);
  for (const [index, operation] of patch.entries()) {
    try {
      draft.apply(operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      return { ok: false, index, reason: error.message };
    }
  }
  return { ok: true, value: draft.value };
}

class PatchError extends Error {
  override readonly name = 'PatchError';
}

type Properties = Record<string, unknown>;
type Path = readonly string[];

/** The maximum total size of copies in a patch. Why: each can double the value. Units: values and characters. */
const MAX_COPIED = 1_000_000;

/** A value that operations change. Shape: shares unchanged parts with the original and the operations. */
class Draft {
  value: unknown;
  /** Objects and lists that exist nowhere else, so that they can be changed in place. */
  readonly #own = new Set<unknown>();
  #copied = 0;

  constructor(value: unknown) {
    this.value = value;
  }

  apply(operation: unknown): void {
    if (!isObject(operation)) throw new PatchError('it is not an object');
    const path = readPointer(operation, 'path');
    switch (operation['op']) {
      case 'add':
        this.#add(path, valueOf(operation));
        break;
      case 'remove':
        this.#remove(path);
        break;
      case 'replace':
        this.#replace(path, valueOf(operation));
        break;
      case 'move':
        this.#move(readPointer(operation, 'from'), path);
        break;
      case 'copy':
        this.#add(path, this.#shared(this.#read(readPointer(operation, 'from'))));
        break;
      case 'test':
        if (!isEqual(this.#read(path), valueOf(operation)))
          throw new PatchError(`${show(path)} does not have the tested value`);
        break;
      default:
        throw new PatchError('its op is not defined by JSON Patch');
    }
  }

  #read(path: Path): unknown {
    return path.reduce((value, _, depth) => childOf(value, path, depth), this.value);
  }

  #add(path: Path, value: unknown): void {
    const last = path.length - 1;
    if (last < 0) {
      this.value = value;
      return;
    }
    const parent = this.#openParent(path);
    if (!Array.isArray(parent)) set(parent, path[last] ?? '', value);
    else parent.splice(path[last] === '-' ? parent.length : indexIn(parent.length, path, last), 0, value);
  }

  #replace(path: Path, value: unknown): void {
    this.#read(path);
    if (path.length === 0) this.value = value;
    else set(this.#openParent(path), path.at(-1) ?? '', value);
  }

  /** Removes a value. Why: removing the whole document leaves `null`, because JSON has no other empty value. */
  #remove(path: Path): void {
    this.#read(path);
    const step = path.at(-1);
    if (step === undefined) {
      this.value = null;
      return;
    }
    const parent = this.#openParent(path);
    if (Array.isArray(parent)) parent.splice(Number(step), 1);
    else Reflect.deleteProperty(parent, step);
  }

  #move(from: Path, path: Path): void {
    if (from.length < path.length && from.every((step, index) => path[index] === step))
      throw new PatchError(`${show(from)} can't be moved into itself`);
    const value = this.#read(from);
    this.#remove(from);
    this.#add(path, value);
  }

  /** Returns the object or list with the last step of a path, and makes it and its ancestors changeable. */
  #openParent(path: Path): Properties | unknown[] {
    let parent = this.#opened(this.value, path, 0);
    this.value = parent;
    for (let depth = 0; depth < path.length - 1; depth += 1) {
      const child = this.#opened(childOf(parent, path, depth), path, depth + 1);
      set(parent, path[depth] ?? '', child);
      parent = child;
    }
    return parent;
  }

  #opened(value: unknown, path: Path, depth: number): Properties | unknown[] {
    if (!Array.isArray(value) && !isObject(value))
      throw new PatchError(`${show(path.slice(0, depth))} is not an object or array`);
    if (this.#own.has(value)) return value;
    const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    this.#own.add(copy);
    return copy;
  }

  /** Marks a value as shared by several places, so that none of its parts is changed in place. */
  #shared(value: unknown): unknown {
    const parts = [value];
    for (const part of parts) {
      this.#copied += typeof part === 'string' ? part.length + 1 : 1;
      if (this.#copied > MAX_COPIED) throw new PatchError('the patch copies too much');
      if (typeof part !== 'object' || part === null) continue;
      this.#own.delete(part);
      for (const inner of Object.values(part) as unknown[]) parts.push(inner);
    }
    return value;
  }
}

function valueOf(operation: Readonly<Properties>): unknown {
  if (operation['value'] === undefined) throw new PatchError('it has no value');
  return operation['value'];
}

function readPointer(operation: Readonly<Properties>, property: 'path' | 'from'): Path {
  const pointer = operation[property];
  if (!isPointer(pointer)) throw new PatchError(`its ${property} is not a JSON Pointer`);
  return splitPointer(pointer);
}

/** Returns the part of a value that a step of a path names. */
function childOf(value: unknown, path: Path, depth: number): unknown {
  const step = path[depth] ?? '';
  if (Array.isArray(value)) return (value as unknown[])[indexIn(value.length - 1, path, depth)];
  if (isObject(value) && Object.hasOwn(value, step)) return value[step];
  throw new PatchError(`${show(path.slice(0, depth + 1))} does not exist`);
}

/** Sets a property or an item. Why defined: a property may be called `__proto__`. */
function set(parent: Properties | unknown[], step: string, value: unknown): void {
  Object.defineProperty(parent, step, { value, writable: true, enumerable: true, configurable: true });
}

function indexIn(highest: number, path: Path, depth: number): number {
  const step = path[depth] ?? '';
  const index = /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : Number.NaN;
  if (!(index <= highest))
    throw new PatchError(`${show(path.slice(0, depth + 1))} is not a valid array index`);
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

function show(path: Path): string {
  return path.length === 0 ? 'the whole value' : path.map(pointerStep).join('');
}
