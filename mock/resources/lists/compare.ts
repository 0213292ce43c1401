/** Compares the properties of records with what a list is asked for. */
import type { QueryEffect } from '../../../contract/resources/graph.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { parseIsoTime } from '../../kernel/time/iso-time.ts';
import { isFields, textOf } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { readSelector } from './label-selector.ts';

/** Compares a property with what a comparison in an object has, such as `{ gte: 3 }` or `{ fuzzy: 'part' }`. */
type Comparing = (wanted: unknown) => (actual: unknown) => boolean;

const ordered =
  (isFitting: (difference: number) => boolean): Comparing =>
  (wanted) =>
  (actual) =>
    isFitting(compareValues(actual, wanted));

const least = ordered((difference) => difference >= 0);
const most = ordered((difference) => difference <= 0);

const containing: Comparing = (wanted) => {
  const text = textOf(wanted).toLowerCase();
  return (actual) => containsText(actual as JsonValue | undefined, text);
};

/** Comparisons that an object in a query has, such as `created[gte]`, by their names without case and separators. */
const comparisons: ReadonlyMap<string, Comparing> = new Map([
  ['gt', ordered((difference) => difference > 0)],
  ['gte', least],
  ['lt', ordered((difference) => difference < 0)],
  ['lte', most],
  ['eq', ordered((difference) => difference === 0)],
  ['startat', least],
  ['endat', most],
  ['all', (wanted) => hasEach([wanted].flat())],
  ['any', (wanted) => isOneOf([wanted].flat())],
  ['fuzzy', containing],
  ['contains', containing],
]);

/** Returns the test of all comparisons in an object; `null` for an object without any. */
function testOfAll(wanted: RecordFields): ((actual: unknown) => boolean) | null {
  const tests = Object.entries(wanted).flatMap(
    ([name, each]) => comparisons.get(flatten(name))?.(each) ?? [],
  );
  return tests.length === 0 ? null : (actual) => tests.every((test) => test(actual));
}

type Comparison = Extract<QueryEffect, { readonly kind: 'filter' }>['compare'];

/** Returns the test of a property for the value that a parameter has. */
export function comparisonWith(wanted: unknown, compare: Comparison): (actual: unknown) => boolean {
  const compared = isFields(wanted) ? testOfAll(wanted) : null;
  if (compared !== null) return compared;
  const selects = compare === 'any' && typeof wanted === 'string' ? readSelector(wanted) : null;
  switch (compare) {
    case 'any':
    case 'equal': {
      if (isFields(wanted)) return (actual) => hasAll(actual, wanted);
      if (isPattern(wanted)) return likePattern(wanted);
      const range = rangeOf(wanted);
      if (range !== null) return range;
      const isWanted = isAnything(wanted) ? () => true : isOneOf(listOf(wanted));
      return (actual) =>
        selects !== null && (isFields(actual) || actual === undefined)
          ? selects(actual ?? {})
          : isWanted(actual);
    }
    case 'all':
      return hasEach([wanted].flat());
    case 'none': {
      const isLeftOut = isOneOf(listOf(wanted));
      return (actual) => !isLeftOut(actual);
    }
    case 'without':
      return (actual) => wanted !== true || actual !== true;
    case 'absent':
      return (actual) => !/^(?:true|1)$/.test(textOf(wanted)) || isEmpty(actual);
    case 'contains':
      if (isPattern(wanted)) return likePattern(wanted);
      return (actual) => containsText(actual as JsonValue | undefined, textOf(wanted).toLowerCase());
    case 'begins':
      return (actual) =>
        typeof actual === 'string' && actual.toLowerCase().startsWith(textOf(wanted).toLowerCase());
    case 'least':
      return (actual) => compareValues(actual, wanted) >= 0;
    case 'most':
      return (actual) => compareValues(actual, wanted) <= 0;
    case 'above':
      return (actual) => compareValues(actual, wanted) > 0;
    case 'below':
      return (actual) => compareValues(actual, wanted) < 0;
  }
}

/** Returns whether a property has nothing: it is absent, null, or an empty text or list. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/**
 * Returns the test of a range of times or numbers such as `2030-01-01..2030-02-01`, of which one side may be absent; `null`
 * for another value. Shape: a moment at which a range ends is outside of it, a day or a number is inside.
 */
function rangeOf(wanted: unknown): ((actual: unknown) => boolean) | null {
  const [start = '', end = '', ...others] = typeof wanted === 'string' ? wanted.split('..') : [];
  const sides = [start, end].filter((side) => side !== '');
  if (others.length > 0 || sides.length === 0 || `${start}..${end}` !== wanted) return null;
  if (sides.some((side) => Number.isNaN(numberOf(side)))) return null;
  const isMoment = /^\d{4}-\d\d-\d\dT/.test(end);
  return (actual) => {
    const isAfter = start === '' || compareValues(actual, start) >= 0;
    const difference = end === '' ? -1 : compareValues(actual, end);
    return isAfter && (difference < 0 || (difference === 0 && !isMoment)) && actual !== undefined;
  };
}

/** Returns whether a text has `*` in the place of a part of it. */
function isPattern(wanted: unknown): wanted is string {
  return typeof wanted === 'string' && /[^*]/.test(wanted) && wanted.includes('*');
}

/** Returns the test of texts, also of those in lists and objects, for a pattern with `*` in the place of any text. */
function likePattern(pattern: string): (actual: unknown) => boolean {
  const [start = '', ...rest] = pattern.toLowerCase().split('*');
  const end = rest.pop() ?? '';
  const fits = (text: string): boolean => {
    let at = start.length;
    for (const part of rest) {
      const index = text.indexOf(part, at);
      if (index < 0) return false;
      at = index + part.length;
    }
    return text.startsWith(start) && text.length - end.length >= at && text.endsWith(end);
  };
  const exact = isOneOf([pattern]);
  const isLike = (actual: unknown): boolean => {
    if (Array.isArray(actual)) return actual.some(isLike);
    if (isFields(actual)) return Object.values(actual).some((each) => isLike(each));
    return exact(actual) || (typeof actual === 'string' && fits(actual.toLowerCase()));
  };
  return isLike;
}

/** Returns whether an object has all that another one has: the metadata that a search asks for. */
function hasAll(actual: unknown, wanted: RecordFields): boolean {
  return (
    isFields(actual) &&
    Object.entries(wanted).every(([name, each]) =>
      isFields(each) ? hasAll(actual[name], each) : isEqual(actual[name], each),
    )
  );
}

/** Returns whether a filter asks for every value: `state=all`. */
function isAnything(wanted: unknown): boolean {
  return typeof wanted === 'string' && /^(?:all|any|\*|)$/i.test(wanted);
}

/** Returns whether a list, such as the keys of groups, has all of several values. */
function hasEach(wanted: readonly unknown[]): (actual: unknown) => boolean {
  const texts = new Set(wanted.map((each) => textOf(each).toLowerCase()));
  return (actual) => {
    const entries = [actual].flat().flatMap((each) => (isFields(each) ? Object.values(each) : [each]));
    const ownTexts = new Set(entries.map((each) => textOf(each).toLowerCase()));
    return texts.size <= ownTexts.size && [...texts].every((each) => ownTexts.has(each));
  };
}

function listOf(wanted: unknown): readonly unknown[] {
  if (Array.isArray(wanted)) return wanted as unknown[];
  return typeof wanted === 'string' && wanted.includes(',') ? [wanted, ...wanted.split(',')] : [wanted];
}

/** Returns whether a value is the wanted one, contains it, or is a record with it as its key. */
export function isEqual(actual: unknown, wanted: unknown): boolean {
  return isOneOf([wanted])(actual);
}

/** Returns whether a value is equal to one of several. Why at once: a query may have thousands. */
function isOneOf(wanted: readonly unknown[]): (actual: unknown) => boolean {
  const values = new Set(wanted);
  const objects = wanted.filter(isFields);
  const texts = new Set(wanted.map((each) => textOf(each).toLowerCase()));
  const isWanted = (actual: unknown): boolean => {
    if (Array.isArray(actual)) return actual.some(isWanted);
    if (isFields(actual))
      return (
        Object.values(actual).some(
          (each) => values.has(each) || (typeof each === 'number' && texts.has(String(each))),
        ) || objects.some((each) => hasAll(actual, each))
      );
    if (actual === undefined || actual === null) return values.has(null) || values.has('null');
    if (typeof actual === 'boolean' && texts.has(actual ? '1' : '0')) return true;
    const text = textOf(actual).toLowerCase();
    return texts.has(text) || (isAddress.test(text) && texts.has(lastSegment(text)));
  };
  return isWanted;
}

const isAddress = /^https?:\/\//;

/** Returns the key of the record that an address leads to. */
function lastSegment(address: string): string {
  const path = address.endsWith('/') ? address.slice(0, -1) : address;
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Compares numbers, times and texts; NaN for values that can't be compared. */
export function compareValues(one: unknown, other: unknown): number {
  if (one === undefined || one === null) return NaN;
  const [a, b] = [numberOf(one), numberOf(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  const [text, wanted] = [textOf(one), textOf(other)];
  return text < wanted ? -1 : text > wanted ? 1 : 0;
}

/** Units: seconds up to here, milliseconds from here, since 1970. */
const MILLISECONDS = 100_000_000_000;

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return NaN;
  const number = Number(value);
  if (!Number.isNaN(number)) return number > MILLISECONDS ? number / 1000 : number;
  const at = /^\d{4}-\d\d/.test(value) ? parseIsoTime(value) : null;
  return at === null ? NaN : at / 1000;
}

/** Units: levels of nested objects that a search looks into. */
const SEARCH_DEPTH = 3;

export function containsText(value: JsonValue | undefined, wanted: string, depth = SEARCH_DEPTH): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.values(value).some((each: JsonValue) => containsText(each, wanted, depth - 1));
}
