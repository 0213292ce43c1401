/** The codes of errors: the one that the description shows for a status, one of its enum, or the words of the status. */
import { isObject } from '../../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { titleOf } from '../../../templates/runtime/server/errors.ts';

/** The words of error codes by status, the most common ones first. */
const words: Readonly<Record<number, readonly string[]>> = {
  400: [
    'bad request',
    'invalid request',
    'invalid request error',
    'validation error',
    'invalid',
    'invalid argument',
  ],
  401: [
    'unauthorized',
    'unauthenticated',
    'authentication error',
    'authentication required',
    'invalid token',
  ],
  403: ['forbidden', 'permission denied', 'permission error', 'access denied', 'authorization error'],
  404: ['not found', 'not found error', 'resource not found', 'resource missing'],
  405: ['method not allowed'],
  409: ['conflict', 'conflict error', 'already exists', 'duplicate', 'invalid state'],
  412: ['precondition failed'],
  415: ['unsupported media type'],
  422: ['unprocessable entity', 'validation failed', 'validation error', 'invalid', 'invalid request error'],
  429: ['too many requests', 'rate limited', 'rate limit exceeded', 'rate limit error', 'rate limit'],
  500: ['internal server error', 'internal error', 'server error', 'api error'],
  503: ['service unavailable', 'unavailable', 'overloaded error'],
};

/** The sources of the code of an error. Shape: `code` is the requested one, `shown` an example of the status. */
export interface CodeSource {
  readonly status: number;
  readonly code?: string | undefined;
  readonly shown: JsonValue | undefined;
  readonly sample: JsonValue | undefined;
}

/** The properties that always have a code, and those that may have one. */
const certain = /^(?:code|error_?code)$/i;
const possible = /^(?:type|error_?type|reason|kind|error)$/i;

/** Writes the code of a status into an error with a string as its code. */
export function withCode(
  value: JsonValue,
  source: CodeSource,
  isValid: (value: JsonValue) => boolean,
): JsonValue {
  if (Array.isArray(value)) return withFirst(value as readonly JsonValue[], source, isValid);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted(
    (one, other) => Number(certain.test(other)) - Number(certain.test(one)),
  );
  for (const name of names) {
    const part = value[name] ?? null;
    const inner = { ...source, shown: partOf(source.shown, name), sample: partOf(source.sample, name) };
    const written = (changed: JsonValue): JsonValue => ({ ...value, [name]: changed });
    const isWrittenValid = (changed: JsonValue): boolean => isValid(written(changed));
    if (typeof part === 'object') {
      const changed = withCode(part, inner, isWrittenValid);
      if (changed !== part) return written(changed);
    } else if (typeof part === 'string' && isCode(name, part, inner, isWrittenValid)) {
      const code = codesFor(part, inner).find((each) => isWrittenValid(each));
      if (code !== undefined) return written(code);
    }
  }
  return value;
}

function withFirst(
  [first = null, ...others]: readonly JsonValue[],
  source: CodeSource,
  isValid: (value: JsonValue) => boolean,
): JsonValue {
  const list = (item: JsonValue): JsonValue => [item, ...others];
  const inner = { ...source, shown: partOf(source.shown, '0'), sample: partOf(source.sample, '0') };
  // Why: a list without an example has the problems of a request, with separate codes.
  if (inner.sample === undefined && inner.shown === undefined) return list(first);
  return list(withCode(first, inner, (changed) => isValid(list(changed))));
}

/** Why not every `type`: it may be that of the object, or a URL. */
function isCode(
  name: string,
  part: string,
  { sample, shown }: CodeSource,
  isValid: (value: JsonValue) => boolean,
): boolean {
  if (/^\d+$/.test(part) || /[:/]/.test(part) || /\s/.test(part)) return false;
  if (certain.test(name)) return true;
  if (!possible.test(name) || sample !== part) return false;
  return typeof shown === 'string' || part === name || !isValid(`${part}_${name}`);
}

/** Lists the codes that an error may have, the best first. */
function codesFor(part: string, { status, code, shown, sample }: CodeSource): readonly string[] {
  const style = typeof sample === 'string' ? sample : part;
  const all = [...(words[status] ?? []), titleOf(status).toLowerCase()];
  return [
    ...(code === undefined ? [] : [code]),
    ...(typeof shown === 'string' ? [shown] : []),
    ...all.flatMap((each) => inCases(each, style)),
  ];
}

/** Returns words in all cases that codes use, that of the example first. */
function inCases(text: string, example: string): readonly string[] {
  const joined = text.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = joined.charAt(0).toUpperCase() + joined.slice(1);
  const snake = text.replaceAll(/[^a-z0-9]+/g, '_');
  const all = [snake, snake.toUpperCase(), snake.replaceAll('_', '-'), joined, pascal];
  const cases = [/^[a-z]+(?:_[a-z]+)*$/, /^[A-Z]+(?:_[A-Z]+)*$/, /-/, /^[a-z]+[A-Z]/, /^[A-Z][a-z]/];
  const first = cases.findIndex((each) => each.test(example));
  return first < 0 ? all : [all[first] ?? snake, ...all];
}

function partOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return name === '0' ? (value as readonly JsonValue[])[0] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
