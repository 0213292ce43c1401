/**
 * Reads JSON trees whose shape has not been checked yet, and addresses their nodes by pointers.
 * A property of the wrong type counts as absent; callers that must report it check it themselves.
 */
import type { JsonObject, JsonValue, Place } from './documents.ts';
import { unescapeName, escapeName } from '../../templates/runtime/json/pointer.ts';
import { decodePercent } from '../../templates/runtime/json/value.ts';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Returns an own property, never one of the prototype. */
export function propertyOf(node: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** Returns a property that is an object, else an empty one. */
export function objectAt(node: JsonObject, key: string): JsonObject {
  const value = propertyOf(node, key);
  return isObject(value) ? value : {};
}

/** Returns a property that is an array, else an empty one. */
export function arrayAt(node: JsonObject, key: string): readonly JsonValue[] {
  const value = propertyOf(node, key);
  return isArray(value) ? value : [];
}

/** Returns a property that is a text. */
export function textAt(node: JsonObject, key: string): string | null {
  const value = propertyOf(node, key);
  return typeof value === 'string' ? value : null;
}

/** Returns the texts of a property that is an array. */
export function textsAt(node: JsonObject, key: string): readonly string[] {
  return arrayAt(node, key).filter((value) => typeof value === 'string');
}

export function propertyPlace({ file, pointer }: Place, key: string): Place {
  return { file, pointer: childPointer(pointer, key) };
}

/** Parses a file and a pointer written in one text. */
export function placeAt(address: string): Place {
  const hash = address.indexOf('#');
  return { file: address.slice(0, hash), pointer: address.slice(hash) };
}

/** Returns the pointer to a node below another one. */
export function childPointer(pointer: string, ...keys: readonly (string | number)[]): string {
  const segments = keys.map((key) => escapeName(String(key)));
  return [pointer.endsWith('/') ? pointer.slice(0, -1) : pointer, ...segments].join('/');
}

/** Returns the reference that a node has; `null` when it has none. */
export function referenceOf(node: JsonValue | undefined): string | null {
  return isObject(node) ? textAt(node, '$ref') : null;
}

/** Returns the properties whose names start with `x-`. */
export function extensionsOf(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => key.startsWith('x-')));
}

/** Returns the target of a local reference; `undefined` if there is none. */
export function nodeAt(root: JsonObject, reference: string): JsonValue | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let node: JsonValue | undefined = root;
  for (const segment of segmentsOf(reference)) {
    if (isArray(node)) node = node[Number(segment)];
    else if (isObject(node)) node = propertyOf(node, segment);
    else return undefined;
  }
  return node;
}

/** Splits a local reference into its decoded segments. */
export function segmentsOf(reference: string): string[] {
  return reference
    .slice(2)
    .split('/')
    .filter((segment, index, all) => segment !== '' || index < all.length - 1)
    .map(decodeSegment);
}

/**
 * Resolves the references of a node that is not a schema.
 *
 * Shape: siblings of a reference override properties of its target; `null` for a broken or circular reference.
 */
export function resolveNode(root: JsonObject, node: JsonValue | undefined): JsonObject | null {
  let current = node;
  const besides: JsonObject[] = [];
  for (let hops = 0; hops < 32; hops++) {
    if (!isObject(current)) return null;
    const reference = referenceOf(current);
    if (reference === null)
      return besides.reduceRight<JsonObject>((target, beside) => ({ ...target, ...beside }), current);
    const { $ref: _, ...beside } = current;
    if (Object.keys(beside).length > 0) besides.push(beside);
    current = nodeAt(root, reference);
  }
  return null;
}

/** Decodes a segment of a reference, percent-encoding first. */
export function decodeSegment(segment: string): string {
  const text = segment.includes('%') ? decodePercent(segment) : segment;
  return text.includes('~') ? unescapeName(text) : text;
}
