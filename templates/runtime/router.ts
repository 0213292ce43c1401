/**
 * Finds the operation for a method and a path.
 * A tree of segments: fixed text before mixed segments before a whole-segment parameter, with backtracking if the more
 * specific branch does not match. Uses no regular expressions; the tree is as deep as the longest path.
 */

/** The properties of an operation that the router uses. */
export interface RoutableOperation {
  /** Upper or lower case. */
  readonly method: string;
  /** Template such as `/v1/agents/{id}`. */
  readonly path: string;
}

/** The result of a look-up. */
export type RouteMatch<O> =
  | { readonly kind: 'found'; readonly operation: O; readonly params: Readonly<Record<string, string>> }
  /** The path exists, but not with this method; `allowed` is sorted and in upper case. */
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** Finds operations by method and path. */
export interface Router<O> {
  /** Finds the operation for a method in upper case and a percent-encoded path without a query. */
  match(method: string, path: string): RouteMatch<O>;
}

interface Route<O> {
  readonly operation: O;
  readonly names: readonly string[];
}

interface Node<O> {
  readonly fixed: Map<string, Node<O>>;
  readonly mixed: MixedSegment<O>[];
  whole: Node<O> | null;
  readonly routes: Map<string, Route<O>>;
}

/** A segment of text and parameters, such as `{id}:cancel` or `{name}.json`. */
interface MixedSegment<O> {
  /** The text before, between and after the parameters. */
  readonly texts: readonly string[];
  readonly node: Node<O>;
}

interface Search<O> {
  readonly method: string;
  readonly segments: readonly string[];
  readonly values: string[];
  /** Other methods of the same path; `null` until there is one. */
  allowed: Set<string> | null;
  found: Route<O> | null;
}

/**
 * Objects that inherit nothing, so that a parameter named `constructor` exists only if it was sent. Why: V8 keeps an
 * object of a class in fast mode; `Object.create(null)` creates a hash table.
 */
class Params {
  [name: string]: string;
}
Object.setPrototypeOf(Params.prototype, null);
Reflect.deleteProperty(Params.prototype, 'constructor');

const NONE = { kind: 'none' } as const;
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze(new Params());

/**
 * Creates a router.
 *
 * Shape: of two operations with the same method and the same path structure the first one wins. A parameter is never
 * empty and never contains an unescaped `/`; a path with invalid percent-encoding matches nothing.
 */
export function createRouter<O extends RoutableOperation>(operations: readonly O[]): Router<O> {
  const root = createNode<O>();
  for (const operation of operations) addOperation(root, operation);
  return { match: (method, path) => matchPath(root, method, path) };
}

/** Returns the part of a path that is sent. Why: many descriptions distinguish operations of one path by a fragment. */
export function sentPath(path: string): string {
  return path.split('#', 1)[0] ?? path;
}

function createNode<O>(): Node<O> {
  return { fixed: new Map(), mixed: [], whole: null, routes: new Map() };
}

function addOperation<O extends RoutableOperation>(root: Node<O>, operation: O): void {
  const names: string[] = [];
  let node = root;
  for (const segment of sentPath(operation.path).split('/').slice(1)) {
    const { texts, names: found } = readTemplate(segment);
    names.push(...found);
    node = childFor(node, texts);
  }
  const method = operation.method.toUpperCase();
  if (!node.routes.has(method)) node.routes.set(method, { operation, names });
}

/** Splits `a{b}c` into the texts `a`, `c` and the name `b`. */
function readTemplate(segment: string): { texts: string[]; names: string[] } {
  const texts: string[] = [];
  const names: string[] = [];
  let rest = segment;
  for (let open = rest.indexOf('{'); open !== -1; open = rest.indexOf('{')) {
    const close = rest.indexOf('}', open);
    if (close === -1) break;
    texts.push(rest.slice(0, open));
    names.push(rest.slice(open + 1, close));
    rest = rest.slice(close + 1);
  }
  texts.push(rest);
  return { texts, names };
}

function childFor<O>(node: Node<O>, texts: readonly string[]): Node<O> {
  const [first = ''] = texts;
  if (texts.length === 1) return fixedChild(node, first);
  if (texts.length === 2 && texts.every((text) => text === '')) return (node.whole ??= createNode());
  return mixedChild(node, texts);
}

function fixedChild<O>(node: Node<O>, text: string): Node<O> {
  const existing = node.fixed.get(text);
  if (existing !== undefined) return existing;
  const child = createNode<O>();
  node.fixed.set(text, child);
  return child;
}

function mixedChild<O>(node: Node<O>, texts: readonly string[]): Node<O> {
  const key = texts.join('{}');
  const match = node.mixed.find((mixed) => mixed.texts.join('{}') === key);
  if (match !== undefined) return match.node;
  const added = { texts, node: createNode<O>() };
  node.mixed.push(added);
  // More fixed text is more specific.
  node.mixed.sort((a, b) => b.texts.join('').length - a.texts.join('').length);
  return added.node;
}

function matchPath<O>(root: Node<O>, method: string, path: string): RouteMatch<O> {
  const segments = readSegments(path);
  if (segments === null) return NONE;
  const search: Search<O> = { method, segments, values: [], allowed: null, found: null };
  if (descend(root, 0, search) && search.found !== null) {
    const { operation, names } = search.found;
    return { kind: 'found', operation, params: nameParams(names, search.values) };
  }
  return search.allowed === null ? NONE : { kind: 'method', allowed: [...search.allowed].sort() };
}

/** Splits a path and decodes its segments; `null` if it does not start with `/` or its encoding is invalid. */
function readSegments(path: string): string[] | null {
  if (!path.startsWith('/')) return null;
  const segments = path.split('/');
  segments.shift();
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}

function descend<O>(node: Node<O>, depth: number, search: Search<O>): boolean {
  const segment = search.segments[depth];
  if (segment === undefined) return finish(node, search);
  const fixed = node.fixed.get(segment);
  if (fixed !== undefined && descend(fixed, depth + 1, search)) return true;
  for (const { texts, node: child } of node.mixed) {
    const values = readMixed(segment, texts);
    if (values !== null && descendWith(child, depth + 1, search, values)) return true;
  }
  return node.whole !== null && segment !== '' && descendWith(node.whole, depth + 1, search, [segment]);
}

function descendWith<O>(node: Node<O>, depth: number, search: Search<O>, values: readonly string[]): boolean {
  const before = search.values.length;
  search.values.push(...values);
  if (descend(node, depth, search)) return true;
  search.values.length = before;
  return false;
}

function finish<O>(node: Node<O>, search: Search<O>): boolean {
  search.found = node.routes.get(search.method) ?? null;
  if (search.found !== null) return true;
  for (const method of node.routes.keys()) (search.allowed ??= new Set()).add(method);
  return false;
}

/** Extracts the values of a mixed segment: searches each text once, the last one only at the end. */
function readMixed(segment: string, texts: readonly string[]): string[] | null {
  const [first = '', ...others] = texts;
  if (!segment.startsWith(first)) return null;
  const values: string[] = [];
  let from = first.length;
  for (const [index, text] of others.entries()) {
    const isLast = index === others.length - 1;
    const at = isLast ? segment.length - text.length : segment.indexOf(text, from + 1);
    if (at <= from || !segment.startsWith(text, at)) return null;
    values.push(segment.slice(from, at));
    from = at + text.length;
  }
  return values;
}

function nameParams(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return NO_PARAMS;
  const params = new Params();
  for (let index = 0; index < names.length; index++) params[names[index] ?? ''] = values[index] ?? '';
  return params;
}
