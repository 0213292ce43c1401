/** Converts names of documents to names of the generated code. */
import { isIdentifier, toPascal } from '../model/check-names.ts';
import { TsText } from '../print/ts-text.ts';

/** Names of global TypeScript types; a schema of that name would shadow them. */
const globalTypes = new Set(
  (
    'AbortController AbortSignal AggregateError Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterator Atomics ' +
    'Awaited BigInt Blob Boolean Buffer Capitalize ConstructorParameters Crypto CustomEvent DataView Date Document Element ' +
    'Error Event EventSource EventTarget Exclude Extract File FormData Function Generator Headers History Image Infinity ' +
    'InstanceType Intl Iterable Iterator IteratorResult JSON Location Lock Lowercase Map Math MessageEvent NaN NoInfer Node ' +
    'NonNullable Notification Number Object Omit OmitThisParameter Option Parameters Partial Performance Permissions Pick ' +
    'PromiseLike Promise PropertyKey Proxy Range RangeError ReadableStream Readonly ReadonlyArray ReadonlyMap ReadonlySet ' +
    'Record Reflect RegExp Request Required Response ReturnType Screen Selection Set Storage String Symbol SyntaxError Text ' +
    'ThisType TypeError URL URLSearchParams Uint8Array Uncapitalize Uppercase WeakMap WeakRef WeakSet WebSocket Window Worker'
  ).split(' '),
);

/** Returns whether a type of that name would shadow a global type. */
export function hidesGlobal(name: string): boolean {
  return globalTypes.has(name);
}

/** Creates the name of a type: capitalized words, never with a digit first. */
export function toTypeName(text: string): string {
  const name = toPascal(text);
  return /^[A-Za-z]/.test(name) ? name : `_${name}`;
}

/** Marks a name as TypeScript. Errors: throws for text that is not an identifier, which is a bug of the caller. */
export function identifier(name: string): TsText {
  if (!isIdentifier(name)) throw new TypeError(`Not an identifier: ${JSON.stringify(name)}`);
  return TsText.trust(name);
}
