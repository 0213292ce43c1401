/**
 * Receives the requests that a service sends: parses and validates a body, and calls the handler of its name.
 */
import { findForbiddenName } from '../forbidden-names.ts';
import type { Problem } from '../problem.ts';
import type { SchemaCheck } from '../schema-check.ts';

/** A handler for each name; those without one are `unhandled`. */
export type WebhookHandlers<Bodies, Result> = {
  readonly [Name in keyof Bodies]?: (body: Bodies[Name]) => Result | Promise<Result>;
};

/** What became of a body: `unknown` for an undocumented name, `unhandled` for one without a handler. */
export type Received<Result> =
  | { readonly kind: 'handled'; readonly result: Result }
  | { readonly kind: 'unhandled' | 'unknown' }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Passes the text of a body to the handler of its name, once it is valid. Rejects with the error of the handler. */
export type Receiver<Bodies> = <Result>(
  name: string,
  text: string,
  handlers: WebhookHandlers<Bodies, Result>,
) => Promise<Received<Result>>;

/** Creates a receiver. It does not verify signatures: do so before, with the same text. */
export function createReceiver<Bodies extends object>(checks: {
  readonly [Name in keyof Bodies]: SchemaCheck;
}): Receiver<Bodies> {
  return async (name, text, handlers) => {
    if (!isNameOf(checks, name)) return { kind: 'unknown' };
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (handler === undefined) return { kind: 'unhandled' };
    const body = parse(text);
    if (body === undefined) return { kind: 'invalid', problems: [NO_JSON] };
    const check: SchemaCheck = checks[name];
    if (!check.check(body)) return { kind: 'invalid', problems: await check.explain(body) };
    return { kind: 'handled', result: await handler(body as Bodies[typeof name]) };
  };
}

const NO_JSON: Problem = { message: 'body is not valid JSON', code: 'INVALID_VALUE', path: '' };

function isNameOf<T extends object>(values: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(values, name);
}

/** Parses JSON; `undefined` for anything else, and for properties that change prototypes. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return findForbiddenName(value, text) === null ? value : undefined;
  } catch {
    return undefined;
  }
}
