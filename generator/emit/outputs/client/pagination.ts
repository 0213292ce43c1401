/**
 * Finds the lists that a client can paginate: those that the description declares, and those that follow a known
 * pattern.
 */
import { referredName } from '../../../schema/keywords.ts';
import { isObject, propertyOf, objectAt, textAt } from '../../../json/json.ts';
import type {
  ContractModel,
  JsonObject,
  JsonSchema,
  JsonValue,
  Operation,
} from '../../../model/contract-model.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import type { PaginationKind } from '../../../naming/client-names.ts';
import { createSchemaReader, type SchemaReader } from '../../../schema/schema-reader.ts';

/** How an operation is paginated. */
export interface OperationPagination {
  readonly kind: PaginationKind;
  /** The pagination rule for the runtime. */
  readonly rule: JsonObject;
  /** Path to the list of items, and the name of their schema; `null` for an inline schema. */
  readonly items: string;
  readonly itemSchema: string | null;
  /** Name of the check of a page. */
  readonly page: string;
}

/**
 * Finds the pagination of every operation that has one, by id.
 *
 * Errors: CLIENT_HINT_UNUSABLE for an extension that names something that does not exist (reported).
 */
export function findPaginations(
  contract: ContractModel,
  report: Report,
): ReadonlyMap<string, OperationPagination> {
  const reader = createSchemaReader(contract);
  return new Map(
    contract.operations.flatMap((operation) => {
      const pagination = findPagination(operation, reader, report);
      return pagination === null ? [] : [[operation.id, pagination] as const];
    }),
  );
}

function findPagination(
  operation: Operation,
  reader: SchemaReader,
  report: Report,
): OperationPagination | null {
  const page = pageOf(operation);
  if (page === null) return null;
  const schema = reader.ofCheck(page);
  const { extensions } = operation;
  if (Object.hasOwn(extensions, 'x-polling')) return readPolling(operation, page, schema, reader, report);
  if (Object.hasOwn(extensions, 'x-pagination'))
    return readPagination(operation, page, schema, reader, report);
  return inferPagination(operation, page, schema, reader);
}

/** Returns the check of a list's only documented page; `null` for an operation with several success bodies. */
function pageOf({ responses }: Operation): string | null {
  const successes = responses.filter(({ status }) => String(status).startsWith('2'));
  const [body, ...others] = successes.flatMap(({ content }) => content);
  return others.length === 0 && body?.kind === 'json' ? body.check : null;
}

function readPolling(
  operation: Operation,
  page: string,
  schema: JsonSchema,
  reader: SchemaReader,
  report: Report,
): OperationPagination | null {
  const hint = objectAt(operation.extensions, 'x-polling');
  const cursor = objectAt(hint, 'cursor');
  const wait = propertyOf(hint, 'wait');
  const items = textAt(hint, 'items') ?? onlyListOf(schema, reader);
  const paths = { out: textAt(cursor, 'out'), more: textAt(hint, 'more'), items };
  const optional = { interval: textAt(hint, 'interval'), gap: textAt(hint, 'gap') };
  const parameters = { in: textAt(cursor, 'in'), wait: isObject(wait) ? textAt(wait, 'param') : null };
  const missing = [
    ...missingPaths({ ...paths, ...present(optional) }, schema, reader),
    ...missingParameters({ in: parameters.in, ...present({ wait: parameters.wait }) }, operation),
  ];
  if (missing.length > 0 || items === null) return reject('x-polling', missing, operation, report);
  const rule = {
    cursor: { in: parameters.in, out: paths.out },
    items,
    more: paths.more,
    ...(isObject(wait) ? { wait } : {}),
    ...present(optional),
  };
  return { kind: 'poll', rule, items, itemSchema: itemSchemaOf(schema, items, reader), page };
}

function readPagination(
  operation: Operation,
  page: string,
  schema: JsonSchema,
  reader: SchemaReader,
  report: Report,
): OperationPagination | null {
  const hint = objectAt(operation.extensions, 'x-pagination');
  const paths = { next: textAt(hint, 'next'), items: textAt(hint, 'items') };
  const optional = { more: textAt(hint, 'more') };
  const cursor = textAt(hint, 'cursor');
  const missing = [
    ...missingPaths({ ...paths, ...present(optional) }, schema, reader),
    ...missingParameters({ cursor }, operation),
  ];
  if (missing.length > 0 || paths.items === null) return reject('x-pagination', missing, operation, report);
  return pagesPagination({ cursor, ...paths, ...present(optional) }, paths.items, page, schema, reader);
}

/** Common names of cursors, and of the properties with the next one. */
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

/** Infers pagination, only if cursor, next cursor and items are all unambiguous. */
function inferPagination(
  operation: Operation,
  page: string,
  schema: JsonSchema,
  reader: SchemaReader,
): OperationPagination | null {
  if (operation.method !== 'get') return null;
  const queries = queryNames(operation);
  const cursor = cursorNames.find((name) => queries.includes(name));
  const find = (names: readonly string[]): string | undefined =>
    wrappers
      .flatMap((prefix) => names.map((name) => prefix + name))
      .find((path) => reader.at(schema, path) !== null);
  const next = find(nextNames);
  const items = onlyListOf(schema, reader);
  if (cursor === undefined || next === undefined || items === null) return null;
  const more = find(moreNames);
  return pagesPagination(
    { cursor, next, items, ...(more === undefined ? {} : { more }) },
    items,
    page,
    schema,
    reader,
  );
}

function pagesPagination(
  rule: JsonObject,
  items: string,
  page: string,
  schema: JsonSchema,
  reader: SchemaReader,
): OperationPagination {
  return { kind: 'pages', rule, items, itemSchema: itemSchemaOf(schema, items, reader), page };
}

function onlyListOf(schema: JsonSchema, reader: SchemaReader): string | null {
  const lists = [...reader.propertiesOf(schema)].filter(([, property]) => reader.hasType(property, 'array'));
  const [list] = lists;
  return lists.length === 1 && list !== undefined ? list[0] : null;
}

function itemSchemaOf(schema: JsonSchema, items: string, reader: SchemaReader): string | null {
  const list = reader.at(schema, items);
  const item = list === null ? null : reader.itemsOf(list);
  return item === null ? null : referredName(item);
}

function missingPaths(
  paths: Readonly<Record<string, JsonValue>>,
  schema: JsonSchema,
  reader: SchemaReader,
): string[] {
  return Object.entries(paths)
    .filter(([, path]) => typeof path !== 'string' || reader.at(schema, path) === null)
    .map(([name, path]) => `\`${name}\` is not a property of the body (${JSON.stringify(path)})`);
}

function missingParameters(names: Readonly<Record<string, JsonValue>>, operation: Operation): string[] {
  const queries = queryNames(operation);
  return Object.entries(names)
    .filter(([, name]) => typeof name !== 'string' || !queries.includes(name))
    .map(([label, name]) => `\`${label}\` is not a query parameter (${JSON.stringify(name)})`);
}

function queryNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}

function reject(extension: string, problems: readonly string[], operation: Operation, report: Report): null {
  const problem = problems[0] ?? 'the body has no list of items';
  report('CLIENT_HINT_UNUSABLE', operation.place, { operation: operation.id, extension, problem });
  return null;
}

function present(properties: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
