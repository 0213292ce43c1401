/**
 * Replaces references by `$id`, `$anchor` and `$dynamicAnchor` with JSON pointers, inside one tree. The rest of the
 * generator then only needs to support pointers. References out of the tree are not changed.
 *
 * Source: JSON Schema 2020-12 Core, sections 8.2 and 9.1.
 */
import { escapeName } from '../../templates/runtime/json/pointer.ts';
import { decodePercent } from '../../templates/runtime/json/value.ts';

/** A schema with an `$id`, and everything inside it. */
interface Resource {
  /** Its address, without a fragment. */
  readonly uri: string;
  /** Its position in the tree; empty for the whole tree. */
  readonly pointer: string;
}

interface Identifiers {
  readonly resources: ReadonlyMap<string, Resource>;
  /** Pointers by `address#name`. */
  readonly anchors: ReadonlyMap<string, string>;
  /** Every object of the tree that may be a schema. */
  readonly pointers: ReadonlySet<string>;
  /** The number of dynamic anchors by name. */
  readonly dynamicAnchors: ReadonlyMap<string, number>;
}

type Node = Record<string, unknown>;

/** Placeholder for the address of the file, which no document can contain. */
const DOCUMENT = 'document:/root';

/** Keywords that contain values rather than schemas. */
const values = new Set(['const', 'default', 'enum', 'example', 'examples']);

const IDENTIFIER = /["']?\$(?:id|anchor|dynamicAnchor)["']?\s*:/;

/**
 * Rewrites the references of a tree, which is changed in place; `text` is its source.
 *
 * Shape: a `$dynamicRef` becomes a `$ref` only if `isWhole` is set, that is, no other file can extend the schema, and
 * only one anchor has its name.
 */
export function resolveIdentifiers(tree: unknown, text: string, isWhole: boolean): void {
  if (!IDENTIFIER.test(text)) return;
  const identifiers = collectIdentifiers(tree);
  walk(tree, (node, resource) => {
    rewrite(node, '$ref', resource, identifiers);
    const dynamic = node['$dynamicRef'];
    if (typeof dynamic !== 'string' || !isWhole) return;
    const name = dynamic.slice(dynamic.indexOf('#') + 1);
    if ((identifiers.dynamicAnchors.get(name) ?? 0) > 1) return;
    if (!rewrite(node, '$dynamicRef', resource, identifiers) || Object.hasOwn(node, '$ref')) return;
    node['$ref'] = node['$dynamicRef'];
    delete node['$dynamicRef'];
  });
}

function collectIdentifiers(tree: unknown): Identifiers {
  const resources = new Map<string, Resource>();
  const anchors = new Map<string, string>();
  const dynamicAnchors = new Map<string, number>();
  const pointers = new Set<string>();
  walk(tree, (node, resource, pointer) => {
    pointers.add(decodePercent(pointer));
    if (!resources.has(resource.uri)) resources.set(resource.uri, resource);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = node[keyword];
      if (typeof name !== 'string') continue;
      anchors.set(`${resource.uri}#${name}`, pointer);
      if (keyword === '$dynamicAnchor') dynamicAnchors.set(name, (dynamicAnchors.get(name) ?? 0) + 1);
    }
  });
  return { resources, anchors, pointers, dynamicAnchors };
}

/** Replaces a reference with a pointer, and returns whether its target is in the tree. */
function rewrite(
  node: Node,
  keyword: string,
  resource: Resource,
  { resources, anchors, pointers }: Identifiers,
): boolean {
  const written = node[keyword];
  if (typeof written !== 'string') return false;
  const [address = '', fragment = ''] = written.split('#', 2);
  const uri = address === '' ? resource.uri : addressFrom(address, resource.uri);
  const target = uri === null ? undefined : resources.get(uri);
  if (target === undefined) return false;
  const isPointer = fragment === '' || fragment.startsWith('/');
  const pointer = isPointer ? target.pointer + fragment : anchors.get(`${target.uri}#${fragment}`);
  // Why: some authors write pointers from the start of the file even inside a schema with an `$id`.
  if (pointer === undefined || (address === '' && !pointers.has(decodePercent(pointer)))) return false;
  node[keyword] = `#${pointer}`;
  return true;
}

function addressFrom(address: string, base: string): string | null {
  try {
    const url = new URL(address, base);
    url.hash = '';
    return url.href;
  } catch {
    return null;
  }
}

type Use = (node: Node, resource: Resource, pointer: string) => void;

/** Visits every object that may be a schema, with the resource it belongs to. */
function walk(tree: unknown, use: Use): void {
  const seen = new Set<object>();
  const open: [node: unknown, resource: Resource, pointer: string, isMap: boolean][] = [
    [tree, { uri: DOCUMENT, pointer: '' }, '', false],
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, around, pointer, isMap] = next;
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const resource = Array.isArray(node) || isMap ? around : resourceOf(node as Node, around, pointer);
    if (!Array.isArray(node) && !isMap) use(node as Node, resource, pointer);
    for (const [key, value] of Object.entries(node)) {
      if (!isMap && (values.has(key) || key.startsWith('x-'))) continue;
      const inside = `${pointer}/${stepTo(key)}`;
      open.push([value, resource, inside, !isMap && maps.has(key)]);
    }
  }
}

function stepTo(key: string): string {
  return encodeURIComponent(escapeName(key)).replaceAll('%24', '$');
}

/** Keywords whose property names the author chooses, so that one may be called `$id`. */
const maps = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
  'schemas',
]);

function resourceOf(node: Node, around: Resource, pointer: string): Resource {
  const id = node['$id'];
  const uri = typeof id === 'string' ? addressFrom(id, around.uri) : null;
  return uri === null ? around : { uri, pointer };
}
