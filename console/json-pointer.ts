/** Reading and changing a JSON document by JSON Pointer. Source: RFC 6901. */
import { pointerStep, splitPointer } from '../templates/runtime/json/pointer.ts';
import { propertyOf } from '../templates/runtime/json/value.ts';

/** The names and indexes of the path to a value. */
export type JsonPath = readonly string[];

/** Returns a copy of a document with another value at a JSON Pointer. */
export function withValue(document: object, pointer: string, value: unknown): unknown {
  const steps = splitPointer(pointer);
  const last = steps.at(-1);
  if (last === undefined) return value;
  const copy: unknown = structuredClone(document);
  const parent = steps.slice(0, -1).reduce(propertyOf, copy);
  if (typeof parent === 'object' && parent !== null)
    Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

export function pointerOf(path: JsonPath): string {
  return path.map(pointerStep).join('');
}
