/**
 * Parses and validates a request, or reports all its problems. Owns the order of the parts and the limits.
 */
import type { XmlCodec } from './media-type.ts';
import type { OperationSpec } from './operation-spec.ts';
import { MOST_PROBLEMS, type Problem } from './problem.ts';
import { type BodyErrorReason, type BodyLimits, type ReadBody, readBody } from './read-body.ts';
import {
  type Mismatch,
  type ParameterSource,
  type ParameterValues,
  type ReadParameters,
  readParameters,
} from './read-parameters.ts';

/** A request before it is parsed. */
export interface RawRequest extends ParameterSource {
  /** `null` or empty if none was sent. */
  readonly body: Uint8Array | null;
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

/** Why a request is rejected; `invalid` if it was parsed but does not match the contract. */
export type InvalidReason = BodyErrorReason | 'invalid';

/** The parsed request, or its problems. */
export type ReadResult =
  | { readonly ok: true; readonly request: RequestValues }
  | { readonly ok: false; readonly reason: InvalidReason; readonly problems: readonly Problem[] };

/** Units: characters of a body for which all errors are reported; for a longer one, only the first. */
const LONGEST_EXPLAINED = 65_536;

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
  const body = readBody(spec.body, raw.body, raw.contentType, limits, xml);
  const fits = parameters.problems.length === 0 && parameters.mismatches.length === 0;
  if (!fits || body.kind !== 'value') return explain(parameters, body);
  const { path, query, headers, cookies } = parameters;
  return { ok: true, request: { path, query, headers, cookies, body: body.value } };
}

async function explain(parameters: ReadParameters, body: ReadBody): Promise<ReadResult> {
  const problems = [
    ...parameters.problems,
    ...(await Promise.all(parameters.mismatches.map(explainParameter))).flat(),
    ...(await explainBody(body)),
  ];
  const reason = body.kind === 'error' ? body.reason : 'invalid';
  return { ok: false, reason, problems: problems.slice(0, MOST_PROBLEMS) };
}

function explainParameter({ check, value, prefix }: Mismatch): Promise<readonly Problem[]> {
  return check.explain(value, prefix);
}

async function explainBody(body: ReadBody): Promise<readonly Problem[]> {
  if (body.kind === 'value') return [];
  if (body.kind === 'error') return [body.problem];
  if (body.length <= LONGEST_EXPLAINED) return body.check.explain(body.value, body.path);
  const first = body.check.firstProblem(body.value, body.path);
  return first === null ? [] : [first];
}
