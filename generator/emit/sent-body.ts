/**
 * Tells which body a client can send.
 */
import type { Body, Operation } from '../contract/contract.ts';

/** Methods that `fetch` refuses to send a body with, whatever a description says. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);

/** Returns the body of an operation; `null` where none is documented, and where no client can send one. */
export function sentBody({ method, body }: Pick<Operation, 'method' | 'body'>): Body | null {
  return bodiless.has(method) ? null : body;
}
