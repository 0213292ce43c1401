/**
 * Finds the lists that a client can walk through: those that the description says so of, and those that look like it.
 */
import { isObject, memberOf, objectAt, textAt } from '../../contract/node.ts';
import type { Contract, JsonObject, JsonSchema, JsonValue, Operation } from '../../contract/contract.ts';
import { componentNameOf } from '../../contract/parts.ts';
import type { Report } from '../../diagnostics.ts';
import type { WalkKind } from '../../naming/client-names.ts';
import { createSchemaLens, type SchemaLens } from '../../schema/schema-reader.ts';

/** How an operation is walked through. */
export interface Walk {
  readonly kind: WalkKind;
  /** What the runtime is told. */
  readonly rule: JsonObject;
  /** Path to the list of items, and the name of their declaration; `null` when they are declared in place. */
  readonly items: string;
  readonly itemSchema: string | null;
  /** Name of the check of a page. */
  readonly page: string;
}

/**
 * Finds all walks, by the id of the operation.
 *
 * Errors: CLIENT_HINT_UNUSABLE for an extension that names what is not there (reported).
 */
export function findWalks(contract: Contract, report: Report): ReadonlyMap<string, Walk> {
  const lens = createSchemaLens(contract);
  return new Map(
    contract.operations.flatMap((operation) => {
      const walk = findWalk(operation, lens, report);
      return walk === null ? [] : [[operation.id, walk] as const];
    }),
  );
}

function findWalk(operation: Operation, lens: SchemaLens, report: Report): Walk | null {
  const page = pageOf(operation);
  if (page === null) return null;
  const schema = lens.ofCheck(page);
  const { extensions } = operation;
  if (Object.hasOwn(extensions, 'x-polling')) return readPolling(operation, page, schema, lens, report);
  if (Object.hasOwn(extensions, 'x-pagination')) return readPagination(operation, page, schema, lens, report);
  return inferPagination(operation, page, schema, lens);
}

/** The one documented page of a list; an operation with several successes is none. */
function pageOf({ responses }: Operation): string | null {
  const successes = responses.filter(({ status }) => String(status).startsWith('2'));
  const [body, ...others] = successes.flatMap(({ content }) => content);
  return others.length === 0 && body?.kind === 'json' ? body.check : null;
}

function readPolling(
  operation: Operation,
  page: string,
  schema: JsonSchema,
  lens: SchemaLens,
  report: Report,
): Walk | null {
  const hint = objectAt(operation.extensions, 'x-polling');
  const cursor = objectAt(hint, 'cursor');
  const wait = memberOf(hint, 'wait');
  const items = textAt(hint, 'items') ?? onlyListOf(schema, lens);
  const paths = { out: textAt(cursor, 'out'), more: textAt(hint, 'more'), items };
  const optional = { interval: textAt(hint, 'interval'), gap: textAt(hint, 'gap') };
  const parameters = { in: textAt(cursor, 'in'), wait: isObject(wait) ? textAt(wait, 'param') : null };
  const missing = [
    ...missingPaths({ ...paths, ...present(optional) }, schema, lens),
    ...missingParameters({ in: parameters.in, ...present({ wait: parameters.wait }) }, operation),
  ];
  if (missing.length > 0 || items === null) return refuse('x-polling', missing, operation, report);
  const rule = {
    cursor: { in: parameters.in, out: paths.out },
    items,
    more: paths.more,
    ...(isObject(wait) ? { wait } : {}),
    ...present(optional),
  };
  return { kind: 'poll', rule, items, itemSchema: itemSchemaOf(schema, items, lens), page };
}

function readPagination(
  operation: Operation,
  page: string,
  schema: JsonSchema,
  lens: SchemaLens,
  report: Report,
): Walk | null {
  const hint = objectAt(operation.extensions, 'x-pagination');
  const paths = { next: textAt(hint, 'next'), items: textAt(hint, 'items') };
  const optional = { more: textAt(hint, 'more') };
  const cursor = textAt(hint, 'cursor');
  const missing = [
    ...missingPaths({ ...paths, ...present(optional) }, schema, lens),
    ...missingParameters({ cursor }, operation),
  ];
  if (missing.length > 0 || paths.items === null) return refuse('x-pagination', missing, operation, report);
  return pagesWalk({ cursor, ...paths, ...present(optional) }, paths.items, page, schema, lens);
}

/** Names that cursors, and the members that hold the next one, have in the wild. */
const cursorNames = [
  'cursor',
  'page_token',
  'pageToken',
  'next_token',
  'nextToken',
  'starting_after',
  'after',
];
const nextNames = [
  'nextCursor',
  'next_cursor',
  'nextPageToken',
  'next_page_token',
  'nextToken',
  'next_token',
];
const moreNames = ['hasMore', 'has_more'];
const wrappers = ['', 'pagination.', 'page.', 'meta.'];

/** Takes a list for paged only when cursor, next cursor and items are all plain to see. */
function inferPagination(
  operation: Operation,
  page: string,
  schema: JsonSchema,
  lens: SchemaLens,
): Walk | null {
  if (operation.method !== 'get') return null;
  const queries = queryNames(operation);
  const cursor = cursorNames.find((name) => queries.includes(name));
  const find = (names: readonly string[]): string | undefined =>
    wrappers
      .flatMap((prefix) => names.map((name) => prefix + name))
      .find((path) => lens.at(schema, path) !== null);
  const next = find(nextNames);
  const items = onlyListOf(schema, lens);
  if (cursor === undefined || next === undefined || items === null) return null;
  const more = find(moreNames);
  return pagesWalk(
    { cursor, next, items, ...(more === undefined ? {} : { more }) },
    items,
    page,
    schema,
    lens,
  );
}

function pagesWalk(
  rule: JsonObject,
  items: string,
  page: string,
  schema: JsonSchema,
  lens: SchemaLens,
): Walk {
  return { kind: 'pages', rule, items, itemSchema: itemSchemaOf(schema, items, lens), page };
}

function onlyListOf(schema: JsonSchema, lens: SchemaLens): string | null {
  const lists = [...lens.membersOf(schema)].filter(([, member]) => lens.hasType(member, 'array'));
  const [list] = lists;
  return lists.length === 1 && list !== undefined ? list[0] : null;
}

function itemSchemaOf(schema: JsonSchema, items: string, lens: SchemaLens): string | null {
  const list = lens.at(schema, items);
  const item = list === null ? null : lens.itemsOf(list);
  const reference = isObject(item) ? textAt(item, '$ref') : null;
  return reference === null ? null : componentNameOf(reference);
}

function missingPaths(
  paths: Readonly<Record<string, JsonValue>>,
  schema: JsonSchema,
  lens: SchemaLens,
): string[] {
  return Object.entries(paths)
    .filter(([, path]) => typeof path !== 'string' || lens.at(schema, path) === null)
    .map(([name, path]) => `\`${name}\` names no member of the body (${JSON.stringify(path)})`);
}

function missingParameters(names: Readonly<Record<string, JsonValue>>, operation: Operation): string[] {
  const queries = queryNames(operation);
  return Object.entries(names)
    .filter(([, name]) => typeof name !== 'string' || !queries.includes(name))
    .map(([label, name]) => `\`${label}\` names no query parameter (${JSON.stringify(name)})`);
}

function queryNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}

function refuse(extension: string, problems: readonly string[], operation: Operation, report: Report): null {
  const problem = problems[0] ?? 'the body has no list that could be the items';
  report('CLIENT_HINT_UNUSABLE', operation.place, { operation: operation.id, extension, problem });
  return null;
}

function present(members: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
