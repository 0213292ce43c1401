/** Writes the errors of the shipped server with the bodies and headers of the mock. */
import type { MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import type { HttpResponse } from '../../templates/runtime/http.ts';
import type { ServerError } from '../../templates/runtime/server/errors.ts';
import { ContractViolation } from '../../templates/runtime/server/write-response.ts';
import { CommitUnreadableError, LogUnavailableError } from '../kernel/ports.ts';
import { WorldClosedError } from '../kernel/world/engine.ts';
import { missingCredential, type CredentialPolicy } from './access/credentials.ts';
import {
  bodyTooLarge,
  errorResponse,
  insufficientPermissions,
  internalError,
  logUnavailable,
  methodNotAllowed,
  RequestProblem,
  unauthorized,
  unknownRoute,
  unknownWorld,
  worldUnreadable,
  writeError,
  type ErrorResponse,
} from './error-responses.ts';
import { OperationError } from './declared-error.ts';
import { invalidStatus, writeDescribedError, type WriteError } from './errors/described-errors.ts';
import { outsideOperations, type ContractParts, type ErrorForm } from './operation.ts';
import type { RequestContext } from './request-context.ts';
import type { RouteHint } from './route-hint.ts';

/** Writes an error of the shipped server in the format of the mock. */
type WriteServerError = (error: ServerError, context: RequestContext) => MaybePromise<HttpResponse>;

/** The inputs for the errors of a server. Units: `bytes` is the limit of a body. */
export interface ErrorContext {
  readonly credentials: CredentialPolicy;
  readonly contract: ContractParts;
  readonly routeHint: RouteHint;
  readonly bytes: number;
}

/** Creates the function that writes the errors of a server. */
export function createServerErrors({
  credentials,
  contract,
  routeHint,
  bytes,
}: ErrorContext): WriteServerError {
  const { errors } = contract;
  const write = writerOf(errors);
  const outside = outsideOperations(contract);
  return (error, context) => {
    const { operation, method, path } = context;
    switch (error.kind) {
      case 'unauthenticated':
        return writeUnauthenticated(write, context, credentials, contract);
      case 'forbidden':
        return write(operation, insufficientPermissions());
      case 'invalid-request':
        return write(operation, invalidRequest(errors, error, context));
      case 'body-too-large':
        return write(operation, bodyTooLarge(bytes));
      case 'unknown-path':
        return write(outside, unknownRoute(method, path, routeHint(path)));
      case 'unknown-method':
        return write(outside, methodNotAllowed(method, error.headers['allow'] ?? ''));
      case 'not-implemented':
      case 'failed':
        return writeFailure(write, error.cause, context);
    }
  };
}

export function writerOf(errors: ErrorForm): WriteError {
  return errors === 'mock' ? writeError : writeDescribedError;
}

function invalidRequest(errors: ErrorForm, cause: ServerError, context: RequestContext): ErrorResponse {
  const error = context.invalidRequest(cause.problems);
  if (errors === 'mock' || context.operation === null) return error;
  return { ...error, status: invalidStatus(context, context.operation.spec, cause) };
}

/** Shape: only an operation needs a credential. */
function writeUnauthenticated(
  write: WriteError,
  context: RequestContext,
  credentials: CredentialPolicy,
  { errors, description }: ContractParts,
): MaybePromise<HttpResponse> {
  const { operation } = context;
  if (operation === null) throw new Error('A request without an operation needs no credential.');
  context.credentialProblem ??= missingCredential(operation.spec, description.securitySchemes);
  const message = errors === 'mock' ? undefined : context.credentialProblem;
  return write(operation, unauthorized(credentials.challenge(operation.spec, context), message));
}

/** Returns the error for a failure of the log; `null` for others. */
export function storageError(cause: unknown): ErrorResponse | null {
  if (cause instanceof LogUnavailableError) return logUnavailable(cause);
  return cause instanceof CommitUnreadableError ? worldUnreadable(cause) : null;
}

function writeFailure(
  write: WriteError,
  cause: unknown,
  context: RequestContext,
): MaybePromise<HttpResponse> {
  const { operation, world } = context;
  if (cause instanceof WorldClosedError) {
    context.isListed = false;
    return writeError(null, unknownWorld(world.id));
  }
  const storage = storageError(cause);
  if (storage !== null) return write(operation, storage);
  if (cause instanceof OperationError)
    return write(operation, errorResponse(cause.status, 'request-refused', cause.message));
  if (cause instanceof RequestProblem) return write(operation, context.invalidRequest(cause.details));
  if (cause instanceof ContractViolation && operation !== null)
    return writeError(null, context.invalidResponse(operation.spec.id, cause));
  return write(operation, internalError());
}
