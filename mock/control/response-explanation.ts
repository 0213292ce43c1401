/** Explains the outcome of a request: the status and the error of its response. */
import type { CallTrace, ExplainedStep } from '../http/journal/call-trace.ts';
import { isMap, type JsonMap } from '../kernel/json.ts';

export function explainResponse(trace: CallTrace): ExplainedStep {
  const { status, nearIds } = trace;
  if (status < 400) return { step: 'response', outcome: 'passed', message: `${status}` };
  const error = errorOf(trace);
  const message = messageOf(trace);
  const [near] = nearIds;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return {
    step: 'response',
    outcome: 'rejected',
    message: `${message === null ? String(status) : `${status}: ${message}`}${hint}`,
    ...((error !== null || near !== undefined) && {
      details: { ...error, ...(near !== undefined && { nearest: nearIds }) },
    }),
  };
}

/** Returns the message of an error response; `null` for other responses, and for errors without a text. */
export function messageOf(trace: CallTrace): string | null {
  const error = errorOf(trace);
  return error === null ? null : textOf(error);
}

function errorOf({ status, response }: CallTrace): JsonMap | null {
  return status >= 400 && isMap(response.body) ? response.body : null;
}

/** Properties that may have the text of an error, in the order in which they are tried. */
const TEXTS = ['error', 'detail', 'message', 'error_description', 'title', 'errors'];

function textOf(error: JsonMap): string | null {
  for (const name of TEXTS) {
    const value = error[name];
    if (typeof value === 'string') return value;
    const inner: unknown = Array.isArray(value) ? value[0] : value;
    const text = typeof inner === 'string' ? inner : isMap(inner) ? textOf(inner) : null;
    if (text !== null) return text;
  }
  return null;
}
