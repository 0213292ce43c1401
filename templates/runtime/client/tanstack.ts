/**
 * Creates the options objects of TanStack Query: plain objects for `useQuery`, `createQuery`, `prefetchQuery` and
 * everything else that takes them, in any framework.
 */
import { ok, type AnyApiResponse, type Success } from './api-response.ts';
import type { CallOptions, Client } from './client.ts';
import { listAt, nextCursor, type PageRule } from './paginate.ts';

export type { ItemAt } from './property-path.ts';

/** A query key: the prefix of the client, the operation, and the request. */
export type QueryKey = readonly unknown[];

/** A client whose query keys begin with a prefix. */
export interface PrefixedClient extends Client {
  readonly queryKeyPrefix: QueryKey;
}

/** The body of the success responses of a result. */
export type Data<Result> = Success<Result> extends { readonly body: infer Body } ? Body : never;

/** What TanStack Query passes to a query function, as far as it is used here. */
export interface QueryContext {
  readonly signal: AbortSignal;
}

/** The options of a query. */
export interface QueryOptions<Result> {
  readonly queryKey: QueryKey;
  /** Resolves with the body of a success response. Errors: rejects with ApiError for a documented error. */
  readonly queryFn: (context: QueryContext) => Promise<Data<Result>>;
}

/** The cursor of a page; `null` for the first one. */
export type PageParam = string | number | null;

/** The options of an infinite query; each page is the body of a response. */
export interface InfiniteQueryOptions<Result> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: QueryContext & { readonly pageParam: PageParam }) => Promise<Data<Result>>;
  readonly initialPageParam: PageParam;
  readonly getNextPageParam: (
    lastPage: Data<Result>,
    pages: readonly Data<Result>[],
    lastPageParam: PageParam,
  ) => PageParam | undefined;
}

/** The options of a mutation; its variables are the request. */
export interface MutationOptions<Result, Input> {
  readonly mutationKey: QueryKey;
  /** Resolves with the body of a success response. Errors: rejects with ApiError for a documented error. */
  readonly mutationFn: (request: Input) => Promise<Data<Result>>;
}

/** The options of a stream; pass `streamFn` to `streamedQuery`. */
export interface StreamOptions<Event> {
  readonly queryKey: QueryKey;
  readonly streamFn: (context: QueryContext) => AsyncIterable<Event>;
}

/**
 * Returns a client whose query keys begin with the given parts, such as its base URL and the id of the user. Two
 * clients with different credentials that share a cache need different prefixes.
 */
export function withQueryKeyPrefix(client: Client, ...prefix: QueryKey): PrefixedClient {
  return { ...client, queryKeyPrefix: prefix };
}

/** Returns the key of a request, or without one the common beginning of all keys of the operation. */
export function queryKey(client: Client, operationId: string, request?: object): QueryKey {
  const prefix = 'queryKeyPrefix' in client ? (client as PrefixedClient).queryKeyPrefix : [];
  return request === undefined ? [...prefix, operationId] : [...prefix, operationId, withoutBigints(request)];
}

/** Returns a request as a part of a key. Why: keys are compared as JSON, which has no `bigint`. */
function withoutBigints(request: object): object {
  const convert = (value: unknown): unknown => {
    if (typeof value === 'bigint') return String(value);
    if (Array.isArray(value)) return value.map(convert);
    const isPlain =
      typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    return isPlain
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, convert(one)]))
      : value;
  };
  return convert(request) as object;
}

type Call<Result, Input> = (client: Client, request: Input, options?: CallOptions) => Promise<Result>;

/** Creates the options of a query. */
export function queryOptions<Result extends AnyApiResponse, Input extends object>(
  client: Client,
  operationId: string,
  call: Call<Result, Input>,
  request: Input,
): QueryOptions<Result> {
  return {
    queryKey: queryKey(client, operationId, request),
    queryFn: async ({ signal }) => bodyOf(await call(client, request, { signal })),
  };
}

/** Creates the options of an infinite query. Its key begins as those of the queries of the same operation. */
export function infiniteQueryOptions<Result extends AnyApiResponse, Input extends object>(
  client: Client,
  operationId: string,
  call: Call<Result, Input>,
  rule: PageRule,
  request: Input,
): InfiniteQueryOptions<Result> {
  const first = cursorOf(request, rule);
  return {
    queryKey: [...queryKey(client, operationId), 'pages', withoutBigints(request)],
    queryFn: async ({ pageParam, signal }) =>
      bodyOf(await call(client, atPage(request, rule, pageParam), { signal })),
    initialPageParam: first,
    getNextPageParam: (lastPage, _pages, lastPageParam) => {
      const next = nextCursor(lastPage, rule);
      // Why: a service that returns the same cursor again would cause an endless list.
      if (next === lastPageParam && listAt(lastPage, rule.items).length === 0) return undefined;
      return next === undefined ? undefined : (next as PageParam);
    },
  };
}

/** Creates the options of a mutation. */
export function mutationOptions<Result extends AnyApiResponse, Input extends object>(
  client: Client,
  operationId: string,
  call: Call<Result, Input>,
): MutationOptions<Result, Input> {
  return {
    mutationKey: queryKey(client, operationId),
    mutationFn: async (request) => bodyOf(await call(client, request)),
  };
}

/** Creates the options of a mutation whose request may be omitted: with `void`, `mutate()` needs no argument. */
export function optionalMutationOptions<Result extends AnyApiResponse, Input extends object>(
  client: Client,
  operationId: string,
  call: (client: Client, request?: Input, options?: CallOptions) => Promise<Result>,
): MutationOptions<Result, Input | void> {
  return {
    mutationKey: queryKey(client, operationId),
    mutationFn: async (request) => bodyOf(await call(client, request ?? undefined)),
  };
}

/** Creates the options of a stream. */
export function streamOptions<Event, Input extends object>(
  client: Client,
  operationId: string,
  open: (client: Client, request: Input, options: CallOptions) => AsyncIterable<Event>,
  request: Input,
): StreamOptions<Event> {
  return {
    queryKey: [...queryKey(client, operationId), 'stream', withoutBigints(request)],
    streamFn: ({ signal }) => open(client, request, { signal }),
  };
}

function bodyOf<Result extends AnyApiResponse>(result: Result): Data<Result> {
  return ok(result).body as Data<Result>;
}

function cursorOf(request: { readonly query?: object }, { cursor }: PageRule): PageParam {
  const given = (request.query as Readonly<Record<string, PageParam>> | undefined)?.[cursor];
  return given ?? null;
}

function atPage<Input extends { readonly query?: object }>(
  request: Input,
  { cursor }: PageRule,
  page: PageParam,
): Input {
  return page === null ? request : { ...request, query: { ...request.query, [cursor]: page } };
}
