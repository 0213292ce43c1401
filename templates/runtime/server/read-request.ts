/**
 * Parses and validates a request, or reports all its problems. Owns the order of the parts and the limits.
 */
import type { XmlCodec } from '../media-type.ts';
import type { OperationSpec } from '../operation-spec.ts';
import { MAX_PROBLEMS, type Problem } from '../problem.ts';
import { type BodyLimits, readBody } from '../body/read-body.ts';
import { explainBody, type InvalidReason, type ReadBody } from '../body/read-problems.ts';
import {
  type Mismatch,
  type ParameterSource,
  type ParameterValues,
  type ReadParameters,
  readParameters,
} from '../read-parameters.ts';

/** A request before it is parsed. */
export interface RawRequest extends ParameterSource {
  /** `null` or empty if none was sent; for a sequence, the items, which are validated while they are read. */
  readonly body: Uint8Array | AsyncIterable<unknown> | null;
  readonly contentType: string | null;
}

/** The input of a handler: typed values, with defaults for absent parameters; the body as sent, without defaults. */
export interface RequestValues {
  readonly path: ParameterValues;
  readonly query: ParameterValues;
  /** By documented name. */
  readonly headers: ParameterValues;
  readonly cookies: ParameterValues;
  readonly body: unknown;
}

/** The parsed request, or its problems. */
export type ReadResult =
  | { readonly ok: true; readonly request: RequestValues }
  | { readonly ok: false; readonly reason: InvalidReason; readonly problems: readonly Problem[] };

/**
 * Reads and validates a request.
 *
 * Shape: one to twenty problems, those of parameters first. Returns a valid request synchronously, and a promise for an
 * invalid one, since the code that explains it may have to be loaded.
 * Errors: all returned; no client input throws.
 */
export function readRequest(
  spec: OperationSpec,
  raw: RawRequest,
  limits: BodyLimits = {},
  xml?: XmlCodec,
): ReadResult | Promise<ReadResult> {
  const parameters = readParameters(spec.parameters, raw);
  const body: ReadBody = isItems(raw.body)
    ? { kind: 'value', value: raw.body }
    : readBody(spec.body, raw.body, raw.contentType, limits, xml);
  const fits = parameters.problems.length === 0 && parameters.mismatches.length === 0;
  if (!fits || body.kind !== 'value') return explain(parameters, body);
  const { path, query, headers, cookies } = parameters;
  return { ok: true, request: { path, query, headers, cookies, body: body.value } };
}

function isItems(body: RawRequest['body']): body is AsyncIterable<unknown> {
  return body !== null && Symbol.asyncIterator in body;
}

async function explain(parameters: ReadParameters, body: ReadBody): Promise<ReadResult> {
  const problems = [
    ...parameters.problems,
    ...(await Promise.all(parameters.mismatches.map(explainParameter))).flat(),
    ...(await explainBody(body)),
  ];
  const reason = body.kind === 'error' ? body.reason : 'invalid';
  return { ok: false, reason, problems: problems.slice(0, MAX_PROBLEMS) };
}

function explainParameter({ check, value, prefix }: Mismatch): Promise<readonly Problem[]> {
  return check.explain(value, prefix);
}
