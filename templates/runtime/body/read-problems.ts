/** The result of reading a body, and the problems of one that is rejected. */
import type { Problem } from '../problem.ts';
import type { SchemaCheck } from '../schema-check.ts';

/** Why a body can't be parsed. */
export type BodyErrorReason =
  | 'missing-body'
  | 'content-type'
  | 'encoding'
  | 'malformed-json'
  | 'form'
  | 'depth'
  | 'proto'
  | 'item-length';

/** Why a request is rejected; `invalid` if it was parsed but does not match the contract. */
export type InvalidReason = BodyErrorReason | 'invalid';

/** The result of reading a body. */
export type ReadBody =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly reason: BodyErrorReason; readonly problem: Problem }
  /** Parsed, but does not match its schema. */
  | {
      readonly kind: 'mismatch';
      readonly check: SchemaCheck;
      readonly value: unknown;
      readonly length: number;
      /** The path of the value in the body; absent for the whole body. */
      readonly path?: string;
    };

/** Rejects bytes that are not text. */
export function badEncoding(): ReadBody {
  return rejectBody('encoding', 'INVALID_VALUE', 'is not valid UTF-8');
}

/** Rejects a whole body. */
export function rejectBody(reason: BodyErrorReason, code: Problem['code'], detail: string): ReadBody {
  return rejectPart(reason, '', code, detail);
}

/** Rejects a part of a body. */
export function rejectPart(
  reason: BodyErrorReason,
  path: string,
  code: Problem['code'],
  detail: string,
): ReadBody {
  const message = `${path === '' ? 'body' : path} ${detail}`;
  return { kind: 'error', reason, problem: { message, code, path } };
}

/** Units: characters of a body for which all errors are reported; for a longer one, only the first. */
const MAX_EXPLAINED_LENGTH = 65_536;

/** Lists the problems of a body; empty for a valid one. */
export async function explainBody(body: ReadBody): Promise<readonly Problem[]> {
  if (body.kind === 'value') return [];
  if (body.kind === 'error') return [body.problem];
  if (body.length <= MAX_EXPLAINED_LENGTH) return body.check.explain(body.value, body.path);
  const first = body.check.firstProblem(body.value, body.path);
  return first === null ? [] : [first];
}
