/**
 * Checks requests before they are forwarded and rejects those that violate the contract.
 */
import type { IncomingMessage } from 'node:http';
import { isJsonMediaType, mediaTypeOf } from '../../generated/runtime/media-type.ts';
import { operationOf } from '../schema-location/operations.ts';
import type { Finding } from '../engine/finding.ts';
import type { BasePaths } from './base-path.ts';
import { LONGEST_BODY } from './copy-body.ts';
import { findingsOf } from './findings.ts';
import { checkRequest, type RequestCheckResult } from './check-request.ts';
import type { ReadBody } from './forward-exchange.ts';
import { requestHeadFor } from './raw-headers.ts';

/** What becomes of a request: it goes on with what was read of it, is answered, or its client has gone. */
export type Verdict =
  | {
      readonly kind: 'pass';
      readonly body: ReadBody | null;
      /** `null` where it was not judged, or not in all. */
      readonly findings: readonly Finding[] | null;
    }
  | { readonly kind: 'block'; readonly findings: readonly Finding[]; readonly answer: ErrorResponse }
  | { readonly kind: 'gone' };

/** The error object of the service. */
export interface ErrorResponse {
  readonly error: string;
  readonly details: readonly { readonly message: string; readonly code: string; readonly path: string }[];
}

/** How requests are judged at the gate. */
export interface RequestFilterOptions {
  readonly basePaths: BasePaths;
  /** Whether warnings block too. */
  readonly isStrict: boolean;
}

/** Judges a request that comes in. Shape: reads its body only where the operation takes one, up to 1 MiB. */
export async function filterRequest(
  incoming: IncomingMessage,
  askForBody: () => void,
  { basePaths, isStrict }: RequestFilterOptions,
  path: string,
): Promise<Verdict> {
  const method = incoming.method ?? 'GET';
  const inner = basePaths.strip(path);
  if (inner === null || method === 'HEAD' || method === 'OPTIONS')
    return { kind: 'pass', body: null, findings: null };
  const { rawHeaders: headers } = incoming;
  const hasBody = requestHeadFor(headers, null).hasBody;
  const read = hasBody && isWorthReading(incoming, inner) ? await readBody(incoming, askForBody) : null;
  if (incoming.errored !== null || (incoming.destroyed && !incoming.complete)) return { kind: 'gone' };
  const isTooLong = read !== null && !read.isWhole;
  const unread = hasBody ? ('unread' as const) : null;
  const body = read?.isWhole === true ? joined(read) : unread;
  const checkResults = await checkRequest({ method, path: inner, headers, body });
  const operation = operationOf(method, inner);
  const findings = findingsOf(checkResults, operation?.id ?? null);
  const blocking = findings.filter(({ verdict }) => verdict === 'fail' || isStrict);
  if (blocking.length > 0) return { kind: 'block', findings, answer: answerFor(checkResults, blocking) };
  return { kind: 'pass', body: read, findings: isTooLong ? null : findings };
}

/** Why: what is not JSON is not looked into, and a body that the operation does not take is none of ours. */
function isWorthReading(incoming: IncomingMessage, path: string): boolean {
  const operation = operationOf(incoming.method ?? 'GET', path);
  if (operation?.body == null || incoming.headers['content-encoding'] !== undefined) return false;
  const type = mediaTypeOf(incoming.headers['content-type'] ?? null);
  return type === null || isJsonMediaType(type);
}

function readBody(incoming: IncomingMessage, askForBody: () => void): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const finish = (): void => {
      incoming.off('data', take).off('end', finish).off('close', finish);
      if (!incoming.readableEnded) incoming.pause();
      resolve({ pieces, isWhole: incoming.readableEnded });
    };
    const take = (piece: Uint8Array): void => {
      pieces.push(piece);
      length += piece.length;
      if (length > LONGEST_BODY) finish();
    };
    incoming
      .on('data', take)
      .on('end', finish)
      .on('close', finish)
      .on('error', () => undefined);
    askForBody();
  });
}

function joined({ pieces }: ReadBody): Uint8Array {
  return Buffer.concat(pieces);
}

function answerFor(checkResults: readonly RequestCheckResult[], blocking: readonly Finding[]): ErrorResponse {
  const faults = checkResults
    .flatMap(({ problems }) => problems)
    .filter(({ message, at }) => blocking.some((finding) => finding.message === message && finding.at === at))
    .map(({ fault }) => fault);
  const [first] = faults;
  const error = faults.length === 1 && first !== undefined ? first.message : 'The request is invalid.';
  const details = faults.map(({ message, code, path, suggestion }) => ({
    message,
    code,
    path,
    ...(suggestion !== undefined && { suggestion }),
  }));
  return { error, details };
}
