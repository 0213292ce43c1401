/**
 * Parses a response as one of the documented responses.
 */
import { coversMediaType, isJsonMediaType, isMediaRange, mediaTypeOf, type XmlCodec } from '../media-type.ts';
import { readScalar } from '../read-scalar.ts';
import type { AnyApiResponse } from './api-response.ts';
import type { Call, ResponseRule } from './call.ts';
import { MalformedResponseError, UnexpectedStatusError, type ResponseFacts } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** How a response is read. */
export interface Reading {
  readonly rule: ResponseRule;
  /** The documented media type, or the actual one if a range is documented. */
  readonly contentType: string | null;
}

/** Units: characters of an unexpected body that are read for the error. */
const LONGEST_EXCERPT = 2_000;

/**
 * Finds the rule for a response.
 *
 * Shape: an exact status wins over a range, a range over `default`; `default` covers no success if one is documented.
 * Errors: rejects with UnexpectedStatusError or MalformedResponseError, after the start of the body has been read.
 */
export async function findReading(call: Call, response: Response): Promise<Reading> {
  const rules = rulesFor(call, response.status);
  const facts = factsOf(call, response);
  if (rules.length === 0) throw new UnexpectedStatusError(response.status, facts, await excerpt(response));
  const actual = mediaTypeOf(response.headers.get('content-type'));
  const rule =
    rules.find(
      ({ kind, mediaType }) =>
        kind === 'none' || (actual !== null && mediaTypeOf(mediaType ?? '') === actual),
    ) ?? rules.find((rule) => actual === null || coversType(rule, actual));
  if (rule === undefined) {
    const problem = `with ${actual ?? 'no type'} instead of ${[...new Set(rules.map(readableType))].join(' or ')}`;
    throw new MalformedResponseError(response.status, facts, problem, await excerpt(response));
  }
  const documented = rule.mediaType ?? null;
  const isRange = documented !== null && isMediaRange(documented);
  return { rule, contentType: isRange ? (actual ?? readableType(rule)) : documented };
}

/** Returns whether a rule reads a media type; a JSON rule for a range reads only JSON media types. */
function coversType({ kind, mediaType = '' }: ResponseRule, actual: string): boolean {
  if (!coversMediaType(mediaType, actual)) return false;
  return !isRangeOfJson({ kind, mediaType }) || isJsonMediaType(actual);
}

/** Returns the media type that a rule reads: `application/json` for a range with a schema. */
function readableType(rule: Pick<ResponseRule, 'kind' | 'mediaType'>): string {
  return isRangeOfJson(rule) ? 'application/json' : (rule.mediaType ?? '');
}

/**
 * Reads a whole response that is not a stream.
 *
 * Errors: rejects with MalformedResponseError for malformed JSON, and with the error of a broken connection.
 */
export async function readResponse(
  call: Call,
  { response, xml }: Exchange,
  { rule, contentType }: Reading,
): Promise<AnyApiResponse> {
  const facts = factsOf(call, response);
  const headers = readHeaders(rule, response.headers);
  const body = await readBody(rule, response, facts, xml);
  return { status: response.status, contentType, headers, body, response: facts };
}

/** Returns the metadata of a response: everything but its status and body. */
export function factsOf(call: Call, { headers, url }: Response): ResponseFacts {
  return { operationId: call.id, requestId: requestIdIn(headers), url, headers };
}

/** Reads the documented headers that are present and can be parsed. */
export function readHeaders(
  { headers = {}, convertHeaders = {} }: ResponseRule,
  sent: Headers,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, kind]) => {
      const text = sent.get(name);
      const reading = text === null ? null : readScalar(kind, text);
      if (reading?.ok !== true) return [];
      const convert = Object.hasOwn(convertHeaders, name) ? convertHeaders[name] : undefined;
      return [[name, convert === undefined ? reading.value : convert(reading.value)]];
    }),
  );
}

/** Returns the `Accept` header of an operation; media types that can be parsed come before plain bytes. */
export function acceptOf({ responses }: Call, kinds: (kind: ResponseRule['kind']) => boolean): string {
  const asked = responses.filter(({ kind, mediaType }) => mediaType !== undefined && kinds(kind));
  const hasValues = asked.some(({ kind }) => isValue(kind));
  const types = asked.flatMap((rule) => {
    const { kind, mediaType = '' } = rule;
    if (hasValues && !isValue(kind)) return [`${mediaType};q=0.5`];
    // A service that offers a range may prefer XML, which can't be parsed, so JSON comes first.
    return isRangeOfJson(rule) ? [readableType(rule), `${mediaType};q=0.5`] : [mediaType];
  });
  return types.length === 0 ? '*/*' : [...new Set(types)].join(', ');
}

function isValue(kind: ResponseRule['kind']): boolean {
  return kind === 'json' || kind === 'eventStream';
}

function isRangeOfJson({ kind, mediaType = '' }: Pick<ResponseRule, 'kind' | 'mediaType'>): boolean {
  return kind === 'json' && isMediaRange(mediaType);
}

function rulesFor({ responses }: Call, status: number): readonly ResponseRule[] {
  const range = `${String(status)[0] ?? ''}XX`;
  const having = (wanted: number | string): readonly ResponseRule[] =>
    responses.filter(({ statuses }) => statuses.some((one) => one === wanted));
  const match = [having(status), having(range)].find((rules) => rules.length > 0);
  if (match !== undefined) return match;
  const isOtherSuccess = range === '2XX' && responses.some(({ statuses }) => statuses.some(isSuccess));
  return isOtherSuccess ? [] : having('default');
}

function isSuccess(status: number | string): boolean {
  return String(status).startsWith('2');
}

async function readBody(
  { kind, mediaType = '', parse = JSON.parse }: ResponseRule,
  response: Response,
  facts: ResponseFacts,
  xml: XmlCodec | undefined,
): Promise<unknown> {
  if (kind === 'bytes') return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (kind === 'none') return undefined;
  // Under a range, text may also be sent as a JSON string; services differ in whether they quote it.
  const isJson = isMediaRange(mediaType) && isJsonMediaType(response.headers.get('content-type') ?? '');
  if (kind === 'text' && !isJson) return text;
  try {
    const value: unknown = parse(text, undefined, xml);
    return kind === 'text' && typeof value !== 'string' ? text : value;
  } catch (error) {
    if (kind === 'text') return text;
    const problem =
      error instanceof RangeError ? `with a body that can't be read: ${error.message}` : 'with broken JSON';
    throw new MalformedResponseError(response.status, facts, problem, text.slice(0, LONGEST_EXCERPT));
  }
}

async function excerpt(response: Response): Promise<string> {
  const isEndless = mediaTypeOf(response.headers.get('content-type')) === 'text/event-stream';
  if (isEndless || response.body === null) return '';
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < LONGEST_EXCERPT) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    // Why: not awaited, since `cancel` of a cloned response only resolves when the clone is cancelled too.
    reader.cancel().catch(() => undefined);
  } catch {
    // Ignored: the caller throws its own error, with whatever was read.
  }
  return text.slice(0, LONGEST_EXCERPT);
}

/** Headers in which services send a request id. */
const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

function requestIdIn(headers: Headers): string | null {
  for (const name of REQUEST_IDS) {
    const id = headers.get(name);
    if (id !== null && id !== '') return id;
  }
  return null;
}
