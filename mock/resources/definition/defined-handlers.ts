/** Puts the functions and the streams of a user in front of the handlers of a contract. */
import { closestWord } from '../../../templates/runtime/closest-word.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue, OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { HandlerContext } from '../../http/context.ts';
import type { Handler } from '../../http/operation.ts';
import { numberOf } from '../../../contract/resources/records/schema-parts.ts';
import type { ResourceContract } from '../plan/described-operations.ts';
import type { ResourcePlans } from '../plan/plan.ts';
import { paceOf, PAUSES, playEvents, type StreamPace } from '../streams/pace.ts';
import { streamedResponse } from '../streams/stream-plan.ts';
import type { AnyMockDefinition, MockStream } from './define-mock.ts';
import { createMockApi, type MockApi } from './mock-api.ts';

/** Thrown for records, overrides or functions that do not fit the description. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}

/** What the handlers of a user are made with. */
export interface DefinedParts {
  readonly described: ResourceContract;
  readonly plans: ResourcePlans;
  /** The number of records that a resource begins with, below each of its parents. */
  readonly count: number;
  /** The speed of streams. */
  readonly pace: StreamPace;
  /** Receives errors of work that no request waits for. */
  readonly report: (message: string, error: unknown) => void;
}

/** Responds for an operation that has no handler. */
export type Fallback = (spec: OperationSpec) => Promise<HandlerResponse>;

type UserFunction = (request: RequestValues, mock: MockApi) => Promise<HandlerResponse | undefined>;

/**
 * Returns the handlers of a contract with those of a definition.
 *
 * Errors: throws a DefinitionError for a name that is not that of an operation.
 */
export function withDefinition(
  handlers: Readonly<Record<string, Handler>>,
  definition: AnyMockDefinition,
  parts: DefinedParts,
  fallback: Fallback,
): Readonly<Record<string, Handler>> {
  const { operations: specs } = parts.described.contract.service;
  const all: Record<string, Handler> = { ...handlers };
  const plain = (spec: OperationSpec): Handler => handlers[spec.id] ?? (() => fallback(spec));
  const call = (context: HandlerContext) => async (name: string, input: Partial<RequestValues>) =>
    (all[operationNamed(specs, name).id] ?? plain(operationNamed(specs, name)))(
      { ...NO_INPUT, ...input },
      context,
    );
  const apiFor = (spec: OperationSpec, request: RequestValues, context: HandlerContext): Promise<MockApi> => {
    const next = async (): Promise<HandlerResponse> => plain(spec)(request, context);
    const { plans, count, report } = parts;
    return createMockApi({ plans, count, context, next, call: call(context), report });
  };
  for (const [name, stream] of Object.entries(definition.streams ?? {})) {
    const spec = operationNamed(specs, name);
    all[spec.id] = async (request, context) => {
      const events =
        typeof stream === 'function' ? stream(request, await apiFor(spec, request, context)) : stream;
      return respondWithEvents(spec, await events, parts, context);
    };
  }
  for (const [name, written] of Object.entries(definition.operations ?? {})) {
    const spec = operationNamed(specs, name);
    if (typeof written !== 'function') throw new DefinitionError(`operations.${name} is no function.`);
    const respond = written as UserFunction;
    all[spec.id] = async (request, context) => {
      const api = await apiFor(spec, request, context);
      return (await respond(request, api)) ?? (await api.next());
    };
  }
  return all;
}

const NO_INPUT: RequestValues = { path: {}, query: {}, headers: {}, cookies: {}, body: undefined };

/** Returns the ids of the operations that a definition replaces. */
export function definedIds(
  definition: AnyMockDefinition | null,
  { contract: { service } }: ResourceContract,
): ReadonlySet<string> {
  const names = [...Object.keys(definition?.operations ?? {}), ...Object.keys(definition?.streams ?? {})];
  return new Set(names.map((name) => operationNamed(service.operations, name).id));
}

/** Finds an operation by its id, in any case, or by `METHOD /path`. Errors: throws if there is none. */
function operationNamed(specs: readonly OperationSpec[], name: string): OperationSpec {
  const exact = specs.find(({ id, method, path }) => id === name || `${method} ${path}` === name);
  const match = exact ?? specs.find(({ id }) => flatten(id) === flatten(name));
  if (match !== undefined) return match;
  const close = closestWord(
    name,
    specs.map(({ id }) => id),
  );
  throw new DefinitionError(
    `The description has no operation ${name}.${close === null ? '' : ` Did you mean ${close}?`}`,
  );
}

function respondWithEvents(
  spec: OperationSpec,
  events: Exclude<MockStream, (...each: never) => unknown> | AsyncIterable<JsonValue>,
  { pace }: DefinedParts,
  context: HandlerContext,
): HandlerResponse {
  const response = streamedResponse(spec);
  const pause = PAUSES[paceOf(context.preferences.own['pace'], pace)];
  return {
    status: response === null ? 200 : numberOf(response.status),
    contentType: response?.mediaType ?? 'text/event-stream',
    stream: { batches: isList(events) ? playEvents(events, pause, context) : oneByOne(events) },
  };
}

function isList(events: readonly JsonValue[] | AsyncIterable<JsonValue>): events is readonly JsonValue[] {
  return Array.isArray(events);
}

async function* oneByOne(events: AsyncIterable<JsonValue>): AsyncGenerator<readonly JsonValue[]> {
  for await (const event of events) yield [event];
}
