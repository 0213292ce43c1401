/** Writes the errors of the shipped server with the bodies and headers of the mock. */
import type { HttpResponse } from '../../templates/runtime/http.ts';
import type { ServerError } from '../../templates/runtime/server/errors.ts';
import { ContractViolation } from '../../templates/runtime/server/write-response.ts';
import { CommitUnreadableError, LogUnavailableError } from '../kernel/ports.ts';
import { WorldClosedError } from '../kernel/world/engine.ts';
import {
  bodyTooLarge,
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
import type { RequestContext } from './request-context.ts';

/** Writes an error of the shipped server in the format of the mock. Units: `bytes` is the limit of a body. */
export function writeServerError(error: ServerError, context: RequestContext, bytes: number): HttpResponse {
  const { operation, method, path } = context;
  switch (error.kind) {
    case 'unauthenticated':
      context.credentialProblem ??= 'The request has no bearer credential in Authorization.';
      return writeError(operation, unauthorized(context));
    case 'forbidden':
      return writeError(operation, insufficientPermissions());
    case 'invalid-request':
      return writeError(operation, context.invalidRequest(error.problems));
    case 'body-too-large':
      return writeError(operation, bodyTooLarge(bytes));
    case 'unknown-path':
      return writeError(null, unknownRoute(method, path));
    case 'unknown-method':
      return writeError(null, methodNotAllowed(method, error.headers['allow'] ?? ''));
    case 'not-implemented':
    case 'failed':
      return writeFailure(error.cause, context);
  }
}

/** Returns the error for a failure of the log; `null` for others. */
export function storageError(cause: unknown): ErrorResponse | null {
  if (cause instanceof LogUnavailableError) return logUnavailable(cause);
  return cause instanceof CommitUnreadableError ? worldUnreadable(cause) : null;
}

function writeFailure(cause: unknown, context: RequestContext): HttpResponse {
  const { operation, world } = context;
  if (cause instanceof WorldClosedError) {
    context.isListed = false;
    return writeError(null, unknownWorld(world.id));
  }
  const storage = storageError(cause);
  if (storage !== null) return writeError(operation, storage);
  if (cause instanceof RequestProblem) return writeError(operation, context.invalidRequest(cause.details));
  if (cause instanceof ContractViolation && operation !== null)
    return writeError(null, context.invalidResponse(operation.spec.id, cause));
  return writeError(operation, internalError());
}
