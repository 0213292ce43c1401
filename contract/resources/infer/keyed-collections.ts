/**
 * Finds the operations on a collection that name one of its records in the query or the body: `PUT /tags` and
 * `DELETE /tags` with a required `name` are those of `/tags/{name}`.
 */
import { findRecords } from '../bodies/find-list.ts';
import { requestSchemaOf, responseSchemaOf } from '../operation-facts.ts';
import { parentOf, readPath, templateOf } from '../path-shape.ts';
import type { SourceOperation } from '../source.ts';
import { wordsOf } from '../words.ts';

/** Returns the name of the value that identifies a record. Shape: by the ids of such operations. */
export function keyedOperations(operations: readonly SourceOperation[]): ReadonlyMap<string, string> {
  const byTemplate = Map.groupBy(operations, ({ path }) => templateOf(path));
  const withItems = new Set(
    [...byTemplate.keys()].map((each) => (each.endsWith('/{}') ? parentOf(each) : '')),
  );
  return new Map(
    [...byTemplate].flatMap(([template, group]): [string, string][] => {
      const key = template.endsWith('}') || withItems.has(template) ? null : keyOf(group);
      return key === null ? [] : group.filter(isChange).map(({ id }) => [id, key]);
    }),
  );
}

function isChange({ method }: SourceOperation): boolean {
  return method === 'PUT' || method === 'PATCH' || method === 'DELETE';
}

/** Returns the name that all changes of what a path creates and lists require; `null` for none. */
function keyOf(group: readonly SourceOperation[]): string | null {
  const changes = group.filter(isChange);
  const [create, list] = ['POST', 'GET'].map((wanted) => group.find(({ method }) => method === wanted));
  const body = list === undefined ? null : responseSchemaOf(list);
  const item = body === null ? null : (findRecords(body, readPath(list?.path ?? '').name)?.item ?? null);
  const sent = create === undefined ? null : requestSchemaOf(create);
  if (changes.length === 0 || item === null || sent === null) return null;
  const [first = [], ...others] = changes.map(requiredKeys);
  const shared = first.filter((name) => others.every((names) => names.includes(name)));
  const [only, second] = shared.filter((name) => item.properties.has(name));
  return only === undefined || second !== undefined ? null : only;
}

/** Lists the names of keys that an operation requires in its query or its body. */
function requiredKeys(operation: SourceOperation): readonly string[] {
  const inQuery = operation.parameters.flatMap(({ in: place, name, isRequired, schema }) =>
    place === 'query' && isRequired && schema.items === null ? [name] : [],
  );
  const body = requestSchemaOf(operation);
  const inBody = [...(body?.required ?? [])].filter((name) => body?.properties.get(name)?.items === null);
  return [...inQuery, ...inBody].filter((name) => KEYS.has(wordsOf(name).at(-1) ?? ''));
}

const KEYS: ReadonlySet<string> = new Set(['id', 'uuid', 'gid', 'sid', 'key', 'name', 'slug', 'code']);
