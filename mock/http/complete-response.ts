/**
 * Makes responses conform to a contract that the handlers do not follow yet: an operation without a handler, a renamed
 * status, a header or a property that became required. Missing parts are filled in from the samples of the contract.
 */
import { thenDo, type MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import { isMediaRange } from '../../templates/runtime/media-type.ts';
import type { ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import type { ResponseSample } from '../../templates/runtime/testing/sample.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import type { HandlerResponse } from '../../templates/runtime/server/service.ts';
import type { SentEvent } from '../../templates/runtime/server/hooks.ts';
import { addProperties } from './add-properties.ts';
import type { ServedOperation } from './operation.ts';
import type { RequestContext } from './request-context.ts';
import { completeValue, eventSample, responseSamples, sampleOfSchema } from './samples.ts';

/** The maximum number of properties that a journal note lists. */
const MAX_PATHS = 10;

/** Runs the handler of an operation, and adds the properties that the contract gained since the handler was written. */
export function runHandler(
  operation: ServedOperation,
  values: RequestValues,
  context: RequestContext,
): MaybePromise<HandlerResponse> {
  const { handler, additions } = operation;
  if (handler === null) return respondWithSample(operation, context);
  const response = handler(values, context);
  return additions === null ? response : thenDo(response, (own) => addToOwn(operation, own, context));
}

async function respondWithSample(
  operation: ServedOperation,
  context: RequestContext,
): Promise<HandlerResponse> {
  const sample = await sampledResponse(operation);
  if (sample === null) throw new Error(`${operation.spec.id} has neither a handler nor a sample`);
  if (!operation.isSample) context.correction = { reason: 'sampled', violations: [] };
  return sample;
}

function addToOwn(
  operation: ServedOperation,
  response: HandlerResponse,
  context: RequestContext,
): HandlerResponse {
  const addition = addToResponse(operation, response);
  if (addition === null) return response;
  const { paths, pointer } = addition;
  const shown = paths.length > MAX_PATHS ? [...paths.slice(0, MAX_PATHS), '…'] : paths;
  context.noteSampled(pointer, shown.join(', '));
  return addition.response;
}

/**
 * Returns the sample of an operation's success response, else of its redirect, else of the first error it declares; null
 * when no declared response can be sampled.
 */
export async function sampledResponse(
  operation: Pick<ServedOperation, 'spec' | 'loadSamples'>,
): Promise<HandlerResponse | null> {
  const samples = await responseSamples(operation.loadSamples, operation.spec);
  const successes = samples.filter(({ status }) => isSuccess(status));
  const sample =
    successes.find(({ contentType }) => contentType === 'application/json') ??
    successes[0] ??
    samples.toSorted((a, b) => a.status - b.status).find(({ status }) => status >= 300);
  if (sample === undefined) return null;
  const { status, contentType, body } = sample;
  const headers = sample.headers;
  if (contentType === null) return { status, headers };
  if (body instanceof Uint8Array) return { status, headers, contentType, bytes: body };
  const declared = declaredResponses(operation.spec, status).find((each) => each.mediaType === contentType);
  return declared?.kind === 'eventStream'
    ? { status, headers, contentType, stream: { batches: oneBatch(body) } }
    : { status, headers, contentType, body };
}

/**
 * Completes a handler's response that violates the contract, with the sample of the operation for an undeclared status;
 * null when the samples cannot fix it, as where only errors are declared.
 */
export async function completeResponse(
  operation: ServedOperation,
  response: HandlerResponse,
): Promise<HandlerResponse | null> {
  const status = declaredStatus(operation, response.status);
  // Why: an error would be untrue of a change that was made, even if the operation declares nothing else.
  if (status === null && isSuccess(response.status) && onlyFails(operation)) return null;
  if (status === null) return sampledResponse(operation);
  const declared = declaredResponses(operation.spec, status);
  const contents = declared.filter(
    ({ kind }) => (kind === 'eventStream') === (response.stream !== undefined) && kind !== 'none',
  );
  const content = contents.find(({ mediaType }) => mediaType === response.contentType) ?? contents[0];
  const samples = await responseSamples(operation.loadSamples, operation.spec);
  const sample = samples.find(
    (each) => each.status === status && each.contentType === (content?.mediaType ?? null),
  );
  const headers = completeHeaders(declared[0], response.headers ?? {}, sample);
  if (content === undefined) return { status, headers };
  if (content.kind !== 'json' || content.check === null) return { ...response, status, headers };
  const shown = (await sampleOfSchema(operation.loadSamples, content.check.name)) ?? sample?.body;
  const body = await completeValue(content.check, response.body ?? null, shown);
  const { mediaType } = content;
  const contentType = mediaType === null || isMediaRange(mediaType) ? undefined : mediaType;
  return body && { status, headers, contentType, body: body.value };
}

/** A response with properties that its handler lacks. Shape: `pointer` is the location of their schema. */
interface ResponseAddition {
  readonly response: HandlerResponse;
  readonly pointer: string;
  readonly paths: readonly string[];
}

/** Adds to a handler's response the optional properties that it lacks; null when it lacks none. */
function addToResponse(operation: ServedOperation, response: HandlerResponse): ResponseAddition | null {
  const { additions } = operation;
  if (additions === null || response.body === undefined) return null;
  const declared = declaredResponses(operation.spec, response.status).find(({ kind }) => kind === 'json');
  const plan = declared && additions.responses.get(declared);
  const addition = plan && addProperties(plan, additions.schemas, response.body);
  const check = declared?.check;
  if (addition === null || addition === undefined || check === null || check === undefined) return null;
  if (!check.check(addition.value) && check.check(response.body)) return null;
  const { value, paths } = addition;
  return { response: { ...response, body: value }, pointer: check.pointer, paths };
}

/** Returns the declared status for a response; a success under an undeclared status becomes the declared success. */
function declaredStatus(operation: ServedOperation, status: number): number | null {
  if (declaredResponses(operation.spec, status).length > 0) return status;
  if (!isSuccess(status)) return null;
  const successes = operation.spec.responses.map((each) => each.status).filter(isSuccess);
  return successes[0] ?? null;
}

/** Returns whether an operation that changes something declares only errors. */
function onlyFails({ spec: { method, responses } }: ServedOperation): boolean {
  return method !== 'GET' && responses.every(({ status }) => typeof status === 'number' && status >= 400);
}

export function isSuccess(status: unknown): status is number {
  return typeof status === 'number' && status >= 200 && status < 300;
}

function completeHeaders(
  declared: ResponseSpec | undefined,
  headers: NonNullable<HandlerResponse['headers']>,
  sample: ResponseSample | undefined,
): NonNullable<HandlerResponse['headers']> {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const missing = (declared?.headers ?? []).filter(
    ({ name, required }) => required && !names.has(name.toLowerCase()),
  );
  const filled = missing.map(({ name }): [string, unknown] => [
    name,
    sample?.headers[name] ?? sample?.headers[name.toLowerCase()] ?? '',
  ]);
  return { ...headers, ...Object.fromEntries(filled) };
}

async function* oneBatch(events: unknown): AsyncGenerator<readonly unknown[]> {
  yield await Promise.resolve(Array.isArray(events) ? events : []);
}

const SAMPLED = 'sampled';

/** Completes an event that violates the contract from its sample; null when the sample cannot fix it. */
export async function completeEvent(operation: ServedOperation, event: unknown): Promise<SentEvent | null> {
  const { spec, eventCheck: check, loadSamples } = operation;
  if (check === null || typeof event !== 'object' || event === null) return null;
  const { type } = event as { readonly type?: unknown };
  const sample = await eventSample(loadSamples, spec.stream?.stream ?? '', type);
  const completed = sample === undefined ? null : await completeValue(check, event, sample);
  return completed === null || completed.paths.includes('')
    ? null
    : { event: completed.value, comment: SAMPLED };
}

/** Adds to an event the optional properties that it lacks; null when it lacks none. */
export function addToEvent(
  { additions, eventCheck: check }: ServedOperation,
  event: unknown,
): SentEvent | null {
  const plan = additions?.event ?? null;
  const addition = additions === null || plan === null ? null : addProperties(plan, additions.schemas, event);
  return addition !== null && check?.check(addition.value) === true
    ? { event: addition.value, comment: SAMPLED }
    : null;
}
