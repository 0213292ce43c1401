/** Finds what the contract declares for a reply, and turns what a fault rests on into a problem. */
import { coversMediaType, mediaTypeOf } from '../../../generated/runtime/media-type.ts';
import type { ReplySpec } from '../../../generated/runtime/operation-spec.ts';
import type { Severity } from '../../check.ts';
import { factsAbout } from '../../schema-location/facts.ts';
import { declaredReplies, operationKey, type Operation } from '../../schema-location/operations.ts';
import { groundOfStatus, groundOfStatuses, type Ground } from '../../schema-location/provenance.ts';
import type { Reply } from '../../engine/exchange.ts';
import type { Problem } from '../../engine/finding.ts';

/**
 * A reply and what is declared for it.
 *
 * Shape: `forms` are the declarations for its status, empty for a status that is not declared; `form` is the one of them with
 * its media type, `null` for none. `cap` is what the operation rests on: a finding in its reply weighs no more.
 */
export interface DeclaredReply {
  readonly operation: Operation;
  readonly reply: Reply;
  readonly mediaType: string | null;
  readonly forms: readonly ReplySpec[];
  readonly form: ReplySpec | null;
  readonly cap: Ground;
}

/** Finds the declarations of a reply. */
export function declareReply(operation: Operation, reply: Reply): DeclaredReply {
  const mediaType = mediaTypeOf(headerOf(reply, 'content-type'));
  const forms = declaredReplies(operation, reply.status);
  const cap = capOf(operation, forms.length > 0 ? reply.status : null);
  return { operation, reply, mediaType, forms, form: formOf(forms, mediaType), cap };
}

const caps = new Map<string, Ground>();

/** Why: what an operation answers that the source only mentions is ours to decide, whatever the body is called. */
function capOf(operation: Operation, status: number | null): Ground {
  const key = `${operation.id} ${status}`;
  const known = caps.get(key);
  if (known !== undefined) return known;
  const ground = status === null ? groundOfStatuses(operation) : groundOfStatus(operation, status);
  const isInSource = factsAbout(operationKey(operation)).length > 0;
  const cap: Ground = isInSource ? { ...ground, severity: 'fail', facts: [], assumption: null } : ground;
  caps.set(key, cap);
  return cap;
}

/** The value of a header, whatever the case of its name; `null` when it is not there. */
export function headerOf({ headers }: Reply, name: string): string | null {
  const wanted = name.toLowerCase();
  if (Object.hasOwn(headers, wanted)) return headers[wanted] ?? null;
  const found = Object.keys(headers).find((each) => each.toLowerCase() === wanted);
  return found === undefined ? null : (headers[found] ?? null);
}

/** Says whether a reply tells of a failure. */
export function isError({ status }: Reply): boolean {
  return status >= 400;
}

/** Makes a problem of what is wrong and what that rests on. Shape: no heavier than `cap`. */
export function problemOn(ground: Ground, cap: Ground, at: string, message: string): Problem {
  const { severity, facts, assumption } = weight(cap.severity) < weight(ground.severity) ? cap : ground;
  return { message, at, place: ground.place ?? cap.place, facts, assumption, severity };
}

function weight(severity: Severity): number {
  return ['off', 'warn', 'fail'].indexOf(severity);
}

/** One that names the media type goes before a range. */
function formOf(forms: readonly ReplySpec[], mediaType: string | null): ReplySpec | null {
  if (mediaType === null) return forms.find((form) => form.mediaType === null) ?? null;
  return (
    forms.find((form) => form.mediaType === mediaType) ??
    forms.find((form) => form.mediaType !== null && coversMediaType(form.mediaType, mediaType)) ??
    null
  );
}
