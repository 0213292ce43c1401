/** Responses of the mock as tests read them, and what they expect of a whole response. */
import { expect } from 'vitest';
import type { ErrorBody, ExecutionStreamEvent } from '../../generated/service/types.ts';
import { parseJson } from '../../templates/runtime/json/value.ts';

/** A JSON object whose properties a test reads. */
export type JsonBody = Record<string, unknown>;

/** A body whose optional properties are all expected to be there. */
export type Complete<Body> = Body extends readonly (infer Item)[]
  ? readonly Complete<Item>[]
  : Body extends object
    ? { readonly [Property in keyof Body]-?: Complete<Body[Property]> }
    : Body;

/** What a call returns for the type that a test names. */
export type Read<Body> = [Body] extends [undefined] ? AnyBody : Complete<Body>;

/** The body where a test names no type: an error, or any JSON object. */
export type AnyBody = JsonBody & Partial<Complete<Pick<ErrorBody, 'error' | 'details'>>>;

/**
 * A response, read to its end.
 *
 * Shape: `body` is the parsed JSON, empty for any other text; `events` of a stream, else empty; `outside` is why the response is outside
 * of the contract, null for one that the operation declares.
 */
export interface ApiResponse<Body = AnyBody> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
  readonly events: readonly ExecutionStreamEvent[];
  readonly outside: string | null;
}

/** How a call differs from the usual one. Shape: `key` null for none; absent, the key with all permissions. */
export interface CallOptions {
  readonly key?: string | null | undefined;
  readonly prefer?: string | undefined;
  readonly origin?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

type Received = Pick<ApiResponse<unknown>, 'status' | 'headers' | 'body'>;

/** Expects a status with exactly this body. */
export function expectResponse(response: Received, status: number, body: unknown): void {
  expect({ status: response.status, body: response.body }).toEqual({ status, body });
  expectDeclared(response);
}

/** Expects a request to be rejected for the property at a path. */
export function expectInvalid(response: Received, path: string, error = 'Validation failed'): void {
  const { details } = response.body as { readonly details?: readonly { readonly path: string }[] };
  expect(response).toMatchObject({ status: 400, body: { error } });
  expect(details?.[0]?.path).toBe(path);
  expectDeclared(response);
}

function expectDeclared({ headers }: Received): void {
  expect(headers.get('backlot-outside-contract')).toBeNull();
}

/** Lists the items of an array in a body. */
export function itemsOf(value: unknown): readonly JsonBody[] {
  expect(value).toBeInstanceOf(Array);
  return value as readonly JsonBody[];
}

/** Parses a body; any text that is not JSON is an empty object. */
export function readJson(text: string): unknown {
  return parseJson(text, {});
}
