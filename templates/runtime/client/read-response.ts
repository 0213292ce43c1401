/**
 * Turns a response into the documented answer that it is.
 */
import { coversMediaType, isJsonMediaType, isMediaRange, mediaTypeOf } from '../media-type.ts';
import { readText } from '../read-text.ts';
import type { AnyApiResponse } from './api-response.ts';
import type { Call, ResponseRule } from './call.ts';
import { MalformedResponseError, UnexpectedStatusError, type ResponseFacts } from './errors.ts';
import type { Exchange } from './exchange.ts';

/** The rule that a response is read by. */
export interface Reading {
  readonly rule: ResponseRule;
  /** The documented media type, or the actual one where a range is documented. */
  readonly contentType: string | null;
}

/** Units: characters of a body that nobody expected. */
const LONGEST_EXCERPT = 2_000;

/**
 * Finds how a response is read.
 *
 * Shape: an exact status wins over a range, and that over the default, which covers no success beside a documented one.
 * Errors: rejects with UnexpectedStatusError and MalformedResponseError, after the start of the body has been read.
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

/** Returns whether a rule reads a media type; JSON under a range reads only what is JSON. */
function coversType({ kind, mediaType = '' }: ResponseRule, actual: string): boolean {
  if (!coversMediaType(mediaType, actual)) return false;
  return !isRangeOfJson({ kind, mediaType }) || isJsonMediaType(actual);
}

/** Names the media type that a rule reads: of a range with a schema that is only JSON. */
function readableType(rule: Pick<ResponseRule, 'kind' | 'mediaType'>): string {
  return isRangeOfJson(rule) ? 'application/json' : (rule.mediaType ?? '');
}

/**
 * Reads a whole answer, whose body is no stream.
 *
 * Errors: rejects with MalformedResponseError for broken JSON, and with what the connection failed with.
 */
export async function readResponse(
  call: Call,
  { response }: Exchange,
  { rule, contentType }: Reading,
): Promise<AnyApiResponse> {
  const facts = factsOf(call, response);
  const headers = readHeaders(rule, response.headers);
  const body = await readBody(rule, response, facts);
  return { status: response.status, contentType, headers, body, response: facts };
}

/** Returns what is known of a response beside its status and body. */
export function factsOf(call: Call, { headers, url }: Response): ResponseFacts {
  return { operationId: call.id, requestId: requestIdIn(headers), url, headers };
}

/** Reads the documented headers that are there and can be read. */
export function readHeaders(
  { headers = {} }: ResponseRule,
  sent: Headers,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, kind]) => {
      const text = sent.get(name);
      const reading = text === null ? null : readText(kind, text);
      return reading?.ok === true ? [[name, reading.value]] : [];
    }),
  );
}

/** Lists the media types of an operation's answers, as `Accept` has them; what can be read comes before mere bytes. */
export function acceptOf({ responses }: Call, kinds: (kind: ResponseRule['kind']) => boolean): string {
  const asked = responses.filter(({ kind, mediaType }) => mediaType !== undefined && kinds(kind));
  const hasValues = asked.some(({ kind }) => isValue(kind));
  const types = asked.flatMap((rule) => {
    const { kind, mediaType = '' } = rule;
    if (hasValues && !isValue(kind)) return [`${mediaType};q=0.5`];
    // A service that offers a range may prefer XML, which can't be read, so JSON is asked for first.
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
  const found = [having(status), having(range)].find((rules) => rules.length > 0);
  if (found !== undefined) return found;
  const isOtherSuccess = range === '2XX' && responses.some(({ statuses }) => statuses.some(isSuccess));
  return isOtherSuccess ? [] : having('default');
}

function isSuccess(status: number | string): boolean {
  return String(status).startsWith('2');
}

async function readBody(
  { kind, mediaType = '' }: ResponseRule,
  response: Response,
  facts: ResponseFacts,
): Promise<unknown> {
  if (kind === 'bytes') return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (kind === 'none') return undefined;
  // Under a range, text may also be sent as a string of JSON; services differ in whether they quote it.
  const isJson = isMediaRange(mediaType) && isJsonMediaType(response.headers.get('content-type') ?? '');
  if (kind === 'text' && !isJson) return text;
  try {
    const value: unknown = JSON.parse(text);
    return kind === 'text' && typeof value !== 'string' ? text : value;
  } catch {
    if (kind === 'text') return text;
    throw new MalformedResponseError(
      response.status,
      facts,
      'with broken JSON',
      text.slice(0, LONGEST_EXCERPT),
    );
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
    // Why: a response that somebody has cloned is only let go of when the clone is too, so this is not waited for.
    reader.cancel().catch(() => undefined);
  } catch {
    // What broke here is told by the error that the excerpt is for.
  }
  return text.slice(0, LONGEST_EXCERPT);
}

/** Headers that services name a request in. */
const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];

function requestIdIn(headers: Headers): string | null {
  for (const name of REQUEST_IDS) {
    const id = headers.get(name);
    if (id !== null && id !== '') return id;
  }
  return null;
}
