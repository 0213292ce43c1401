/**
 * Follows a feed by polling: immediately while there are more items, otherwise at the interval of the service.
 */
import { isSuccessStatus, type AnyApiResponse } from './api-response.ts';
import type { Call, RequestParts, Values } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import { AbortError, ApiError, NetworkError, TimeoutError, UnexpectedStatusError } from './errors.ts';
import { propertyAt } from './property-path.ts';
import { itemsOf, listAt, type Pages } from './paginate.ts';
import { isTemporary, retryAfter } from './retry.ts';
import { send } from './send.ts';
import { backOff, wait } from './timing.ts';

/** How a feed is polled; `cursor.in` and `wait.param` are parameters, all others are paths into the body. */
export interface PollRule {
  readonly cursor: { readonly in: string; readonly out: string };
  readonly items: string;
  readonly more: string;
  /** Parameter for how long the service may delay the response; absent if unsupported. Units: milliseconds. */
  readonly wait?: { readonly param: string; readonly max: number };
  /** Path to the delay before the next poll. Units: milliseconds. */
  readonly interval?: string;
  /** Path to the flag for skipped items. */
  readonly gap?: string;
}

/** How a feed is followed. */
export interface PollOptions<Page = unknown> extends CallOptions {
  /** Called with each page before which the service skipped items. */
  readonly onGap?: ((page: Page) => void) | undefined;
  /** Maximum number of consecutive failures; one more ends the loop; default 5. */
  readonly maxFailures?: number | undefined;
}

/** Units: milliseconds that the service may delay an empty response, unless the request sets it. */
const USUAL_WAIT = 25_000;

/** Units: milliseconds between polls if the service sets no interval, and the minimum between two empty pages. */
const POLL_PAUSE = 5_000;
const MIN_PAUSE = 100;

/** Units: milliseconds before the first retry after a failure; the delays are 1, 2, 4, 8 and 8 seconds. */
const FAILURE_PAUSE = 1_000;

/**
 * Returns the items of a feed; the loop ends only when it is left or aborted, or on an error.
 *
 * Errors: the loop rejects with ApiError for an error response, with the last failure after too many consecutive ones,
 * and with AbortError.
 */
export function longPoll<Item, Page>(
  client: Client,
  call: Call,
  rule: PollRule,
  request: RequestParts,
  options: PollOptions<Page> = {},
): Pages<Item, Page> {
  const pages = (): AsyncGenerator<Page> => pollPages(client, call, rule, request, options);
  return { pages, [Symbol.asyncIterator]: () => itemsOf<Item>(pages(), rule.items) };
}

async function* pollPages<Page>(
  client: Client,
  call: Call,
  rule: PollRule,
  request: RequestParts,
  options: PollOptions<Page>,
): AsyncGenerator<Page> {
  let query: Values = withWait(request.query ?? {}, rule);
  const extended = withLongerTimeout(client, query, rule, options);
  for (let failures = 0; ;) {
    const poll = await pollOnce(client, call, { ...request, query }, extended);
    if ('failure' in poll) {
      if (++failures > (options.maxFailures ?? 5)) throw poll.failure;
      await pause(
        client,
        call,
        Math.max(poll.askedMs, backOff(failures, FAILURE_PAUSE, client.timing)),
        options,
      );
      continue;
    }
    failures = 0;
    const page = poll.body as Page;
    if (rule.gap !== undefined && propertyAt(page, rule.gap) === true) options.onGap?.(page);
    yield page;
    query = withNextCursor(query, page, rule);
    await pause(client, call, pauseAfter(page, rule), options);
  }
}

type Poll = { readonly body: unknown } | { readonly failure: unknown; readonly askedMs: number };

/** Polls once; throws permanent errors. */
async function pollOnce(
  client: Client,
  call: Call,
  request: RequestParts,
  options: CallOptions,
): Promise<Poll> {
  try {
    const result = await send<AnyApiResponse>(client, call, request, options);
    if (isSuccessStatus(result.status)) return { body: result.body };
    const failure = new ApiError(result);
    const askedMs = retryAfter(result.response.headers, client.timing) ?? 0;
    if (!isTemporary(result.status) || askedMs > client.retry.maxRetryAfterMs) throw failure;
    return { failure, askedMs };
  } catch (error) {
    const isTemporaryError =
      error instanceof NetworkError ||
      error instanceof TimeoutError ||
      (error instanceof UnexpectedStatusError && isTemporary(error.status));
    if (!isTemporaryError) throw error;
    return { failure: error, askedMs: 0 };
  }
}

function withWait(query: Values, { wait: hold }: PollRule): Values {
  if (hold === undefined || Object.hasOwn(query, hold.param)) return query;
  return { ...query, [hold.param]: Math.min(hold.max, USUAL_WAIT) };
}

/** Extends the timeout by the time that the service may delay the response; retries are left to the loop. */
function withLongerTimeout<Page>(
  client: Client,
  query: Values,
  rule: PollRule,
  options: PollOptions<Page>,
): CallOptions {
  const { timeoutMs = client.timeoutMs } = options;
  const held = rule.wait === undefined ? 0 : Number(query[rule.wait.param] ?? 0);
  return { ...options, retry: false, timeoutMs: timeoutMs === null ? null : timeoutMs + held };
}

/** Adds the cursor of a page to a query; a page without a cursor leaves the query unchanged. */
function withNextCursor(query: Values, page: unknown, { cursor }: PollRule): Values {
  const next = propertyAt(page, cursor.out);
  return next === null || next === undefined ? query : { ...query, [cursor.in]: next };
}

function pauseAfter(page: unknown, { more, interval, items }: PollRule): number {
  if (propertyAt(page, more) === true) return 0;
  const asked = interval === undefined ? undefined : propertyAt(page, interval);
  const pauseMs = typeof asked === 'number' && asked >= 0 ? asked : POLL_PAUSE;
  return listAt(page, items).length > 0 ? pauseMs : Math.max(pauseMs, MIN_PAUSE);
}

async function pause(client: Client, call: Call, delayMs: number, { signal }: CallOptions): Promise<void> {
  await wait(client.timing, delayMs, signal);
  if (signal?.aborted === true) throw new AbortError(call.id, signal.reason);
}
