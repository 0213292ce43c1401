/** Reads nodes for the rules: follows references, walks and inlines schemas. Reports nothing. */

/** Returns whether a value is an object but not an array. */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the array, or an empty one for anything else. */
export function asArray(value) {
  return Array.isArray(value) ? value : [];
}

/** Returns whether a node has an assumption, by id or by definition. */
export function isAssumed(node) {
  return asArray(node?.['x-assumption']).length > 0;
}

/** Returns whether a node refers to a fact of the source rather than only to a section. */
export function namesFact(node) {
  return asArray(node?.['x-source']).some((id) => typeof id === 'string' && id.startsWith('F-'));
}

/**
 * Returns the name of the component that a location is the top of: the file's name, or the key under `components`.
 * `null` inside of one and anywhere else.
 */
export function componentName(location) {
  const { pointer } = location;
  if (pointer === '#/' || pointer === '#' || pointer === '') return fileName(location);
  return /^#\/components\/\w+\/([^/]+)$/.exec(pointer)?.[1] ?? null;
}

/** Returns the name of the file that a location is in, without its ending. */
export function fileName(location) {
  return /([^/\\]+)\.[^./\\]+$/.exec(location.source.absoluteRef)?.[1] ?? '';
}

/**
 * Follows a reference from its location.
 *
 * Shape: `{ node, location }`; the node is undefined when the reference leads nowhere.
 */
export function follow(node, location, resolve) {
  if (typeof node?.$ref !== 'string') return { node, location };
  const resolved = resolve(node, location.source.absoluteRef);
  return { node: resolved.node, location: resolved.location ?? location };
}

/** Returns a child of a node with its reference followed. */
export function child({ node, location }, resolve, ...keys) {
  let current = { node, location };
  for (const key of keys) {
    if (current.node === undefined || current.node === null)
      return { node: undefined, location: current.location };
    current = follow(current.node[key], current.location.child([String(key)]), resolve);
  }
  return current;
}

/** Keywords with a schema, a list of schemas, or schemas by name. */
const single = [
  'items',
  'additionalProperties',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'contains',
  'unevaluatedProperties',
];
const lists = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/** Walks a schema and everything below it, references followed, each place once. Yields `{ node, location }`. */
export function* schemasBelow(start, resolve, seen = new Set()) {
  const { node, location } = follow(start.node, start.location, resolve);
  const place = `${location.source.absoluteRef}${location.pointer}`;
  if (!isObject(node) || seen.has(place)) return;
  seen.add(place);
  yield { node, location };
  for (const keyword of single)
    if (isObject(node[keyword]))
      yield* schemasBelow({ node: node[keyword], location: location.child([keyword]) }, resolve, seen);
  for (const keyword of lists)
    for (const [index, item] of asArray(node[keyword]).entries())
      yield* schemasBelow({ node: item, location: location.child([keyword, index]) }, resolve, seen);
  for (const keyword of maps)
    for (const [name, item] of Object.entries(node[keyword] ?? {}))
      yield* schemasBelow({ node: item, location: location.child([keyword, name]) }, resolve, seen);
}

/**
 * Copies a schema with its references replaced by their targets, for a validator.
 * A schema inside of itself becomes one that takes anything, and extensions are left out.
 */
export function inlineSchema(start, resolve, open = new Set()) {
  const { node, location } = follow(start.node, start.location, resolve);
  if (Array.isArray(node))
    return node.map((item, index) =>
      inlineSchema({ node: item, location: location.child([index]) }, resolve, open),
    );
  if (!isObject(node)) return node;
  const place = `${location.source.absoluteRef}${location.pointer}`;
  if (open.has(place)) return {};
  const inside = new Set([...open, place]);
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key]) =>
          !key.startsWith('x-') && key !== 'discriminator' && key !== 'examples' && key !== 'example',
      )
      .map(([key, value]) => [
        key,
        inlineSchema({ node: value, location: location.child([key]) }, resolve, inside),
      ]),
  );
}
