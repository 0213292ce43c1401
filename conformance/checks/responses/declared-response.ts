/** Finds what the contract declares for a response, and turns what a fault rests on into a problem. */
import { declaredResponses } from '../../../generated/runtime/server/declared-responses.ts';
import { coversMediaType, mediaTypeOf } from '../../../generated/runtime/media-type.ts';
import type { ResponseSpec } from '../../../generated/runtime/operation-spec.ts';
import type { Severity } from '../../check.ts';
import { factsAbout } from '../../schema-location/facts.ts';
import { operationKey, type Operation } from '../../schema-location/operations.ts';
import {
  provenanceOfStatus,
  provenanceOfStatuses,
  type Provenance,
} from '../../schema-location/provenance.ts';
import type { RecordedResponse } from '../../engine/exchange.ts';
import type { Problem } from '../../engine/finding.ts';

/**
 * A response and what is declared for it.
 *
 * Shape: `forms` are the declarations for its status, empty for a status that is not declared; `form` is the one of them with
 * its media type, `null` for none. `cap` is what the operation rests on: a finding in its response weighs no more.
 */
export interface DeclaredResponse {
  readonly operation: Operation;
  readonly response: RecordedResponse;
  readonly mediaType: string | null;
  readonly forms: readonly ResponseSpec[];
  readonly form: ResponseSpec | null;
  readonly cap: Provenance;
}

/** Finds the declarations of a response. */
export function declareResponse(operation: Operation, response: RecordedResponse): DeclaredResponse {
  const mediaType = mediaTypeOf(headerOf(response, 'content-type'));
  const forms = declaredResponses(operation, response.status);
  const cap = capOf(operation, forms.length > 0 ? response.status : null);
  return { operation, response, mediaType, forms, form: formOf(forms, mediaType), cap };
}

const caps = new Map<string, Provenance>();

/** Why: what an operation answers that the source only mentions is ours to decide, whatever the body is called. */
function capOf(operation: Operation, status: number | null): Provenance {
  const key = `${operation.id} ${status}`;
  const cached = caps.get(key);
  if (cached !== undefined) return cached;
  const provenance =
    status === null ? provenanceOfStatuses(operation) : provenanceOfStatus(operation, status);
  const isInSource = factsAbout(operationKey(operation)).length > 0;
  const cap: Provenance = isInSource
    ? { ...provenance, severity: 'fail', facts: [], assumption: null }
    : provenance;
  caps.set(key, cap);
  return cap;
}

/** The value of a header, whatever the case of its name; `null` when it is not there. */
export function headerOf({ headers }: RecordedResponse, name: string): string | null {
  const lowerName = name.toLowerCase();
  if (Object.hasOwn(headers, lowerName)) return headers[lowerName] ?? null;
  const match = Object.keys(headers).find((each) => each.toLowerCase() === lowerName);
  return match === undefined ? null : (headers[match] ?? null);
}

/** Checks whether a response tells of a failure. */
export function isError({ status }: RecordedResponse): boolean {
  return status >= 400;
}

/** Creates a problem of what is wrong and what that rests on. Shape: no heavier than `cap`. */
export function problemOn(provenance: Provenance, cap: Provenance, at: string, message: string): Problem {
  const { severity, facts, assumption } =
    weight(cap.severity) < weight(provenance.severity) ? cap : provenance;
  return { message, at, place: provenance.place ?? cap.place, facts, assumption, severity };
}

function weight(severity: Severity): number {
  return ['off', 'warn', 'fail'].indexOf(severity);
}

/** Prefers a form with the media type to a range. */
function formOf(forms: readonly ResponseSpec[], mediaType: string | null): ResponseSpec | null {
  if (mediaType === null) return forms.find((form) => form.mediaType === null) ?? null;
  return (
    forms.find((form) => form.mediaType === mediaType) ??
    forms.find((form) => form.mediaType !== null && coversMediaType(form.mediaType, mediaType)) ??
    null
  );
}
