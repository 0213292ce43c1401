/**
 * Creates a method of a function: the same call, on a client that is settled.
 */
import type { Client } from './client.ts';

/** A function of the client, whatever else it takes. */
type ClientFunction = (client: Client, ...rest: never[]) => unknown;

/** Binds a function to a client. Shape: `Method` is its type without the client. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the place it is put in names the type
export function bind<Method>(client: Client, call: ClientFunction): Method {
  return ((...rest: never[]) => call(client, ...rest)) as Method;
}
