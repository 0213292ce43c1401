/** The order of keys: those without an order of their own have that of the creation of their records. */
import type { QueryEffect } from '../../../contract/resources/graph.ts';
import type { SourceOperation } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { textOf } from '../fields.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import type { SearchClause } from './search-text.ts';

type Test = (value: RecordFields) => boolean;

/** Returns whether a place in a list is within a bound. Shape: `difference` is the number of places after it. */
const isWithin: Readonly<Record<string, (difference: number) => boolean>> = {
  above: (difference) => difference > 0,
  least: (difference) => difference >= 0,
  below: (difference) => difference < 0,
  most: (difference) => difference <= 0,
};

/** Returns the test of keys without an order of their own: `id<` the last one on a page. Shape: `all` are oldest first. */
export function afterOrBefore(
  { name, operator, value, isNegated }: SearchClause,
  all: readonly ResourceRecord[],
): Test | null {
  const compare = operator === '>' ? 'above' : operator === '<' ? 'below' : '';
  const isKey = compare !== '' && !isNegated && flatten(name) === 'id';
  return isKey ? testOfKey(compare, value, all) : null;
}

/** Returns the test of a bound of the key of a list, by the order of creation; `null` for another filter or key. */
export function boundOfKey(
  { property, compare }: Extract<QueryEffect, { readonly kind: 'filter' }>,
  wanted: unknown,
  all: readonly ResourceRecord[],
): Test | null {
  const [first] = all;
  const isKey = first !== undefined && valueAt(first.value, property) === first.key;
  return isKey ? testOfKey(compare, textOf(wanted), all) : null;
}

function testOfKey(compare: string, wanted: string, all: readonly ResourceRecord[]): Test | null {
  const fits = isWithin[compare];
  const at =
    fits === undefined || !Number.isNaN(Number(wanted)) ? -1 : all.findIndex(({ key }) => key === wanted);
  if (fits === undefined || at < 0) return null;
  const fitting = new Set(all.filter((_, index) => fits(index - at)).map(({ value }) => value));
  return (fields) => fitting.has(fields);
}

/** Returns the key of a list whose order is chronological, as the text of a parameter states; `null` for another one. */
export function chronologicalKey({ parameters }: SourceOperation, keyPointer: string | null): string | null {
  const name = splitPointer(keyPointer ?? '').at(-1);
  const isStated = parameters.some(
    ({ text }) => name !== undefined && CHRONOLOGICAL.exec(text)?.[1] === name,
  );
  return isStated ? keyPointer : null;
}

const CHRONOLOGICAL = /\b(\w{1,60})[`"']? (?:is|are) (?:sorted |ordered )?(?:in )?chronological/i;
