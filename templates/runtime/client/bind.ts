/** Turns a client function into a method: the same call with a fixed client. */
import type { Client } from './client.ts';

/** A function whose first parameter is the client. */
type ClientFunction = (client: Client, ...rest: never[]) => unknown;

/** Binds a function to a client. Shape: `Method` is the function's type without the client parameter. */
export function bind<Method>(client: Client, call: ClientFunction): Method {
  return ((...rest: never[]) => call(client, ...rest)) as Method;
}
