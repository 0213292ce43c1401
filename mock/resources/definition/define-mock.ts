/** What a user writes in code about the mock of a description. */
import type { ResourceOverride, StateTable } from '../../../contract/resources/overrides/override.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { MaybePromise } from '../../../templates/runtime/maybe-promise.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { KnownCredentials } from './known-credentials.ts';
import type { MockApi } from './mock-api.ts';

/** Operations whose types are not generated. */
export type AnyOperations = Readonly<
  Record<string, (request: RequestValues, context: never) => MaybePromise<HandlerResponse>>
>;

/** A function that responds for one operation. Shape: `undefined` leaves the response to the mock. */
export type MockFunction<Operation> = Operation extends (
  request: infer Request,
  ...rest: never
) => infer Response
  ? (request: Request, mock: MockApi<Awaited<Response>>) => MaybePromise<Awaited<Response> | undefined>
  : never;

/** The events of a stream: a list, or what a function returns for a request. */
export type MockStream =
  | readonly JsonValue[]
  | ((
      request: RequestValues,
      mock: MockApi,
    ) => MaybePromise<readonly JsonValue[] | AsyncIterable<JsonValue>>);

/**
 * What replaces the behaviour of a mock; all parts are optional.
 *
 * Shape: `operations` and `streams` by operation id or `METHOD /path`; the rest as in `backlot.resources.yaml`, and
 * `credentials` as in the file of `--credentials`.
 */
export interface MockDefinition<Operations extends object = AnyOperations> {
  readonly operations?: { readonly [Id in keyof Operations]?: MockFunction<Operations[Id]> };
  readonly streams?: Readonly<Record<string, MockStream>>;
  readonly resources?: Readonly<Record<string, ResourceOverride>>;
  readonly records?: Readonly<Record<string, number | readonly JsonValue[]>>;
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  readonly machines?: Readonly<Record<string, StateTable>>;
  readonly credentials?: KnownCredentials;
}

/** A definition whose types no longer matter. */
export type AnyMockDefinition = Omit<MockDefinition, 'operations'> & {
  readonly operations?: Readonly<Record<string, unknown>>;
};

/**
 * Checks the types of a definition: `defineMock<Handlers<unknown>>({ operations: { createOrder(request, mock) { … } } })`,
 * with the `Handlers` that `backlot generate` writes for the same description.
 */
export function defineMock<Operations extends object = AnyOperations>(
  definition: MockDefinition<Operations>,
): MockDefinition<Operations> {
  return definition;
}
