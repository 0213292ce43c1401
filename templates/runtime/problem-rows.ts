/**
 * The wording of validation errors: one row per JSON Schema keyword.
 * `problem.ts` locates the value and shortens texts.
 */
import { closestWord } from './closest-word.ts';
import { cutText } from './instance-path.ts';

/** Stable codes of validation errors; clients may compare them. */
export type ProblemCode =
  | 'MISSING_REQUIRED_FIELD'
  | 'UNKNOWN_FIELD'
  | 'INVALID_TYPE'
  | 'INVALID_ENUM'
  | 'INVALID_FORMAT'
  | 'INVALID_VALUE'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_SMALL'
  | 'TOO_LARGE'
  | 'TOO_FEW'
  | 'TOO_MANY'
  | 'DUPLICATE_PARAMETER';

/** The wording of one error; the message is the path followed by `detail`. */
export interface ProblemWords {
  readonly code: ProblemCode;
  readonly detail: string;
  /** The property that the error is about, if it is not the value itself. */
  readonly property?: string;
  readonly suggestion?: string | null;
}

/** Creates the wording of an error from the keyword's parameters, the actual value and the validator's message. */
export type ProblemRow = (
  params: Readonly<Record<string, unknown>>,
  found: unknown,
  message?: string,
) => ProblemWords;

/** Returns the row of a keyword; an unknown keyword gets the validator's message. */
export function rowOf(keyword: string): ProblemRow {
  return ROWS.get(keyword) ?? otherKeyword;
}

const otherKeyword: ProblemRow = (_params, _found, message) => ({
  code: 'INVALID_VALUE',
  detail: message ?? 'is not valid',
});

const ROWS: ReadonlyMap<string, ProblemRow> = new Map<string, ProblemRow>([
  ['required', ({ missingProperty }, found) => missing(text(missingProperty), found)],
  [
    'dependentRequired',
    ({ missingProperty, property }) => ({
      code: 'MISSING_REQUIRED_FIELD',
      detail: `is required when ${cutText(text(property))} is present`,
      property: text(missingProperty),
    }),
  ],
  [
    'additionalProperties',
    ({ additionalProperty, allowedProperties }, found) =>
      unknownField(text(additionalProperty), asList(allowedProperties).map(text), found),
  ],
  ['unevaluatedProperties', ({ unevaluatedProperty }) => unknownField(text(unevaluatedProperty))],
  [
    'propertyNames',
    ({ propertyName }) => ({
      code: 'INVALID_VALUE',
      detail: 'is not an allowed name',
      property: text(propertyName),
    }),
  ],
  [
    'type',
    ({ type }, found) =>
      wrongType(
        [type].flat().flatMap((name) => text(name).split(',')),
        found,
      ),
  ],
  ['enum', ({ allowedValues }, found) => notAllowed(asList(allowedValues), found)],
  ['const', ({ allowedValue }, found) => notAllowed([allowedValue], found)],
  ['taggedUnion', ({ tag, allowedTags }, found) => wrongTag(text(tag), asList(allowedTags), found)],
  ['format', ({ format }) => ({ code: 'INVALID_FORMAT', detail: `must be ${formatName(text(format))}` })],
  [
    'pattern',
    ({ pattern }) => ({ code: 'INVALID_FORMAT', detail: `must match the pattern ${text(pattern)}` }),
  ],
  [
    'minLength',
    ({ limit }) => ({
      code: 'TOO_SHORT',
      detail: limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`,
    }),
  ],
  [
    'maxLength',
    ({ limit }) => ({ code: 'TOO_LONG', detail: `must have at most ${count(limit, 'character')}` }),
  ],
  ['minItems', ({ limit }) => ({ code: 'TOO_FEW', detail: `must have at least ${count(limit, 'item')}` })],
  ['maxItems', ({ limit }) => ({ code: 'TOO_MANY', detail: `must have at most ${count(limit, 'item')}` })],
  ['items', ({ limit }) => ({ code: 'TOO_MANY', detail: `must have at most ${count(limit, 'item')}` })],
  [
    'minProperties',
    ({ limit }) => ({ code: 'TOO_FEW', detail: `must have at least ${count(limit, 'field')}` }),
  ],
  [
    'maxProperties',
    ({ limit }) => ({ code: 'TOO_MANY', detail: `must have at most ${count(limit, 'field')}` }),
  ],
  ['minimum', ({ limit }) => ({ code: 'TOO_SMALL', detail: `must be at least ${text(limit)}` })],
  ['exclusiveMinimum', ({ limit }) => ({ code: 'TOO_SMALL', detail: `must be more than ${text(limit)}` })],
  ['maximum', ({ limit }) => ({ code: 'TOO_LARGE', detail: `must be at most ${text(limit)}` })],
  ['exclusiveMaximum', ({ limit }) => ({ code: 'TOO_LARGE', detail: `must be less than ${text(limit)}` })],
  [
    'multipleOf',
    ({ multipleOf }) => ({ code: 'INVALID_VALUE', detail: `must be a multiple of ${text(multipleOf)}` }),
  ],
  ['uniqueItems', () => ({ code: 'INVALID_VALUE', detail: 'must not contain the same item twice' })],
  ['contains', () => ({ code: 'INVALID_VALUE', detail: 'lacks a required item' })],
  ['anyOf', () => ({ code: 'INVALID_VALUE', detail: 'matches none of the allowed forms' })],
  [
    'oneOf',
    ({ passingSchemas }) => ({
      code: 'INVALID_VALUE',
      detail:
        passingSchemas == null
          ? 'matches none of the allowed forms'
          : 'matches more than one of the allowed forms',
    }),
  ],
  ['not', () => ({ code: 'INVALID_VALUE', detail: 'has a form that is not allowed' })],
  ['false schema', () => ({ code: 'INVALID_VALUE', detail: 'is not allowed' })],
]);

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['array', 'a list'],
  ['boolean', 'true or false'],
  ['integer', 'an integer'],
  ['null', 'null'],
  ['number', 'a number'],
  ['object', 'an object'],
  ['string', 'a string'],
]);

const FORMAT_NAMES: ReadonlyMap<string, string> = new Map([
  ['byte', 'Base64 text'],
  ['date', 'a date such as 2026-01-31'],
  ['date-time', 'a date and time with a zone, such as 2026-01-31T12:00:00Z'],
  ['duration', 'a duration such as PT15M'],
  ['email', 'an email address'],
  ['hostname', 'a host name'],
  ['int32', 'an integer of 32 bits'],
  ['int64', 'an integer of 64 bits'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
  ['time', 'a time with a zone, such as 12:00:00Z'],
  ['uri', 'an absolute URI'],
  ['uuid', 'a UUID'],
]);

/** Maximum number of allowed values in a message. */
const MAX_VALUES = 40;

function missing(property: string, found: unknown): ProblemWords {
  const meant = closestWord(property, unknownNames(found, property));
  return {
    code: 'MISSING_REQUIRED_FIELD',
    detail: 'is required',
    property,
    suggestion: meant === null ? null : `Did you mean ${property} instead of ${meant}?`,
  };
}

function unknownField(property: string, allowed: readonly string[] = [], found?: unknown): ProblemWords {
  const absent = allowed.filter((name) => !Object.hasOwn(Object(found) as object, name));
  const meant = closestWord(property, absent);
  return {
    code: 'UNKNOWN_FIELD',
    detail: 'is not a known field',
    property,
    suggestion: meant === null ? null : `Did you mean ${meant}?`,
  };
}

function wrongType(types: readonly string[], found: unknown): ProblemWords {
  const names = [...new Set(types)].map((type) => TYPE_NAMES.get(type) ?? type);
  const instead = found === undefined ? '' : `, not ${kindOf(found)}`;
  return { code: 'INVALID_TYPE', detail: `must be ${orList(names)}${instead}` };
}

function notAllowed(allowed: readonly unknown[], found: unknown): ProblemWords {
  const values = allowed.map(text);
  const shown = values.length > MAX_VALUES ? [...values.slice(0, MAX_VALUES), '…'] : values;
  const detail =
    shown.length === 1
      ? `must be ${cutText(shown[0] ?? '')}`
      : `must be one of ${shown.map(cutText).join(', ')}`;
  const meant = typeof found === 'string' ? closestWord(found, values) : null;
  return { code: 'INVALID_ENUM', detail, suggestion: meant === null ? null : `Did you mean ${meant}?` };
}

function wrongTag(tag: string, allowed: readonly unknown[], found: unknown): ProblemWords {
  const isObject = typeof found === 'object' && found !== null;
  if (!isObject || !Object.hasOwn(found, tag)) return missing(tag, found);
  return { ...notAllowed(allowed, (found as Record<string, unknown>)[tag]), property: tag };
}

/** Returns the names of the properties that are present, one of which may be the misspelt one. */
function unknownNames(found: unknown, property: string): readonly string[] {
  if (typeof found !== 'object' || found === null) return [];
  return Object.keys(found).filter((name) => name !== property && name.length > 2);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a number with a fraction';
  return TYPE_NAMES.get(typeof value) ?? typeof value;
}

function formatName(format: string): string {
  return FORMAT_NAMES.get(format) ?? `of the format ${format}`;
}

function count(limit: unknown, noun: string): string {
  return limit === 1 ? `1 ${noun}` : `${text(limit)} ${noun}s`;
}

function orList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function text(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
