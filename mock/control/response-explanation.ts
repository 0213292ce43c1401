/** Explains what a response is in the end: its status and its error. */
import type { CallTrace, ExplainedStep } from '../http/journal/call-trace.ts';

export function explainResponse({ status, errorText, nearIds }: CallTrace): ExplainedStep {
  if (status < 400) return { step: 'response', outcome: 'passed', message: `${status}` };
  const error = readError(errorText);
  const [near] = nearIds;
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const message = `${error === null ? String(status) : `${status}: ${error.error}`}${hint}`;
  return {
    step: 'response',
    outcome: 'rejected',
    message,
    ...((error !== null || near !== undefined) && {
      details: { ...error, ...(near !== undefined && { nearest: nearIds }) },
    }),
  };
}

/** Returns the message of an error response; `null` for other responses, and for errors of another form. */
export function messageOf({ errorText }: CallTrace): string | null {
  return readError(errorText)?.error ?? null;
}

function readError(text: string | null): { readonly error: string } | null {
  if (text === null) return null;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return null;
    const { error } = body as { readonly error?: unknown };
    return typeof error === 'string' ? { ...body, error } : null;
  } catch {
    return null;
  }
}
