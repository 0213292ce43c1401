/** The client of the control API, with the operations of every mock and those of the Agent Platform. */
import {
  createApi as createPlatformApi,
  type Api as PlatformApi,
} from '../generated/control-agent-platform/api.ts';
import type { Results as PlatformResults } from '../generated/control-agent-platform/client.ts';
import { createApi as createEngineApi, type Api as EngineApi } from '../generated/control/api.ts';
import type {
  ApiErrorOf,
  Auth,
  ClientConfig,
  Results as EngineResults,
} from '../generated/control/client.ts';
import { isApiErrorOf } from '../templates/runtime/client/errors.ts';

export * from '../generated/control/client.ts';
export * from '../generated/control-agent-platform/client.ts';
// Both modules have these, and they are the same.
export { createClient } from '../generated/control/client.ts';
export type { Auth } from '../generated/control/client.ts';

/** The result of each operation. */
export interface Results extends EngineResults, PlatformResults {}

/** Returns whether an error is an error response of an operation, and narrows it to a union by `status`. */
export function isErrorOf<Id extends keyof Results>(
  error: unknown,
  operationId: Id,
): error is ApiErrorOf<Results[Id]> {
  return isApiErrorOf(error, operationId);
}

/** Every operation as a method. */
export type Api = EngineApi & PlatformApi;

/** Creates a client with the operations as methods. */
export function createApi(config: ClientConfig<Auth>): Api {
  return { ...createEngineApi(config), ...createPlatformApi(config) };
}
