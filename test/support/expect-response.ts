/**
 * Expects responses as a whole, and that their operation declares them.
 */
import { expect } from 'vitest';
import type { ApiResponse } from './mock-client.ts';

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
