/**
 * Receives the requests that a service sends: parses and validates a body, and calls the handler of its name.
 */
import { readJsonValue } from '../body/read-json.ts';
import { explainBody } from '../body/read-problems.ts';
import type { Problem } from '../problem.ts';
import type { SchemaCheck } from '../schema-check.ts';

/** A handler for each name; those without one are `unhandled`. */
export type WebhookHandlers<Bodies, Result> = {
  readonly [Name in keyof Bodies]?: (body: Bodies[Name]) => Result | Promise<Result>;
};

/** The result for a body: `unknown` for an undocumented name, `unhandled` for one without a handler. */
export type Received<Result> =
  | { readonly kind: 'handled'; readonly result: Result }
  | { readonly kind: 'unhandled' | 'unknown'; readonly name: string | null }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/**
 * Passes the text of a body to the handler of its name, once it is valid. Rejects with the error of the handler.
 *
 * Shape: a function returns the name for a body that is valid JSON; with `null` the body is `unknown`.
 */
export type Receiver<Bodies> = <Result>(
  name: string | ((body: unknown) => string | null),
  text: string,
  handlers: WebhookHandlers<Bodies, Result>,
) => Promise<Received<Result>>;

/** Creates a receiver. It verifies no signatures: `serveWebhooks` does, or do so before, with the same text. */
export function createReceiver<Bodies extends object>(checks: {
  readonly [Name in keyof Bodies]: SchemaCheck;
}): Receiver<Bodies> {
  return async (named, text, handlers) => {
    if (typeof named === 'string' && !isNameOf(checks, named)) return { kind: 'unknown', name: named };
    if (typeof named === 'string' && !Object.hasOwn(handlers, named))
      return { kind: 'unhandled', name: named };
    const body = readJsonValue(text, null, MAX_WEBHOOK_DEPTH);
    if (body.kind !== 'value') return { kind: 'invalid', problems: await explainBody(body) };
    const { value } = body;
    const name = typeof named === 'string' ? named : named(value);
    if (name === null || !isNameOf(checks, name)) return { kind: 'unknown', name };
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (handler === undefined) return { kind: 'unhandled', name };
    const check: SchemaCheck = checks[name];
    if (!check.check(value)) {
      const mismatch = { kind: 'mismatch', check, value, length: text.length } as const;
      return { kind: 'invalid', problems: await explainBody(mismatch) };
    }
    return { kind: 'handled', result: await handler(value as Bodies[typeof name]) };
  };
}

/** Units: levels of JSON. */
const MAX_WEBHOOK_DEPTH = 64;

function isNameOf<T extends object>(values: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(values, name);
}
