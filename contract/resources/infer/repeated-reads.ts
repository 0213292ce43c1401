/** Finds operations with POST that are those with GET once more, with the query in the body. */
import { bodyParameters } from '../bodies/search-bodies.ts';
import { responseSchemaOf } from '../operation-facts.ts';
import { readPath } from '../path-shape.ts';
import { describeSame } from '../schema-likeness.ts';
import type { SourceOperation } from '../source.ts';
import { wordsOf } from '../words.ts';

/** Returns the GET that each such POST repeats. Shape: by the id of the POST; empty for an API that has none. */
export function repeatedReads(operations: readonly SourceOperation[]): ReadonlyMap<string, SourceOperation> {
  const reads = new Map(
    operations.filter(({ method }) => method === 'GET').map((each) => [each.path, each] as const),
  );
  return new Map(
    operations.flatMap((operation) => {
      const read = operation.method === 'POST' ? reads.get(operation.path) : undefined;
      return read !== undefined && repeats(operation, read) ? [[operation.id, read] as const] : [];
    }),
  );
}

/**
 * Returns whether a POST has the response and the parameters of a GET. Why more than one parameter, or the same text: a
 * POST may create what a query with the same name selects.
 */
function repeats(post: SourceOperation, read: SourceOperation): boolean {
  const [sent, asked] = [namesIn(post), read.bodies.length > 0 ? null : namesIn(read)];
  if (sent === null || asked === null || sent.size !== asked.size) return false;
  const isSameText = post.text !== '' && post.text === read.text;
  const isRead = isSameText || sent.size > 1 || reading.has(wordsOf(readPath(post.path).name)[0] ?? '');
  if (!isRead || ![...sent].every((name) => asked.has(name))) return false;
  const [one, other] = [responseSchemaOf(post), responseSchemaOf(read)];
  if (one === null || other === null) return isSameText && one === other;
  if (one.items !== null && other.items !== null) return describeSame(one.items, other.items);
  if (one.properties.size === 0 && other.properties.size === 0)
    return isSameText && one.items === other.items;
  return describeSame(one, other);
}

/** Verbs of reads at the beginning of a name. */
const reading: ReadonlySet<string> = new Set([
  'get',
  'list',
  'find',
  'search',
  'fetch',
  'retrieve',
  'lookup',
]);

/** Returns the names of what is sent; `null` for a body that is no object. */
function namesIn({ parameters, bodies }: SourceOperation): ReadonlySet<string> | null {
  const schemas = bodies.flatMap(({ schema }) => schema ?? []);
  if (
    schemas.length < bodies.length ||
    schemas.some(({ items, properties }) => items !== null || properties.size === 0)
  )
    return null;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const [body] = schemas;
  return new Set([...query, ...(body === undefined ? [] : bodyParameters(body))].map(({ name }) => name));
}
