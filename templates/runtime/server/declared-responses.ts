/**
 * Finds what an operation declares for a status.
 */
import { coversMediaType, mediaTypeOf } from '../media-type.ts';
import type { OperationSpec, ResponseSpec } from '../operation-spec.ts';
import type { HandlerResponse } from './service.ts';

/**
 * Lists what an operation declares for a status, one entry per media type.
 *
 * Shape: the status itself before its range before `default`; empty when it declares none of them.
 */
export function declaredResponses(spec: OperationSpec, status: number): readonly ResponseSpec[] {
  let byStatus = cache.get(spec);
  if (byStatus === undefined) cache.set(spec, (byStatus = new Map<number, readonly ResponseSpec[]>()));
  let responses = byStatus.get(status);
  if (responses === undefined) byStatus.set(status, (responses = findResponses(spec, status)));
  return responses;
}

/** The declarations by operation and status: every response looks them up. */
const cache = new WeakMap<OperationSpec, Map<number, readonly ResponseSpec[]>>();

function findResponses(spec: OperationSpec, status: number): readonly ResponseSpec[] {
  for (const declared of [status, `${Math.floor(status / 100)}XX`, 'default']) {
    const responses = spec.responses.filter((response) => response.status === declared);
    if (responses.length > 0) return responses;
  }
  return [];
}

/** Finds the declaration that a response means: by its content type, or the first of its kind of content. */
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
