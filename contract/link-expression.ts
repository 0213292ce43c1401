/** Reads the runtime expressions of links, and evaluates them. Source: OpenAPI 3.1, section 4.8.20.4. */
import { toText } from '../templates/runtime/json/value.ts';
import type { JsonValue } from '../templates/runtime/operation-spec.ts';

/** A part of a request or of its response. Shape: `pointer` is a JSON Pointer, empty for the whole body. */
export type LinkExpression =
  | { readonly in: 'url' | 'method' | 'statusCode' }
  | { readonly in: 'request.path' | 'request.query'; readonly name: string }
  | { readonly in: 'request.header' | 'response.header'; readonly name: string }
  | { readonly in: 'request.body' | 'response.body'; readonly pointer: string };

/** Reads an expression, such as `$response.body#/id`; `null` for any other text. */
export function readExpression(text: string): LinkExpression | null {
  const whole = /^\$(url|method|statusCode)$/.exec(text)?.[1];
  if (whole !== undefined) return { in: whole as 'url' };
  const [, owner = '', pointer = ''] = /^\$(request|response)\.body(?:#((?:\/.*)?))?$/s.exec(text) ?? [];
  if (owner !== '') return { in: `${owner}.body` as 'request.body', pointer };
  const named =
    /^\$(request\.path|request\.query)\.(.+)$/s.exec(text) ??
    /^\$(request\.header|response\.header)\.([!#$%&'*+.^_`|~\w-]+)$/.exec(text);
  return named === null ? null : { in: named[1] as 'request.path', name: named[2] ?? '' };
}

/** An expression inside of a text. */
const embedded = /\{(\$[^{}]*)\}/g;

/** Lists the expressions in a value: texts that start with `$`, and those in braces inside of other texts. */
export function expressionsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string')
    return value.startsWith('$') ? [value] : Array.from(value.matchAll(embedded), ([, text = '']) => text);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
}

/** Returns the value of an expression; `undefined` if the exchange has none. */
export type ReadPart = (expression: LinkExpression) => JsonValue | undefined;

/** Evaluates the expressions in a value; `undefined` if one of them has no value. */
export function evaluateLink(value: JsonValue, read: ReadPart): JsonValue | undefined {
  const valueOf = (text: string): JsonValue | undefined => {
    const expression = readExpression(text);
    return expression === null ? undefined : read(expression);
  };
  if (typeof value === 'string') {
    if (value.startsWith('$')) return valueOf(value);
    const parts = expressionsIn(value).map(valueOf);
    if (parts.includes(undefined)) return undefined;
    return value.replaceAll(embedded, () => toText(parts.shift()));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, written]): [string, JsonValue][] => {
    const each = evaluateLink(written, read);
    return each === undefined ? [] : [[key, each]];
  });
  if (entries.length < Object.keys(value).length) return undefined;
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
