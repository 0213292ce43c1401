/** Checks requests before they are forwarded and rejects those that violate the contract. */
import type { IncomingMessage } from 'node:http';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { isJsonMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Finding } from '../model/finding.ts';
import type { BasePaths } from './upstream.ts';
import { MAX_BODY_LENGTH } from './copy-body.ts';
import type { FindingReporter } from './findings.ts';
import { checkRequest, type RequestCheckResult } from './check-request.ts';
import type { BufferedBody } from './forward-exchange.ts';
import { requestHeadFor } from './raw-headers.ts';

/**
 * The decision about a request: forward it with the body read so far, reject it, or drop it because its client is gone.
 */
export type FilterDecision =
  | {
      readonly kind: 'pass';
      readonly body: BufferedBody | null;
      /** `null` if it was not or not completely checked. */
      readonly findings: readonly Finding[] | null;
    }
  | { readonly kind: 'block'; readonly findings: readonly Finding[]; readonly response: BlockResponse }
  | { readonly kind: 'gone' };

/** Body of a rejection, in the format of the service's error object. */
export interface BlockResponse {
  readonly error: string;
  readonly details: readonly { readonly message: string; readonly code: string; readonly path: string }[];
}

export interface RequestFilterOptions {
  readonly contract: Contract;
  readonly reporter: FindingReporter;
  readonly basePaths: BasePaths;
  /** Whether to reject requests with warnings too. */
  readonly isStrict: boolean;
}

/** Checks an incoming request. Shape: reads its body only if the operation has one, up to 1 MiB. */
export async function filterRequest(
  request: IncomingMessage,
  askForBody: () => void,
  { contract, reporter, basePaths, isStrict }: RequestFilterOptions,
  path: string,
): Promise<FilterDecision> {
  const method = request.method ?? 'GET';
  const inner = basePaths.strip(path);
  if (inner === null || method === 'HEAD' || method === 'OPTIONS')
    return { kind: 'pass', body: null, findings: null };
  const { rawHeaders: headers } = request;
  const operation = operationsOf(contract).match(method, inner);
  const hasBody = requestHeadFor(headers, null).hasBody;
  const read = hasBody && isWorthReading(operation, request) ? await readBody(request, askForBody) : null;
  if (request.errored !== null || (request.destroyed && !request.complete)) return { kind: 'gone' };
  const isTooLong = read !== null && !read.isWhole;
  const unread = hasBody ? ('unread' as const) : null;
  const body = read?.isWhole === true ? Buffer.concat(read.chunks) : unread;
  const checkResults = await checkRequest(contract, { method, path: inner, headers, body });
  const findings = reporter.findingsOf(checkResults, operation?.id ?? null);
  const blocking = findings.filter(({ verdict }) => verdict === 'fail' || isStrict);
  if (blocking.length > 0) return { kind: 'block', findings, response: responseFor(checkResults, blocking) };
  return { kind: 'pass', body: read, findings: isTooLong ? null : findings };
}

/** Checks whether to read a body. Why: only JSON bodies that the operation declares are validated. */
function isWorthReading(operation: OperationSpec | null, request: IncomingMessage): boolean {
  if (operation?.body == null || request.headers['content-encoding'] !== undefined) return false;
  const type = mediaTypeOf(request.headers['content-type'] ?? null);
  return type === null || isJsonMediaType(type);
}

function readBody(request: IncomingMessage, askForBody: () => void): Promise<BufferedBody> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const finish = (): void => {
      request.off('data', take).off('end', finish).off('close', finish);
      if (!request.readableEnded) request.pause();
      resolve({ chunks, isWhole: request.readableEnded });
    };
    const take = (chunk: Uint8Array): void => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BODY_LENGTH) finish();
    };
    request
      .on('data', take)
      .on('end', finish)
      .on('close', finish)
      .on('error', () => undefined);
    askForBody();
  });
}

function responseFor(
  checkResults: readonly RequestCheckResult[],
  blocking: readonly Finding[],
): BlockResponse {
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
