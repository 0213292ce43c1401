/**
 * The control API of one world as methods: each takes the same arguments as the generated client, resolves with the
 * body of the success response, and throws a `ControlRefused` for any other response.
 */
import { createApi, type Api } from '../../generated/control/api.ts';
import { isOk, type AnyApiResponse, type Success } from '../../generated/control/client.ts';
import type { Fetch } from '../hosts/fetch.ts';

/** The result of an operation; pages and event streams can be iterated and are returned as they are. */
type Result<Returned> =
  Returned extends Promise<infer ApiResponse extends AnyApiResponse>
    ? Promise<Success<ApiResponse>['body']>
    : Returned;

/** Every operation of the control API by its operationId, on one world. */
export type WorldControl = {
  readonly [Operation in keyof Api]: (
    ...args: Parameters<Api[Operation]>
  ) => Result<ReturnType<Api[Operation]>>;
};

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

export function createWorldControl(baseUrl: string, fetch: Fetch): WorldControl {
  const api = createApi({ baseUrl, fetch, timeoutMs: null, retry: false });
  const control = Object.entries(api).map(([operation, call]) => [operation, bodyOnly(call as Call)]);
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
