/**
 * Creates the options objects of TanStack Query: plain objects for `useQuery`, `createQuery`, `prefetchQuery` and
 * everything else that takes them, in any framework.
 */
import { isOk, ok, type AnyApiResponse, type Success } from './api-response.ts';
import type { RequestParts } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import { listAt, repeatedPage, type PageForm, type PageTarget, type ReadPage } from './paginate.ts';

export type { InputWithSent } from './input.ts';
export type { ItemAt } from './property-path.ts';

/** A query key: the prefix of the client, the operation, and the request. */
export type QueryKey = readonly unknown[];

/** A client whose query keys begin with a prefix. */
export interface PrefixedClient<Sent extends string = never> extends Client<Sent> {
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

/** What selects a page: its cursor, number or address; `null` for the first one. */
export type PageParam = string | number | null;

/** The options of an infinite query; each page is the body of a response. */
export interface InfiniteQueryOptions<Result, Page = Data<Result>> {
  readonly queryKey: QueryKey;
  /** Errors: rejects with PaginationError for a page that leads back to itself or to another host. */
  readonly queryFn: (context: QueryContext & { readonly pageParam: PageParam }) => Promise<Page>;
  readonly initialPageParam: PageParam;
  readonly getNextPageParam: (
    lastPage: Page,
    pages: readonly Page[],
    lastPageParam: PageParam,
    pageParams?: readonly PageParam[],
  ) => PageParam | undefined;
}

/** A page whose `Link` header has the address of the next one; `null` on the last page. */
export interface LinkedPage<Body> {
  readonly body: Body;
  readonly next: string | null;
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
export function withQueryKeyPrefix<Sent extends string = never>(
  client: Client<Sent>,
  ...prefix: QueryKey
): PrefixedClient<Sent> {
  return { ...client, queryKeyPrefix: prefix };
}

/** Returns the key of a request; without one, the common prefix of all keys of the operation. */
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

/** A function of the client. Why `never`: the type of the request depends on the headers that the client sends. */
type Call<Result> = (client: Client, request: never, options?: CallOptions) => Promise<Result>;

/** Creates the options of a query. */
export function queryOptions<Result extends AnyApiResponse>(
  client: Client,
  operationId: string,
  call: Call<Result>,
  request: object,
): QueryOptions<Result> {
  return {
    queryKey: queryKey(client, operationId, request),
    queryFn: async ({ signal }) => bodyOf(await call(client, request as never, { signal })),
  };
}

/** Creates the options of an infinite query. Its key begins like those of the queries of the same operation. */
export function infiniteQueryOptions<Result extends AnyApiResponse>(
  client: Client,
  operationId: string,
  call: Call<Result>,
  form: PageForm,
  request: object,
): InfiniteQueryOptions<Result> {
  const reader = new PageReader(client, operationId, call, form, request);
  return {
    queryKey: reader.queryKey,
    queryFn: async (context) => bodyOf((await reader.read(context)).result),
    initialPageParam: reader.initial,
    getNextPageParam: (_lastPage, pages, lastPageParam, pageParams = [lastPageParam]) =>
      ahead(reader.nextAfter(pages, lastPageParam), pageParams),
  };
}

/** Creates the options of an infinite query whose pages are linked by a header, which each page keeps. */
export function linkedInfiniteQueryOptions<Result extends AnyApiResponse>(
  client: Client,
  operationId: string,
  call: Call<Result>,
  form: PageForm,
  request: object,
): InfiniteQueryOptions<Result, LinkedPage<Data<Result>>> {
  const reader = new PageReader(client, operationId, call, form, request);
  return {
    queryKey: reader.queryKey,
    queryFn: async (context) => {
      const { result, next } = await reader.read(context);
      return {
        body: bodyOf(result),
        next: typeof next === 'string' || typeof next === 'number' ? String(next) : null,
      };
    },
    initialPageParam: reader.initial,
    getNextPageParam: ({ next }, _pages, lastPageParam, pageParams = [lastPageParam]) =>
      ahead(next ?? undefined, pageParams),
  };
}

/** Returns what selects the next page, unless it was already selected. Why: such a list would never end. */
function ahead(next: unknown, pageParams: readonly PageParam[]): PageParam | undefined {
  const param = next as PageParam | undefined;
  return param === undefined || pageParams.includes(param) ? undefined : param;
}

/** Reads the pages of a list in any order. */
class PageReader<Result extends AnyApiResponse> {
  readonly queryKey: QueryKey;
  readonly initial: PageParam;
  readonly #first: PageTarget;
  readonly #call: Call<Result>;
  readonly #form: PageForm;

  constructor(
    client: Client,
    operationId: string,
    call: Call<Result>,
    form: PageForm,
    request: RequestParts,
  ) {
    this.queryKey = [...queryKey(client, operationId), 'pages', withoutBigints(request)];
    this.initial = (form.start(request) ?? null) as PageParam;
    this.#first = { client, operationId, request };
    this.#call = call;
    this.#form = form;
  }

  /** Reads a page. Errors: rejects with PaginationError for one that leads back to itself or to another host. */
  async read({ pageParam, signal }: QueryContext & { readonly pageParam: PageParam }): Promise<{
    readonly result: Result;
    readonly next: unknown;
  }> {
    const { client, request, operationId } =
      pageParam === this.initial ? this.#first : this.#form.at(this.#first, pageParam);
    const result = await this.#call(client, request as never, { signal });
    const page = this.#page([result.body], pageParam, result.response);
    const next = isOk(result) ? this.#form.next(page) : undefined;
    if (next !== undefined && next === pageParam && page.list.length > 0) throw repeatedPage(operationId);
    return { result, next };
  }

  /** Returns what selects the page after some pages; `undefined` if there is none. */
  nextAfter(bodies: readonly unknown[], lastPageParam: PageParam): unknown {
    const page = this.#page(bodies, lastPageParam);
    return this.#form.repeats?.(page) === true ? undefined : this.#form.next(page);
  }

  #page(bodies: readonly unknown[], param: PageParam, response?: AnyApiResponse['response']): ReadPage {
    const lists = bodies.map((body) => listAt(body, this.#form.items));
    return {
      body: bodies.at(-1),
      list: lists.at(-1) ?? [],
      response,
      position: param ?? undefined,
      request: this.#first.request,
      count: lists.reduce((sum, list) => sum + list.length, 0),
      before: lists.at(-2) ?? [],
    };
  }
}

/** Creates the options of a mutation. */
export function mutationOptions<Result extends AnyApiResponse, Input extends object>(
  client: Client,
  operationId: string,
  call: Call<Result>,
): MutationOptions<Result, Input> {
  return {
    mutationKey: queryKey(client, operationId),
    mutationFn: async (request) => bodyOf(await call(client, request as never)),
  };
}

/** Creates the options of a mutation whose request may be omitted: with `void`, `mutate()` needs no argument. */
export function optionalMutationOptions<Result extends AnyApiResponse, Input extends object>(
  client: Client,
  operationId: string,
  call: (client: Client, request?: never, options?: CallOptions) => Promise<Result>,
): MutationOptions<Result, Input | void> {
  return {
    mutationKey: queryKey(client, operationId),
    mutationFn: async (request) => bodyOf(await call(client, (request ?? undefined) as never)),
  };
}

/** Creates the options of a stream. */
export function streamOptions<Event>(
  client: Client,
  operationId: string,
  open: (client: Client, request: never, options: CallOptions) => AsyncIterable<Event>,
  request: object,
): StreamOptions<Event> {
  return {
    queryKey: [...queryKey(client, operationId), 'stream', withoutBigints(request)],
    streamFn: ({ signal }) => open(client, request as never, { signal }),
  };
}

function bodyOf<Result extends AnyApiResponse>(result: Result): Data<Result> {
  return ok(result).body as Data<Result>;
}
