/**
 * Prints values and remarks of a document as TypeScript.
 * One function for each place text can stand in: a literal, a property name, a comment.
 */
import { isIdentifier } from '../contract/check-names.ts';
import type { JsonValue } from '../contract/contract.ts';
import { ts, TsText } from '../render/ts-text.ts';

/** Prints a JSON value as a literal on one line. */
export function printLiteral(value: JsonValue): TsText {
  if (typeof value === 'string') return printString(value);
  if (value === null || typeof value !== 'object') return TsText.trust(printScalar(value));
  if (isList(value))
    return TsText.trust(`[${value.map((item) => printLiteral(item).toString()).join(', ')}]`);
  const members = Object.entries(value).map(
    ([key, member]) => `${printKey(key).toString()}: ${printMember(key, member).toString()}`,
  );
  return TsText.trust(members.length === 0 ? '{}' : `{ ${members.join(', ')} }`);
}

function printMember(key: string, value: JsonValue): TsText {
  const isScalar = value !== null && typeof value !== 'object';
  return isScalar ? keepLiteral(key, printLiteral(value)) : printLiteral(value);
}

/**
 * Prints the value of a property whose type must stay a literal type in an object with an index signature.
 *
 * Why: TypeScript takes the type of `Object.prototype.toString` for what is expected of a property `toString` there, and
 * widens `'a'` to `string`.
 */
export function keepLiteral(key: string, value: TsText): TsText {
  return key in Object.prototype && key !== '__proto__' ? ts`${value} as const` : value;
}

/** Prints text between single quotes. */
export function printString(text: string): TsText {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return TsText.trust(`'${escaped}'`);
}

/** Prints the name of a property of a literal or of a type. */
export function printKey(name: string): TsText {
  // A quoted or bare `__proto__` in an object literal sets the prototype; a computed one is a plain member.
  if (name === '__proto__') return ts`['__proto__']`;
  return isIdentifier(name) ? TsText.trust(name) : printString(name);
}

/** Prints the access to a property of a value: `.type`, or `['event-type']`. */
export function printAccess(name: string): TsText {
  return isIdentifier(name) ? TsText.trust(`.${name}`) : ts`[${printString(name)}]`;
}

/** Prints a remark as a documentation comment; nothing when there is nothing to say. */
export function printComment(text: string | null, indent = ''): TsText {
  const lines = (text ?? '').trim().split(/\r\n|[\n\r\u2028\u2029]/);
  if (lines.length === 1 && lines[0] === '') return ts``;
  const safe = lines.map((line) =>
    line
      .replaceAll('*/', '*\\/')
      .replaceAll(/\p{Cc}/gu, ' ')
      .trimEnd(),
  );
  const [only = ''] = safe;
  if (safe.length === 1) return TsText.trust(`/** ${only} */`);
  return TsText.trust(
    ['/**', ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n'),
  );
}

function printScalar(value: boolean | number | null): string {
  return Object.is(value, -0) ? '0' : String(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
