/**
 * Errors of the mock in the form that the operations of an API describe, for an API whose error bodies are not those of
 * the mock.
 */
import { declaredResponses } from '../../../templates/runtime/server/declared-responses.ts';
import {
  errorResponse,
  serverError,
  titleOf,
  type ServerError,
} from '../../../templates/runtime/server/errors.ts';
import type { HttpRequest, HttpResponse } from '../../../templates/runtime/http.ts';
import { isObject } from '../../../templates/runtime/json/value.ts';
import type { MaybePromise } from '../../../templates/runtime/maybe-promise.ts';
import { coversMediaType, mediaTypeOf } from '../../../templates/runtime/media-type.ts';
import type { JsonValue, OperationSpec, ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import type { Problem } from '../../../templates/runtime/problem.ts';
import {
  hasMessageElsewhere,
  inDeclaredForm,
  undeclaredForm,
  withStatusCode,
  writeInForm,
} from '../declared-error.ts';
import { writeError, type ErrorResponse } from '../error-responses.ts';
import type { ErrorSource } from '../operation.ts';
import { sampleOfSchema } from '../samples.ts';
import { markUndeclared, NO_BODY } from '../undeclared.ts';

/** Writes an error of an operation, which is `null` outside of any operation. */
export type WriteError = (operation: ErrorSource | null, error: ErrorResponse) => MaybePromise<HttpResponse>;

/**
 * Writes an error with the first common body that fits, else with the sample of the response declared for it; marked if
 * there is none.
 */
export const writeDescribedError: WriteError = (operation, error) => {
  if (operation === null) return writeError(null, error);
  const declared = declaredResponses(operation.spec, error.status);
  const isAllowed = acceptsJson(declared, error.body);
  // Why: a form that requires nothing allows any body, but still has its message in a specific place.
  const requiresNothing = acceptsJson(declared, {});
  if (isAllowed && !requiresNothing) return writeError(operation, error);
  const isDescribed = declared.length > 0 && !requiresNothing;
  const other = isDescribed ? null : undeclaredForm(operation, error);
  const isProblem = other?.mediaType === 'application/problem+json';
  const forms = isDescribed ? declared : isProblem ? [other] : [];
  const described = forms.length === 0 ? null : describe(operation.spec, forms, error);
  const common = described === null ? Promise.resolve(null) : withOwnCode(operation, described, error);
  return common.then(async (written) => {
    if (written !== null) return isDescribed ? written : markUndeclared(written, error.reason);
    const form = await inDeclaredForm(operation, error);
    const plain = writeError(operation, error);
    const inForm = form === null ? plain : writeInForm(form, plain);
    return (form?.isDeclared ?? isAllowed) ? inForm : markUndeclared(inForm, error.reason);
  });
};

/**
 * Writes the code of the status into an error whose body has one; `null` if the declared form allows the body, but has
 * its message in another place.
 */
async function withOwnCode(
  { loadSamples }: Pick<ErrorSource, 'loadSamples'>,
  { declared, contentType, body, status, headers }: DescribedBody,
  { body: { code } }: ErrorResponse,
): Promise<HttpResponse | null> {
  if (declared === null) return { status, headers, body: NO_BODY };
  const name = declared.check?.name;
  const sample = name === undefined ? undefined : await sampleOfSchema(loadSamples, name);
  // Why: where a schema has properties and no type, a bare text is valid, but no error of the API.
  if (hasMessageElsewhere(sample, body) || (typeof body === 'string' && isObject(sample))) return null;
  const coded = withStatusCode(body as JsonValue, sample, { declared, status, code });
  return {
    status,
    headers: { ...headers, 'content-type': contentType },
    body: { kind: 'text', text: JSON.stringify(coded) },
  };
}

/** An error in a common form. Shape: `declared` is the response that has its form; `null` for no body. */
interface DescribedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly declared: ResponseSpec | null;
  readonly contentType: string;
  readonly body: unknown;
}

/** Returns an error with the first common body that fits; `null` if none does. */
function describe(
  operation: OperationSpec,
  declared: readonly ResponseSpec[],
  error: ErrorResponse,
): DescribedBody | null {
  const { status, headers } = error;
  const { details = [] } = error.body;
  const message = details[0]?.message ?? error.body.error;
  const title = titleOf(status);
  const problems = details as readonly Problem[];
  const described = serverError('invalid-request', message, { status, title, problems, headers });
  const { contentType, body } = errorResponse(described, operation);
  if (contentType === undefined) return { status, headers, declared: null, contentType: '', body: null };
  const form = declared.find((each) => fits([each], contentType, body));
  return form === undefined ? null : { status, headers, declared: form, contentType, body };
}

function acceptsJson(declared: readonly ResponseSpec[], body: unknown): boolean {
  return fits(declared, 'application/json', body);
}

function fits(declared: readonly ResponseSpec[], contentType: string, body: unknown): boolean {
  return declared.some(
    ({ kind, mediaType, check }) =>
      kind === 'json' &&
      mediaType !== null &&
      coversMediaType(mediaType, contentType) &&
      (check === null || check.check(body)),
  );
}

/**
 * Returns the status of an invalid request: 415 for a body of another media type, unless only 400 is declared; 404 for an
 * id that no record can have, if the operation declares no error for invalid requests; else the status that the shipped
 * server has chosen.
 */
export function invalidStatus(
  { headers }: Pick<HttpRequest, 'headers'>,
  operation: OperationSpec,
  { status: chosen, problems }: Pick<ServerError, 'status' | 'problems'>,
): number {
  const mediaType = mediaTypeOf(headers.get('content-type'));
  const isOther =
    mediaType !== null &&
    operation.body?.content.every((content) => !coversMediaType(content.mediaType, mediaType)) === true;
  const isDeclared = (status: number): boolean => declaredResponses(operation, status).length > 0;
  if (isOther && (isDeclared(415) || !isDeclared(400))) return 415;
  const isOfPath = problems.every(({ path }) =>
    operation.parameters.some(({ name, in: place }) => place === 'path' && name === path.split('.')[0]),
  );
  if (isOfPath && isDeclared(404) && !isDeclared(400) && !isDeclared(422)) return 404;
  return chosen;
}
