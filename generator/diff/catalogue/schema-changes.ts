/** Changes of schemas. Each row has the effects of accepting fewer or more values, in each direction. */
import type { JsonValue } from '../../model/contract-model.ts';
import {
  affectsAll,
  breaksBoth,
  breaksReaders,
  breaksReadersRisksWriters,
  breaksWriters,
  breaksWritersRisksReaders,
  harmless,
  risksBoth,
  risksReaders,
  risksWriters,
} from './effect.ts';
import { quote, quoteValue, row, type Replaced } from './row.ts';

export interface Keyword {
  readonly keyword: string;
}

export interface Value {
  readonly value: JsonValue;
}

export interface ReplacedValue {
  readonly from: JsonValue;
  readonly to: JsonValue;
}

export const schemaChanges = {
  'schema-added': row(affectsAll('compatible'), (subject) => `The schema ${subject} was added.`, 'quiet'),
  'schema-removed': row(affectsAll('compatible'), (subject) => `The schema ${subject} was removed.`, 'quiet'),
  'schema-renamed': row<Replaced>(
    affectsAll('compatible'),
    (subject, { from }) => `The schema ${subject} was named ${quote(from)}; values are the same.`,
  ),
  'schema-deprecated': row(harmless, (subject) => `${subject} is now deprecated.`),
  'schema-restored': row(harmless, (subject) => `${subject} is no longer deprecated.`),

  'type-widened': row<Replaced>(
    breaksReaders,
    (subject, { from, to }) => `${subject} may now be ${to}; it was ${from}.`,
  ),
  'type-narrowed': row<Replaced>(
    breaksWriters,
    (subject, { from, to }) => `${subject} is now only ${to}; it could be ${from}.`,
  ),
  'type-changed': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) => `${subject} is ${to} instead of ${from}.`,
  ),
  'shape-changed': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) => `${subject} is ${to}; it was ${from}.`,
  ),
  'null-allowed': row(breaksReaders, (subject) => `${subject} may now be null.`),
  'null-refused': row(breaksWriters, (subject) => `${subject} may no longer be null.`),

  'enum-member-added': row<Value>(
    risksReaders,
    (subject, { value }) => `${subject} has a new value ${quoteValue(value)}.`,
  ),
  'enum-member-removed': row<Value>(
    breaksWriters,
    (subject, { value }) => `${subject} no longer has the value ${quoteValue(value)}.`,
  ),
  'enum-set': row<{ readonly values: readonly JsonValue[] }>(
    breaksWriters,
    (subject, { values }) => `${subject} is now limited to ${listValues(values)}.`,
  ),
  'enum-lifted': row<{ readonly values: readonly JsonValue[] }>(
    risksReaders,
    (subject, { values }) => `${subject} is no longer limited to ${listValues(values)}.`,
  ),
  'const-changed': row<ReplacedValue>(
    breaksBoth,
    (subject, { from, to }) => `${subject} is ${quoteValue(to)} instead of ${quoteValue(from)}.`,
  ),

  'property-added': row(harmless, (subject) => `${subject} was added.`),
  'property-added-to-closed': row(
    risksReaders,
    (subject) => `${subject} was added to an object that allowed no other properties.`,
  ),
  'required-property-added': row(breaksWriters, (subject) => `${subject} was added and is required.`),
  'property-removed': row(risksBoth, (subject) => `${subject} was removed.`),
  'required-property-removed': row(
    breaksReadersRisksWriters,
    (subject) => `${subject}, which was always present, was removed.`,
  ),
  'property-refused': row(
    breaksWritersRisksReaders,
    (subject) => `${subject} was removed, and no other properties are allowed.`,
  ),
  'property-renamed': row<Replaced>(
    breaksBoth,
    (subject, { from }) => `${subject} was named ${quote(from)}.`,
  ),
  'property-became-required': row(breaksWriters, (subject) => `${subject} is now required.`),
  'property-became-optional': row(breaksReaders, (subject) => `${subject} may now be absent.`),
  'property-became-read-only': row(risksWriters, (subject) => `${subject} is now only in responses.`),
  'property-became-write-only': row(breaksReaders, (subject) => `${subject} is now only in requests.`),
  'property-became-writable': row(harmless, (subject) => `${subject} may now be in requests.`),
  'property-became-readable': row(harmless, (subject) => `${subject} may now be in responses.`),
  'members-refused': row(
    breaksWriters,
    (subject) => `${subject} may no longer have undocumented properties.`,
  ),
  'members-accepted': row(risksReaders, (subject) => `${subject} may now have undocumented properties.`),

  'bound-tightened': row<Keyword & ReplacedValue>(
    breaksWriters,
    (subject, { keyword, from, to }) =>
      `${quote(keyword)} of ${subject} became ${quoteValue(to)}${wasValue(from)}.`,
  ),
  'bound-loosened': row<Keyword & ReplacedValue>(risksReaders, (subject, { keyword, from, to }) =>
    to === null
      ? `${quote(keyword)} of ${subject} was removed${wasValue(from)}.`
      : `${quote(keyword)} of ${subject} became ${quoteValue(to)}${wasValue(from)}.`,
  ),
  'bound-changed': row<Keyword & ReplacedValue>(
    breaksWritersRisksReaders,
    (subject, { keyword, from, to }) =>
      `${quote(keyword)} of ${subject} became ${quoteValue(to)}${wasValue(from)}.`,
  ),
  'format-set': row<Keyword & Value>(
    risksWriters,
    (subject, { keyword, value }) => `${subject} now has the ${quote(keyword)} ${quoteValue(value)}.`,
  ),
  'format-lifted': row<Keyword & Value>(
    risksReaders,
    (subject, { keyword, value }) => `${subject} no longer has the ${quote(keyword)} ${quoteValue(value)}.`,
  ),
  'format-changed': row<Keyword & ReplacedValue>(
    risksBoth,
    (subject, { keyword, from, to }) =>
      `${subject} has the ${quote(keyword)} ${quoteValue(to)} instead of ${quoteValue(from)}.`,
  ),
  'pattern-set': row<Value>(
    breaksWriters,
    (subject, { value }) => `${subject} must now match ${quoteValue(value)}.`,
  ),
  'pattern-lifted': row<Value>(
    risksReaders,
    (subject, { value }) => `${subject} need no longer match ${quoteValue(value)}.`,
  ),
  'pattern-changed': row<ReplacedValue>(
    risksBoth,
    (subject, { from, to }) => `${subject} must match ${quoteValue(to)} instead of ${quoteValue(from)}.`,
  ),
  'rule-set': row<Keyword>(
    breaksWriters,
    (subject, { keyword }) => `${subject} must now satisfy ${quote(keyword)}.`,
  ),
  'rule-lifted': row<Keyword>(
    risksReaders,
    (subject, { keyword }) => `${subject} need no longer satisfy ${quote(keyword)}.`,
  ),
  'rule-changed': row<Keyword>(
    risksBoth,
    (subject, { keyword }) => `${quote(keyword)} of ${subject} changed.`,
  ),
  'default-changed': row<{ readonly from: JsonValue | null; readonly to: JsonValue | null }>(
    risksWriters,
    (subject, { from, to }) =>
      to === null
        ? `${subject} no longer has a default${wasValue(from)}.`
        : `The default of ${subject} is ${quoteValue(to)}${wasValue(from)}.`,
  ),

  'union-member-added': row<{ readonly variant: string }>(
    risksReaders,
    (subject, { variant }) => `${subject} may now also be ${quote(variant)}.`,
  ),
  'union-member-removed': row<{ readonly variant: string }>(
    breaksWriters,
    (subject, { variant }) => `${subject} may no longer be ${quote(variant)}.`,
  ),
  'union-became-exclusive': row(
    risksWriters,
    (subject) => `${subject} must now match exactly one variant, not several at once.`,
  ),
  'union-became-inclusive': row(
    risksReaders,
    (subject) => `${subject} may now match several variants at once.`,
  ),
  'discriminator-changed': row<Replaced>(
    breaksBoth,
    (subject, { from, to }) => `The discriminator of ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  ),
  'discriminator-set': row<{ readonly property: string }>(
    harmless,
    (subject, { property }) => `${subject} now has the discriminator ${quote(property)}.`,
  ),
  'discriminator-lifted': row<{ readonly property: string }>(
    risksReaders,
    (subject, { property }) => `${subject} no longer has the discriminator ${quote(property)}.`,
  ),
  'discriminator-case-added': row<Value>(
    risksReaders,
    (subject, { value }) => `The mapping of ${subject} has a new value ${quoteValue(value)}.`,
  ),
  'discriminator-case-removed': row<Value>(
    breaksWriters,
    (subject, { value }) => `The mapping of ${subject} no longer has the value ${quoteValue(value)}.`,
  ),
  'discriminator-case-moved': row<Replaced & Value>(
    breaksBoth,
    (subject, { value, from, to }) =>
      `${quoteValue(value)} in the mapping of ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  ),
} as const;

function wasValue(from: JsonValue): string {
  return from === null ? '' : `; it was ${quoteValue(from)}`;
}

/** A list longer than this is cut in a sentence. */
const MAX_LIST_LENGTH = 6;

function listValues(values: readonly JsonValue[]): string {
  const shown = values.slice(0, MAX_LIST_LENGTH).map(quoteValue).join(', ');
  return values.length > MAX_LIST_LENGTH ? `${shown} and ${values.length - MAX_LIST_LENGTH} more` : shown;
}
