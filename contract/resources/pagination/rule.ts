/** Rules about how all pages of a list are read, as they are declared, and what they mean for an operation. */
import type { Enveloped } from '../bodies/envelope.ts';
import { readFacts, type OperationFacts } from '../operation-facts.ts';
import { findList } from '../bodies/find-list.ts';
import { firstOf } from './infer-paging.ts';
import type { SourceOperation, SourceParameter, SourceSchema } from '../source.ts';
import { isSameName } from '../words.ts';
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import { isPointer, splitPointer } from '../../../templates/runtime/json/pointer.ts';
import { isJsonMediaType } from '../../../templates/runtime/media-type.ts';

/**
 * A rule, as `x-pagination` and the configuration have it. Parameters are those of the query, or properties of the body
 * of the request; paths are dotted, or JSON Pointers.
 */
export interface PaginationRule {
  /** The parameter that takes a cursor, the number of a page, a number of items to skip, or the id of the last item. */
  readonly cursor?: string;
  readonly page?: string;
  readonly offset?: string;
  readonly last?: string;
  /** The path to the cursor or to the address of the next page, or `Link` for the header. */
  readonly next?: string;
  /** The path to the list; found by itself when absent. */
  readonly items?: string;
  /** The path in an item to its id; `id` when absent. */
  readonly id?: string;
  /** The path to what is `false`, `null`, empty or absent on the last page. */
  readonly more?: string;
  /** The parameter with the size of a page. */
  readonly size?: string;
  /** The number of the first page or item; that of the parameter when absent. */
  readonly first?: number;
  /** The paths to the number of all items, and of all pages. */
  readonly total?: string;
  readonly pages?: string;
}

/** The properties of a rule that name a query parameter. */
const parameterKeys = ['cursor', 'page', 'offset', 'last', 'size'] as const;

/** The properties of a rule that are paths into the body, but for `items` and `id`. */
const pathKeys = ['next', 'more', 'total', 'pages'] as const;

/** The properties of a rule. */
export const paginationKeys: readonly string[] = [...parameterKeys, ...pathKeys, 'items', 'id', 'first'];

/** A path into a value. Shape: names of properties; empty for the whole value. */
export type BodyPath = readonly string[];

/** How all pages of a list are read. */
export interface ListPagination {
  readonly form: 'cursor' | 'page' | 'offset' | 'last' | 'address' | 'link';
  /** The parameter that selects a page; `null` for addresses. */
  readonly parameter: string | null;
  /** Whether the parameter is a property of the body of the request. */
  readonly isInBody: boolean;
  readonly items: BodyPath;
  readonly next: BodyPath | null;
  readonly id: BodyPath;
  readonly more: BodyPath | null;
  readonly total: BodyPath | null;
  readonly pages: BodyPath | null;
  readonly first: number;
  readonly size: string | null;
  /** The largest size of a page; `null` if it is not documented. */
  readonly most: number | null;
}

/** The value of `next` for the header. */
const LINK = 'Link';

/** Lists what is wrong with a rule whatever its operation. Shape: noun phrases without a full stop. */
export function findRuleProblems(rule: unknown): readonly string[] {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return ['it is not an object'];
  const written = new Map(Object.entries(rule));
  const unknown = [...written.keys()].filter((key) => !paginationKeys.includes(key));
  const mistyped = [...written].filter(
    ([key, value]) =>
      paginationKeys.includes(key) &&
      (key === 'first' ? !Number.isSafeInteger(value) : typeof value !== 'string' || value === ''),
  );
  const selecting = ['cursor', 'page', 'offset', 'last'].filter((key) => written.has(key));
  return [
    ...unknown.map((key) => `\`${key}\` is not a property of it${suggestion(key)}`),
    ...mistyped.map(([key, value]) => `\`${key}\` can't be ${JSON.stringify(value)}`),
    ...(selecting.length > 1 ? [`it has both \`${selecting.join('` and `')}\``] : []),
    ...(selecting.length === 0 && !written.has('next')
      ? ['it does not say how the next page is selected']
      : []),
    ...(written.has('cursor') && !written.has('next') ? ['`next` is missing beside `cursor`'] : []),
  ];
}

function suggestion(key: string): string {
  const close = closestWord(key, paginationKeys);
  return close === null ? '' : ` (did you mean \`${close}\`?)`;
}

/** Reads a rule without problems of its own for an operation. Shape: `problems` are noun phrases without a full stop. */
export function readPaginationRule(
  rule: PaginationRule,
  operation: SourceOperation,
): ListPagination | { readonly problems: readonly string[] } {
  const facts = readFacts(operation);
  const { body } = facts;
  const requested = withBodyParameters(operation);
  if (body === null) return { problems: ['the operation has no JSON body'] };
  const list = rule.items === undefined ? findListOf(facts) : null;
  const items =
    rule.items !== undefined ? pathOf(rule.items) : list === null ? null : splitPointer(list.envelope.value);
  const named = parameterKeys.flatMap((key) => parameterProblem(key, rule[key], requested));
  const problems = [
    ...pathKeys.flatMap((key) =>
      rule[key] === LINK && key === 'next' ? [] : pathProblem(key, rule[key], body),
    ),
    ...(items === null
      ? ['the body has no list of items']
      : [
          ...pathProblem('items', rule.items, body),
          ...(rule.last === undefined ? [] : idProblem(rule.id ?? 'id', schemaAt(body, items))),
        ]),
    ...named,
  ];
  if (problems.length > 0 || items === null) return { problems };
  const pagination = toPagination(rule, items, body, requested);
  const isSelecting = pagination.form !== 'address' && pagination.form !== 'link';
  return { ...pagination, isInBody: isSelecting && requested !== operation };
}

function toPagination(
  rule: PaginationRule,
  items: BodyPath,
  body: SourceSchema,
  operation: SourceOperation,
): Omit<ListPagination, 'isInBody'> {
  const at = (path: string | undefined): BodyPath | null => (path === undefined ? null : pathOf(path));
  const selecting = (['cursor', 'page', 'offset', 'last'] as const).find((key) => rule[key] !== undefined);
  const next = rule.next === LINK ? null : at(rule.next);
  // Why: a number is the next page or offset itself, and no address.
  const isNumber = next !== null && isNumeric(schemaAt(body, next));
  const form =
    rule.next === LINK
      ? 'link'
      : selecting === undefined || (next !== null && selecting !== 'cursor' && !isNumber)
        ? 'address'
        : next === null
          ? selecting
          : 'cursor';
  const parameter = selecting === undefined ? null : (rule[selecting] ?? null);
  const position = parameterOf(operation, parameter);
  return {
    form,
    parameter,
    items,
    next,
    id: pathOf(rule.id ?? 'id'),
    more: at(rule.more),
    total: at(rule.total),
    pages: at(rule.pages),
    first:
      rule.first ?? (position === undefined ? 0 : firstOf(form === 'page' ? 'page' : 'offset', position)),
    size: rule.size ?? null,
    most: parameterOf(operation, rule.size ?? null)?.schema.bounds?.maximum ?? null,
  };
}

function parameterOf({ parameters }: SourceOperation, name: string | null): SourceParameter | undefined {
  return parameters.find((parameter) => parameter.in === 'query' && parameter.name === name);
}

/** Returns an operation that takes the properties of its body of JSON as parameters, if it has no query of its own. */
export function withBodyParameters(operation: SourceOperation): SourceOperation {
  const { parameters, bodies } = operation;
  const body = bodies.find(({ mediaType }) => isJsonMediaType(mediaType))?.schema ?? null;
  if (body === null || parameters.some((parameter) => parameter.in === 'query')) return operation;
  const properties = [...body.properties].map(([name, schema]): SourceParameter => ({
    name,
    in: 'query',
    isRequired: body.required.has(name),
    text: schema.text,
    pointer: operation.pointer,
    schema,
  }));
  return { ...operation, parameters: [...parameters, ...properties] };
}

function parameterProblem(key: string, name: string | undefined, operation: SourceOperation): string[] {
  if (name === undefined || parameterOf(operation, name) !== undefined) return [];
  return [`\`${key}\` is not a query parameter (${JSON.stringify(name)})`];
}

function pathProblem(key: string, path: string | undefined, body: SourceSchema): string[] {
  if (path === undefined || canHave(body, pathOf(path))) return [];
  return [`\`${key}\` is not a property of the body (${JSON.stringify(path)})`];
}

function idProblem(id: string, list: SourceSchema | null): string[] {
  const item = list?.items ?? null;
  if (item === null || canHave(item, pathOf(id))) return [];
  return [`\`id\` is not a property of an item (${JSON.stringify(id)})`];
}

/** Finds the list of an operation: named like the last segment of its path that any list is named like. */
export function findListOf({ body, path }: Pick<OperationFacts, 'body' | 'path'>): Enveloped | null {
  if (body === null) return null;
  const lists = [...body.properties].filter(([, { items }]) => items !== null).map(([name]) => name);
  const fixed = path.segments.filter(({ parameters }) => parameters.length === 0).map(({ text }) => text);
  const name = fixed.findLast((segment) => lists.some((list) => isSameName(list, segment)));
  return findList(body, name ?? path.name);
}

/** Returns the names of a path that is dotted, or a JSON Pointer. */
export function pathOf(path: string): BodyPath {
  return path.startsWith('/') && isPointer(path) ? splitPointer(path) : path.split('.');
}

/** Returns the schema at a path; `null` if no property has its name. */
export function schemaAt(schema: SourceSchema, path: BodyPath): SourceSchema | null {
  return path.reduce<SourceSchema | null>((at, name) => at?.properties.get(name) ?? null, schema);
}

/** Returns whether a value may have something at a path: described, or below an object that describes nothing. */
function canHave(schema: SourceSchema, path: BodyPath): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const property = schema.properties.get(name);
  if (property !== undefined) return canHave(property, rest);
  const { properties, types, items } = schema;
  return properties.size === 0 && items === null && types?.has('object') !== false;
}

/** Returns whether a schema has numbers. */
export function isNumeric(schema: SourceSchema | null): boolean {
  return schema?.types?.has('integer') === true || schema?.types?.has('number') === true;
}
