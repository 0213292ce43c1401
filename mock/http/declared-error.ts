/** Errors in the form that the operation declares for them, for APIs that are only known at run time. */
import { titleOf } from '../../templates/runtime/server/errors.ts';
import type { HttpResponse } from '../../templates/runtime/http.ts';
import { isObject } from '../../templates/runtime/json/value.ts';
import type { JsonValue, OperationSpec, ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import type { ErrorDetail, ErrorResponse } from './error-responses.ts';
import type { ErrorSource } from './operation.ts';
import { withDetails, withType } from './errors/problem-parts.ts';
import { withCode } from './errors/error-codes.ts';
import { sampleOfSchema } from './samples.ts';
import { UNDECLARED_HEADER } from './undeclared.ts';

/** Interchangeable statuses: some APIs declare 422 for errors that others declare as 400. */
const alternatives: Readonly<Record<number, readonly number[]>> = { 400: [422], 422: [400], 409: [422, 400] };

/** Returns the response that an operation declares for an error; undefined if it declares none. */
function declaredError(
  { responses }: OperationSpec,
  { status, reason }: ErrorResponse,
): ResponseSpec | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const inOrder: readonly ResponseSpec['status'][] = [
    status,
    // Why none: an injected fault has the status that the user has chosen.
    ...(reason === 'injected-fault' ? [] : (alternatives[status] ?? [])),
    range as '4XX',
    'default',
    // Why last: some APIs declare 403 alone for missing credentials; where a default is declared, it may be a 401.
    ...(reason === 'unauthorized' ? ([403] as const) : []),
  ];
  for (const wanted of inOrder) {
    const declared = responses.filter((response) => response.status === wanted);
    if (declared.length > 0) return declared.find(({ kind }) => kind === 'json') ?? declared[0];
  }
  return undefined;
}

/** Returns an error that an operation declares under another status: APIs have one form for all errors. */
function similarError({ responses }: OperationSpec): ResponseSpec | undefined {
  return responses.find(
    ({ status, kind }) => typeof status === 'number' && status >= 400 && status < 500 && kind === 'json',
  );
}

/**
 * Returns the response with the form for an error that an operation does not declare; `null` if there is none, or if it
 * declares the error.
 */
export function undeclaredForm(
  { spec, commonError }: Pick<ErrorSource, 'spec' | 'commonError'>,
  error: ErrorResponse,
): ResponseSpec | null {
  return declaredError(spec, error) === undefined ? (similarError(spec) ?? commonError) : null;
}

/** Returns an error in the form that an operation declares: its sample with the message; `null` if it declares none. */
export async function inDeclaredForm(
  operation: ErrorSource,
  error: ErrorResponse,
): Promise<DeclaredError | null> {
  const own = declaredError(operation.spec, error);
  const declared = own ?? undeclaredForm(operation, error);
  if (declared === null) return inShownForm(operation.errorExample, error);
  const isDeclared = own !== undefined;
  const status = isDeclared && typeof own.status === 'number' ? own.status : error.status;
  const { kind, check } = declared;
  if (kind !== 'json' || check === null)
    return kind === 'none' ? { status, contentType: null, body: null, isDeclared } : null;
  const form = { ...jsonOf(declared), status, isDeclared };
  const sample = await sampleOfSchema(operation.loadSamples, check.name);
  if (check.check(error.body) && !hasOtherForm(sample))
    return status === error.status ? null : { ...form, body: error.body };
  if (sample === undefined) return null;
  return {
    ...form,
    body: filledSample(
      sample,
      { declared, status, code: error.body.code, details: error.body.details },
      messageOf(error),
    ),
  };
}

/** Returns an error in the form that the text about the API shows; `null` if it shows none. */
function inShownForm(
  shown: JsonValue | undefined,
  { status, body, ...error }: ErrorResponse,
): DeclaredError | null {
  if (shown === undefined) return null;
  const form = withoutFacts(shown);
  const isOfRequests =
    (status === 400 || status === 422) && /invalid|malformed|bad.?request/i.test(JSON.stringify(form));
  const declared: ResponseSpec = {
    status: isOfRequests ? status : 'default',
    mediaType: 'application/json',
    kind: 'json',
    check: null,
    headers: [],
    examples: [{ name: 'error', value: form }],
  };
  const written = { declared, status, code: body.code, details: body.details };
  const filled = filledSample(form, written, messageOf({ ...error, status, body }));
  return { status, isDeclared: false, contentType: 'application/json', body: filled };
}

/** Returns an error without the objects that are only about the one which is shown. */
function withoutFacts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.slice(0, 1).map((each: JsonValue) => withoutFacts(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, part]): [string, JsonValue][] => {
    if (typeof part !== 'object' || part === null) return [[name, part]];
    return /^errors?$/i.test(name) ? [[name, withoutFacts(part)]] : [];
  });
  return Object.fromEntries(kept);
}

/** The error to write. Shape: `code` is its required code; absent for that of its status. */
export interface WrittenError {
  readonly declared: ResponseSpec;
  readonly status: number;
  readonly code?: string | undefined;
  /** The problems of an invalid request. */
  readonly details?: readonly ErrorDetail[] | undefined;
}

/** Returns the sample of an error with a message, and with the code of its status. */
export function filledSample(sample: JsonValue, written: WrittenError, message: string): JsonValue {
  const accepts = (value: JsonValue): boolean => written.declared.check?.check(value) ?? true;
  const filled = withDetails(withMessage(sample, message, written.status), written.details ?? []);
  const bare = withoutPlaceholders(filled);
  const form = accepts(bare) ? bare : withoutOptional(filled, accepts);
  return withStatusCode(accepts(form) ? form : sample, sample, written);
}

/** Writes the code of a status into an error: that of an example of the status, else one in the style of the sample. */
export function withStatusCode(
  body: JsonValue,
  sample: JsonValue | undefined,
  { declared: { examples, status: own, check }, status, code }: WrittenError,
): JsonValue {
  const shown = own === status ? examples[0]?.value : undefined;
  const accepts = (changed: JsonValue): boolean => check?.check(changed) ?? true;
  return withCode(withType(body, shown, accepts), { status, code, shown, sample }, accepts);
}

/** Returns whether the declared form has its message in another place, even if it requires nothing. */
function hasOtherForm(sample: JsonValue | undefined): boolean {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return sample !== undefined;
  const names = Object.keys(sample);
  const isOwn = typeof (sample as Readonly<Record<string, JsonValue>>)['error'] === 'string';
  const others = names.filter((name) => name !== 'error' && (messages.test(name) || statuses.test(name)));
  return isOwn ? others.some((name) => !/^(?:details|code)$/.test(name)) : names.length > 0;
}

/** Returns whether a form has its message in a property that a body does not have. */
export function hasMessageElsewhere(sample: JsonValue | undefined, body: unknown): boolean {
  if (!isObject(sample) || !isObject(body)) return false;
  const named = Object.keys(sample).filter((name) => messages.test(name) || containers.test(name));
  return named.length > 0 && !named.some((name) => Object.hasOwn(body, name));
}

/** Returns the problem in one sentence. */
function messageOf({ body }: ErrorResponse): string {
  return body.details?.[0]?.message ?? body.error;
}

/** An error in its declared form. Shape: `contentType` is `null` for no body. */
export interface DeclaredError {
  readonly status: number;
  /** Whether the operation declares the status, and not only the form. */
  readonly isDeclared: boolean;
  readonly contentType: string | null;
  readonly body: unknown;
}

function jsonOf({ mediaType }: ResponseSpec): Pick<DeclaredError, 'contentType'> {
  return { contentType: mediaType === null || mediaType.includes('*') ? 'application/json' : mediaType };
}

const messages =
  /^(?:message|msg|error|title|detail|details|description|reason|error_?description|error_?message|summary)$/i;
const statuses = /^(?:status|status_?code|http_?status|code|error_?code)$/i;
/** Names of what shows whether a request succeeded. */
const outcomes = /^(?:is_?|was_?)?(?:success|successful|succeeded|ok)$/i;

function isTitle(name: string): boolean {
  return name.toLowerCase() === 'title';
}

const containers = /^(?:errors?|details?|issues|problems|faults?|causes?|meta)$/i;

/**
 * Removes placeholders from a sample: strings that only repeat their names, and the records next to the message. Shape:
 * a form that requires one of them no longer fits.
 */
function withoutPlaceholders(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutPlaceholders(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => messages.test(name) || containers.test(name) || !hasPlaceholder(name, part))
      .map(([name, part]): [string, JsonValue] => [name, withoutPlaceholders(part)]),
  );
}

/** Removes the properties with placeholders that a form does not require; of lists of errors those of their items. */
function withoutOptional(value: JsonValue, accepts: (value: JsonValue) => boolean): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = [...(value as readonly JsonValue[])];
    for (const [index, item] of items.entries())
      items[index] = withoutOptional(item, (other) => accepts(items.with(index, other)));
    return items;
  }
  let kept = value as Readonly<Record<string, JsonValue>>;
  for (const [name, part] of Object.entries(kept)) {
    const { [name]: _, ...rest } = kept;
    if (containers.test(name))
      kept = { ...kept, [name]: withoutOptional(part, (other) => accepts({ ...kept, [name]: other })) };
    else if (!messages.test(name) && hasPlaceholder(name, part) && accepts(rest)) kept = rest;
  }
  return kept;
}

function hasPlaceholder(name: string, value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return value === name;
  return Object.entries(value).some(([inner, part]) =>
    hasPlaceholder(Array.isArray(value) ? name : inner, part),
  );
}

/** Units: levels of objects and lists that are searched for a message. */
const MAX_DEPTH = 3;

/** Writes a message and a status into the properties that usually have them; a title next to them stays general. */
function withMessage(value: JsonValue, message: string, status: number, depth = MAX_DEPTH): JsonValue {
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value))
    return value.slice(0, 1).map((item: JsonValue) => withMessage(item, message, status, depth - 1));
  const hasDetail = Object.keys(value).some((name) => messages.test(name) && !isTitle(name));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]): [string, JsonValue] => {
      if (typeof part === 'string') {
        if (isTitle(name) && hasDetail) return [name, titleOf(status)];
        if (messages.test(name)) return [name, message];
        return [name, statuses.test(name) && /^[45]\d\d$/.test(part) ? String(status) : part];
      }
      if (typeof part === 'boolean') return [name, part && !outcomes.test(name)];
      if (typeof part === 'number') return [name, statuses.test(name) ? status : part];
      return [name, withMessage(part, message, status, depth - 1)];
    }),
  );
}

export function writeInForm(
  { status, contentType, body }: DeclaredError,
  written: HttpResponse,
): HttpResponse {
  const { [UNDECLARED_HEADER]: _, 'content-type': _type, ...headers } = written.headers;
  if (contentType === null) return { status, headers, body: { kind: 'none' } };
  return {
    status,
    headers: { ...headers, 'content-type': contentType },
    body: { kind: 'text', text: JSON.stringify(body) },
  };
}

/**
 * The error of a valid request that cannot be executed, such as one for a record that does not exist.
 *
 * Shape: `status` is the usual one; the response has the status and the form that the operation declares for it.
 * Nothing has been changed before it is thrown.
 */
export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Creates the error for a record that does not exist. */
export function notFound(resource: string, key: string): OperationError {
  return new OperationError(404, `There is no record ${key} in ${resource}`);
}
