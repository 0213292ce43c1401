/**
 * Reads members of a tree whose shape nobody has checked yet.
 * A member of the wrong type counts as absent here; who cares for the difference reports it.
 */
import type { JsonObject, JsonValue, Place } from '../source/documents.ts';

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a JSON array. */
export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Returns an own member, never one of the prototype. */
export function propertyOf(node: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** Returns an object member, empty when there is none. */
export function objectAt(node: JsonObject, key: string): JsonObject {
  const value = propertyOf(node, key);
  return isObject(value) ? value : {};
}

/** Returns an array member, empty when there is none. */
export function arrayAt(node: JsonObject, key: string): readonly JsonValue[] {
  const value = propertyOf(node, key);
  return isArray(value) ? value : [];
}

/** Returns a text member. */
export function textAt(node: JsonObject, key: string): string | null {
  const value = propertyOf(node, key);
  return typeof value === 'string' ? value : null;
}

/** Returns the texts of an array member. */
export function textsAt(node: JsonObject, key: string): readonly string[] {
  return arrayAt(node, key).filter((value) => typeof value === 'string');
}

/** Returns the place of a member, which is no node of its own when it is a text or a number. */
export function propertyPlace({ file, pointer }: Place, key: string): Place {
  const base = pointer.endsWith('/') ? pointer.slice(0, -1) : pointer;
  return { file, pointer: `${base}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` };
}

/** Returns the `x-` members. */
export function extensionsOf(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => key.startsWith('x-')));
}

/** Returns what a local reference points at; `undefined` when nothing is there. */
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
    .map((segment) => decode(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Follows the references of a node that is no schema.
 *
 * Shape: members beside a reference win over those of its target; `null` when a reference leads nowhere or round in a circle.
 */
export function resolveNode(root: JsonObject, node: JsonValue | undefined): JsonObject | null {
  let current = node;
  const besides: JsonObject[] = [];
  for (let hops = 0; hops < 32; hops++) {
    if (!isObject(current)) return null;
    const reference = textAt(current, '$ref');
    if (reference === null) {
      return besides.reduceRight<JsonObject>((target, beside) => ({ ...target, ...beside }), current);
    }
    const { $ref: _, ...beside } = current;
    if (Object.keys(beside).length > 0) besides.push(beside);
    current = nodeAt(root, reference);
  }
  return null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
