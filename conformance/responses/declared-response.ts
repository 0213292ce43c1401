/** Finds the declarations of a response, and creates problems with their basis. */
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import { coversMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import type { Severity } from '../model/check.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import { operationKey, type ContractOperation } from '../../contract/operations.ts';
import { isMissingStatus } from '../model/operations.ts';
import { provenanceOfStatus, provenanceOfStatuses, type Provenance } from '../provenance/provenance.ts';
import type { RecordedResponse } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';

/**
 * A response and its declarations.
 *
 * Shape: `forms` are the declarations for its status, empty for an undeclared status; `form` is the one with its media
 * type, `null` for none. `cap` is the basis of the operation, which limits the severity of findings in its responses.
 */
export interface DeclaredResponse {
  readonly operation: ContractOperation;
  readonly response: RecordedResponse;
  readonly mediaType: string | null;
  readonly forms: readonly ResponseSpec[];
  readonly form: ResponseSpec | null;
  readonly cap: Provenance;
  /** Whether the operation has returned a success before. */
  readonly exists: boolean;
}

export function declareResponse(
  operation: ContractOperation,
  response: RecordedResponse,
  exists = false,
): DeclaredResponse {
  const mediaType = mediaTypeOf(headerOf(response, 'content-type'));
  const forms = declaredResponses(operation, response.status);
  const cap = capOf(operation, forms.length > 0 ? response.status : null);
  return { operation, response, mediaType, forms, form: formOf(forms, mediaType), cap, exists };
}

/** By operation and status; `null` for all other statuses. */
const caps = new WeakMap<ContractOperation, Map<number | null, Provenance>>();

/** Why: if the source does not describe an operation, its responses are assumptions, regardless of their schemas. */
function capOf(operation: ContractOperation, status: number | null): Provenance {
  const ofOperation = caps.get(operation) ?? new Map<number | null, Provenance>();
  caps.set(operation, ofOperation);
  const cached = ofOperation.get(status);
  if (cached !== undefined) return cached;
  const provenance =
    status === null ? provenanceOfStatuses(operation) : provenanceOfStatus(operation, status);
  const isInSource = factsOf(operation.contract).about(operationKey(operation)).length > 0;
  const cap: Provenance = isInSource
    ? { ...provenance, severity: 'fail', facts: [], assumption: null }
    : provenance;
  ofOperation.set(status, cap);
  return cap;
}

/** Returns the value of a header; `null` if it is absent. The case of the name does not matter. */
export function headerOf({ headers }: RecordedResponse, name: string): string | null {
  const lowerName = name.toLowerCase();
  if (Object.hasOwn(headers, lowerName)) return headers[lowerName] ?? null;
  const match = Object.keys(headers).find((each) => each.toLowerCase() === lowerName);
  return match === undefined ? null : (headers[match] ?? null);
}

export function isError({ status }: RecordedResponse): boolean {
  return status >= 400;
}

/** Creates a problem with its basis. Shape: no more severe than `cap`. */
export function problemOn(provenance: Provenance, cap: Provenance, at: string, message: string): Problem {
  const { severity, facts, assumption } =
    weight(cap.severity) < weight(provenance.severity) ? cap : provenance;
  return { message, at, place: provenance.place ?? cap.place, facts, assumption, severity };
}

/** Returns the cap for a rule about all operations: those that the source does not describe warn if they exist. */
export function capOfRule({ cap, response, exists }: DeclaredResponse): Provenance {
  if (cap.severity !== 'off' || (isMissingStatus(response.status) && !exists)) return cap;
  return { severity: 'warn', facts: [], assumption: null, place: cap.place };
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
