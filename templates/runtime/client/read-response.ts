/** Parses a response as one of the documented responses. */
import { mediaTypeOf } from '../media-type.ts';
import type { AnyApiResponse } from './api-response.ts';
import type { Call, ResponseRule } from './call.ts';
import { MalformedResponseError, messageOf, UnexpectedStatusError, type ResponseFacts } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** How a response is read. */
export interface Reading {
  readonly rule: ResponseRule;
  /** The documented media type, or the actual one if a range is documented. */
  readonly contentType: string | null;
}

const UNDOCUMENTED = ', which it does not document';

/** Units: characters of an unexpected body that the error keeps. */
const MAX_EXCERPT_LENGTH = 2_000;

/**
 * Finds the rule for a response.
 *
 * Shape: an exact status wins over a range, a range over `failure` and `default`.
 * Errors: rejects with UnexpectedStatusError or MalformedResponseError, after the start of the body has been read.
 */
export async function findReading(call: Call, response: Response): Promise<Reading> {
  const { status } = response;
  const rules = rulesFor(call, status);
  const facts = factsOf(call, response);
  if (rules.length === 0)
    throw new UnexpectedStatusError(status, facts, UNDOCUMENTED, await excerpt(response));
  const actual = mediaTypeOf(response.headers.get('content-type'));
  const rule =
    rules.find(({ mediaType = null }) => mediaType === null || mediaTypeOf(mediaType) === actual) ??
    rules.find(({ mediaType = '', covers }) => actual === null || covers?.(mediaType, actual));
  if (rule === undefined) {
    const problem = ` with ${actual ?? 'no type'} instead of ${rules.map(readableType).join(' or ')}`;
    throw new MalformedResponseError(status, facts, problem, await excerpt(response));
  }
  const { mediaType = null, covers } = rule;
  return { rule, contentType: covers === undefined ? mediaType : (actual ?? mediaType) };
}

/** Returns the media type that a rule reads: JSON for a range of values. */
function readableType({ mediaType, covers, read }: ResponseRule): string | undefined {
  return covers === undefined || read !== undefined ? mediaType : 'application/json';
}

/**
 * Reads a whole response that is not a stream.
 *
 * Errors: rejects with MalformedResponseError for malformed JSON, and with the error of a broken connection.
 */
export async function readResponse(
  call: Call,
  exchange: Exchange,
  { rule, contentType }: Reading,
): Promise<AnyApiResponse> {
  const { response } = exchange;
  const facts = factsOf(call, response);
  const headers = readHeaders(rule, response.headers);
  const body = await readBody(rule, exchange, facts);
  return { status: response.status, contentType, headers, body, response: facts };
}

/** Returns the metadata of a response: everything but its status and body. */
export function factsOf(call: Call, raw: Response): ResponseFacts {
  const { headers, url } = raw;
  return { operationId: call.id, requestId: requestIdIn(headers), url, headers, raw };
}

/** Reads the documented headers that are present and can be parsed. */
export function readHeaders(
  { headers = {} }: ResponseRule,
  sent: Headers,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, parse]) => {
      const text = sent.get(name);
      const value = text === null ? undefined : parse(text);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function rulesFor({ responses }: Call, status: number): readonly ResponseRule[] {
  const range = `${Math.floor(status / 100)}XX`;
  return (
    [status, range, range === '2XX' ? '' : 'failure', 'default']
      .map((wanted) => responses.filter(({ statuses }) => statuses.some((one) => one === wanted)))
      .find((rules) => rules.length > 0) ?? []
  );
}

async function readBody(
  { mediaType, read, parse = JSON.parse }: ResponseRule,
  { response, xml }: Exchange,
  facts: ResponseFacts,
): Promise<unknown> {
  if (read !== undefined) return read(response);
  const text = await response.text();
  if (mediaType === undefined) return undefined;
  try {
    return parse(text, undefined, xml);
  } catch (error) {
    const problem = ` with a body that can't be read (${messageOf(error)})`;
    throw new MalformedResponseError(response.status, facts, problem, text.slice(0, MAX_EXCERPT_LENGTH));
  }
}

/** Reads the start of an unexpected body; the timeout of the request ends an endless one. */
async function excerpt(response: Response): Promise<string> {
  const isStream = mediaTypeOf(response.headers.get('content-type')) === 'text/event-stream';
  const text = isStream ? '' : await response.text().catch(() => '');
  return text.slice(0, MAX_EXCERPT_LENGTH);
}

/** Headers in which services send a request id. */
const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

function requestIdIn(headers: Headers): string | null {
  return REQUEST_IDS.map((name) => headers.get(name)).find(Boolean) ?? null;
}
