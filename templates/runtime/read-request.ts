/**
 * Turns a raw request into what a handler is given, or says everything that is wrong with it.
 * Owns the order of the parts and the limits; each part is a neighbour of its own.
 */
import type { OperationSpec } from './operation-spec.ts';
import { MOST_PROBLEMS, type Problem } from './problem.ts';
import { type BodyRefusal, type ReadBody, readBody } from './read-body.ts';
import {
  type Misfit,
  type ParameterSource,
  type ParameterValues,
  type ReadParameters,
  readParameters,
} from './read-parameters.ts';

/** A request as a host has it. */
export interface RawRequest extends ParameterSource {
  /** `null` or empty when none was sent. */
  readonly body: Uint8Array | null;
  readonly contentType: string | null;
}

/** Limits against hostile bodies. */
export interface ReadLimits {
  /** Arrays and objects that may be open at once; 64 when absent. */
  readonly depth?: number;
}

/** What a handler is given: typed, complete with the defaults of parameters, the body as it was sent. */
export interface RequestValues {
  readonly path: ParameterValues;
  readonly query: ParameterValues;
  /** By documented name. */
  readonly headers: ParameterValues;
  readonly cookies: ParameterValues;
  readonly body: unknown;
}

/** Why a request is refused; `invalid` when it was understood but does not fit the contract. */
export type RefusalReason = BodyRefusal | 'invalid';

/** The request, or what is wrong with it. */
export type ReadResult =
  | { readonly ok: true; readonly request: RequestValues }
  | { readonly ok: false; readonly reason: RefusalReason; readonly problems: readonly Problem[] };

const DEEPEST_BODY = 64;

/** Longest text whose every error is looked for; beyond it only the first one is told. */
const LONGEST_EXPLAINED = 65_536;

/**
 * Reads and validates a request.
 *
 * Shape: between one and twenty problems when it is refused, those of parameters first. A good request is there at once;
 * only the reasons of a bad one may have to be loaded.
 * Errors: all returned; nothing is thrown for anything a client may send.
 */
export function readRequest(
  spec: OperationSpec,
  raw: RawRequest,
  limits: ReadLimits = {},
): ReadResult | Promise<ReadResult> {
  const parameters = readParameters(spec.parameters, raw);
  const body = readBody(spec.body, raw.body, raw.contentType, limits.depth ?? DEEPEST_BODY);
  const fits = parameters.problems.length === 0 && parameters.misfits.length === 0;
  if (!fits || body.kind !== 'taken') return refuse(parameters, body);
  const { path, query, headers, cookies } = parameters;
  return { ok: true, request: { path, query, headers, cookies, body: body.value } };
}

async function refuse(parameters: ReadParameters, body: ReadBody): Promise<ReadResult> {
  const problems = [
    ...parameters.problems,
    ...(await Promise.all(parameters.misfits.map(explainParameter))).flat(),
    ...(await explainBody(body)),
  ];
  const reason = body.kind === 'refused' ? body.reason : 'invalid';
  return { ok: false, reason, problems: problems.slice(0, MOST_PROBLEMS) };
}

function explainParameter({ check, value, prefix }: Misfit): Promise<readonly Problem[]> {
  return check.explain(value, prefix);
}

async function explainBody(body: ReadBody): Promise<readonly Problem[]> {
  if (body.kind === 'taken') return [];
  if (body.kind === 'refused') return [body.problem];
  if (body.length <= LONGEST_EXPLAINED) return body.check.explain(body.value);
  const first = body.check.firstProblem(body.value);
  return first === null ? [] : [first];
}
