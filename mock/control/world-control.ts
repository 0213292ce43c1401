/**
 * The control API of one world as methods: each takes the same arguments as the generated client, resolves with the
 * body of the success response, and throws a `ControlRefused` for any other response.
 */
import { createApi, type Api } from '../../generated/control/api.ts';
import { isOk, type AnyApiResponse, type Success } from '../../generated/control/client.ts';
import type { LocalFetch } from '../hosts/fetch.ts';

/** The result of an operation; pages and event streams can be iterated and are returned unchanged. */
type Result<Returned> =
  Returned extends Promise<infer ApiResponse extends AnyApiResponse>
    ? Promise<Success<ApiResponse>['body']>
    : Returned;

/** The operations of a client by their operationIds, on one world. */
export type ControlOf<Api> = {
  readonly [Operation in keyof Api]: (...args: Arguments<Api[Operation]>) => Result<Returned<Api[Operation]>>;
};

type Arguments<Operation> = Operation extends (...args: infer Args) => unknown ? Args : never;
type Returned<Operation> = Operation extends (...args: never) => infer Result ? Result : never;

/** Every operation of the control API of any mock. */
export type WorldControl = ControlOf<Api>;

/** Creates a client of operations. */
export type CreateApi = (config: Parameters<typeof createApi>[0]) => object;

/** Thrown when the control API rejects a call; the message contains the reason. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused';
  readonly status: number;
  readonly body: unknown;

  constructor({ status, body, response }: AnyApiResponse) {
    super(`${response.operationId} failed with ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Shape: `createAdded` creates the client of the operations that the API adds. */
export function createWorldControl(
  baseUrl: string,
  fetch: LocalFetch,
  createAdded?: CreateApi,
): WorldControl {
  const config = { baseUrl, fetch, timeoutMs: null, retry: false } as const;
  const control = Object.entries({ ...createApi(config), ...createAdded?.(config) }).map(
    ([operation, call]) => [operation, bodyOnly(call as Call)],
  );
  return Object.fromEntries(control) as WorldControl;
}

type Call = (...args: unknown[]) => unknown;

function bodyOnly(call: Call): Call {
  return (...args) => {
    const returned = call(...args);
    return returned instanceof Promise
      ? returned.then((response) => bodyOf(response as AnyApiResponse))
      : returned;
  };
}

function bodyOf(response: AnyApiResponse): unknown {
  if (isOk(response)) return response.body;
  throw new ControlRefused(response);
}
