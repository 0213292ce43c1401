/**
 * An operation as the pipeline runs it: what the contract says, worked out once, joined with its handler.
 */
import type { OperationSpec } from '../../generated/runtime/operation-spec.ts';
import type { RequestValues } from '../../generated/runtime/read-request.ts';
import type { SchemaCheck } from '../../generated/runtime/schema-check.ts';
import { declaredResponses } from '../../generated/runtime/server/declared-responses.ts';
import type { HandlerResponse } from '../../generated/runtime/server/service.ts';
import { planAdditions, type NewProperties, type OperationAdditions } from './add-properties.ts';
import { planAuth, type AuthPlan } from './auth.ts';
import type { ServiceContext } from './context.ts';
import type { ErrorDetail } from './error-responses.ts';
import type { LoadSamples } from './samples.ts';
import type { RequestProperties } from './undescribed-properties.ts';

/** A handler when its operation is not known. */
export type Handler = (
  request: RequestValues,
  context: ServiceContext,
) => HandlerResponse | Promise<HandlerResponse>;

/**
 * Responds for an operation to a request that does not fit the contract, where the usual 400 is not all there is to do.
 *
 * Shape: `problems` is what is wrong, one at least.
 */
export type InvalidRequestHandler = (
  problems: readonly ErrorDetail[],
  context: ServiceContext,
) => HandlerResponse | Promise<HandlerResponse>;

/** One operation, ready to run; `handler` is `null` where the mock has none, and its sample is the response. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly spec: OperationSpec;
  readonly auth: AuthPlan;
  /** Whether `Prefer: scenario` means something to it. */
  readonly startsRun: boolean;
  /** What every event of its stream is held to. */
  readonly eventCheck: SchemaCheck | null;
  readonly handler: Handler | null;
  /** `null` for the usual 400. */
  readonly onInvalidRequest: InvalidRequestHandler | null;
  /** What the contract has and the handler does not know; `null` for nothing. */
  readonly additions: OperationAdditions | null;
  /** The name of the check that its request body is held to. */
  readonly bodyCheck: string | null;
  readonly loadSamples: LoadSamples;
}

/**
 * One contract and who answers for it.
 *
 * Shape: `handlers` is a `Partial<Handlers<ServiceContext>>` of that contract; `invalidRequestHandlers` are by operation, absent for none; `events` holds
 * the check of each stream by the name of its union; `runStarters` are the operations that start a run.
 */
export interface ContractParts {
  readonly operations: readonly OperationSpec[];
  readonly handlers: object;
  readonly invalidRequestHandlers?: Readonly<Record<string, InvalidRequestHandler>>;
  readonly events: Readonly<Record<string, SchemaCheck>>;
  readonly runStarters: readonly string[];
  /** Absent for none. */
  readonly newProperties?: NewProperties;
  /** Absent where nobody is told of properties that are not described. */
  readonly requestProperties?: RequestProperties;
  readonly loadSamples: LoadSamples;
}

/** Joins each operation of a contract with its handler. */
export function joinOperations(parts: ContractParts): readonly Operation[] {
  return parts.operations.map((spec) => ({
    method: spec.method,
    path: spec.path,
    spec,
    auth: planAuth(spec.security, declaredResponses(spec, 403).length > 0),
    startsRun: parts.runStarters.includes(spec.id),
    eventCheck: spec.stream === null ? null : (parts.events[spec.stream.stream] ?? null),
    handler: findHandler(parts.handlers, spec.id),
    onInvalidRequest: parts.invalidRequestHandlers?.[spec.id] ?? null,
    additions:
      parts.newProperties === undefined
        ? null
        : planAdditions(parts.newProperties, spec.responses, spec.stream?.stream ?? null),
    bodyCheck: spec.body?.content.find(({ check }) => check !== null)?.check?.name ?? null,
    loadSamples: parts.loadSamples,
  }));
}

function findHandler(handlers: object, id: string): Handler | null {
  const handler = (handlers as Readonly<Record<string, Handler | undefined>>)[id];
  return handler === undefined ? null : handler.bind(handlers);
}
