/**
 * JSON values of the bundled documents, and locations in them.
 * A node is an object with its pointer; following a reference returns the node of its target.
 */
import { childPointer, isArray, isObject, nodeAt } from '../../../generator/json/json.ts';
import type { JsonObject, JsonValue as Json } from '../../../generator/json/documents.ts';

export { childPointer, isArray, isObject, nodeAt };
export type { Json, JsonObject };

/** An object in a bundled document. */
export interface DocumentNode {
  /** The whole document, for following references. */
  readonly root: JsonObject;
  /** JSON Pointer with a leading `#`, of the object itself and not of a reference to it. */
  readonly pointer: string;
  readonly value: JsonObject;
}

/** Returns the value as an array; anything else, absence included, is an empty one. */
export function asArray(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

/** Returns the strings of an array; anything that is not an array of them gives an empty list. */
export function asStrings(value: Json | undefined): readonly string[] {
  return asArray(value).filter((item) => typeof item === 'string');
}

/** Returns the node of a document's root. */
export function rootNode(root: JsonObject): DocumentNode {
  return { root, pointer: '#', value: root };
}

/**
 * Returns the object under a key, or under several keys in turn, with references followed.
 *
 * Shape: `null` if a value on the way is missing, not an object, or a reference that cannot be resolved.
 */
export function childNode(node: DocumentNode, ...keys: readonly (string | number)[]): DocumentNode | null {
  let pointer = node.pointer;
  let value: Json | undefined = node.value;
  for (const key of keys) {
    value = propertyOf(value, String(key));
    pointer = childPointer(pointer, key);
    if (!isObject(value)) continue;
    const target = followReferences({ root: node.root, pointer, value });
    if (target === null) return null;
    ({ pointer, value } = target);
  }
  return isObject(value) ? { root: node.root, pointer, value } : null;
}

/** Returns the target of a chain of `$ref`s; the node itself if it is not a reference. */
export function followReferences(node: DocumentNode): DocumentNode | null {
  let current: DocumentNode = node;
  const seen = new Set<string>();
  while (typeof current.value['$ref'] === 'string') {
    const ref = current.value['$ref'];
    if (!ref.startsWith('#/') || seen.has(ref)) return null;
    seen.add(ref);
    const target = nodeAt(node.root, ref);
    if (!isObject(target)) return null;
    current = { root: node.root, pointer: ref, value: target };
  }
  return current;
}

/** Returns the children of an object that are objects, with references followed, in document order. */
export function childNodes(node: DocumentNode | null): readonly (readonly [string, DocumentNode])[] {
  if (node === null) return [];
  return Object.keys(node.value).flatMap((key) => {
    const child = childNode(node, key);
    return child === null ? [] : [[key, child] as const];
  });
}

function propertyOf(value: Json | undefined, key: string): Json | undefined {
  if (isArray(value)) return value[Number(key)];
  return isObject(value) ? value[key] : undefined;
}
