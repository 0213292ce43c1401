/** Finds the responses that an operation declares for a status. */
import { coversMediaType, mediaTypeOf } from '../media-type.ts';
import type { OperationSpec, ResponseSpec } from '../operation-spec.ts';
import type { HandlerResponse } from './handler.ts';

/**
 * Returns the responses that an operation declares for a status, one per media type.
 *
 * Shape: those of the exact status, else of its range, else of `default`; empty if none is declared.
 */
export function declaredResponses(spec: OperationSpec, status: number): readonly ResponseSpec[] {
  let byStatus = cache.get(spec);
  if (byStatus === undefined) cache.set(spec, (byStatus = new Map<number, readonly ResponseSpec[]>()));
  let responses = byStatus.get(status);
  if (responses === undefined) byStatus.set(status, (responses = findResponses(spec, status)));
  return responses;
}

/** Declarations by operation and status, since every response needs them. */
const cache = new WeakMap<OperationSpec, Map<number, readonly ResponseSpec[]>>();

function findResponses(spec: OperationSpec, status: number): readonly ResponseSpec[] {
  for (const declared of [status, `${Math.floor(status / 100)}XX`, 'default']) {
    const responses = spec.responses.filter((response) => response.status === declared);
    if (responses.length > 0) return responses;
  }
  return [];
}

/** Finds the declaration of a response: by its content type, or else the first one that is or is not a stream. */
export function declaredFor(spec: OperationSpec, response: HandlerResponse): ResponseSpec | null {
  const declared = declaredResponses(spec, response.status);
  const mediaType = mediaTypeOf(response.contentType ?? null);
  if (mediaType === null) {
    const isStream = response.stream !== undefined;
    return declared.find(({ kind }) => (kind === 'eventStream') === isStream) ?? null;
  }
  const covering = declared.filter(
    (each) => each.mediaType !== null && coversMediaType(each.mediaType, mediaType),
  );
  return covering.find((each) => each.mediaType === mediaType) ?? covering[0] ?? null;
}
