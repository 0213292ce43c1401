/**
 * Changes of schemas. Each row has the effects of accepting fewer or more values, in each direction.
 */
import type { JsonValue } from '../../model/contract-model.ts';
import { affects, affectsAll, type Effects } from './effect.ts';
import { quote, quoteValue, row, type Replaced } from './row.ts';

/** Fewer values are valid: senders may be rejected, receivers get nothing new. */
const narrower: Effects = affects({ writers: 'breaking', readers: 'compatible' });
/** More values are valid: receivers may get values they do not expect. */
const wider: Effects = affects({ writers: 'compatible', readers: 'breaking' });
/** More values are valid, which lenient receivers ignore. */
const slightlyWider: Effects = affects({ writers: 'compatible', readers: 'risky' });
/** Neither side can continue unchanged. */
const different: Effects = affects({ writers: 'breaking', readers: 'breaking' });
/** It is undecidable whether fewer or more values are valid. */
const unclear: Effects = affects({ writers: 'risky', readers: 'risky' });
const harmless: Effects = affects({ writers: 'compatible', readers: 'compatible' });

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

/** Rows by kind. */
export const schemaChanges = {
  'schema-added': row({
    effects: affectsAll('compatible'),
    message: (subject) => `The schema ${subject} was added.`,
    isQuiet: true,
  }),
  'schema-removed': row({
    effects: affectsAll('compatible'),
    message: (subject) => `The schema ${subject} was removed.`,
    isQuiet: true,
  }),
  'schema-renamed': row<Replaced>({
    effects: affectsAll('compatible'),
    message: (subject, { from }) => `The schema ${subject} was named ${quote(from)}; values are the same.`,
  }),
  'schema-deprecated': row({ effects: harmless, message: (subject) => `${subject} is now deprecated.` }),
  'schema-restored': row({ effects: harmless, message: (subject) => `${subject} is no longer deprecated.` }),

  'type-widened': row<Replaced>({
    effects: wider,
    message: (subject, { from, to }) => `${subject} may now be ${to}; it was ${from}.`,
  }),
  'type-narrowed': row<Replaced>({
    effects: narrower,
    message: (subject, { from, to }) => `${subject} is now only ${to}; it could be ${from}.`,
  }),
  'type-changed': row<Replaced>({
    effects: different,
    message: (subject, { from, to }) => `${subject} is ${to} instead of ${from}.`,
  }),
  'shape-changed': row<Replaced>({
    effects: different,
    message: (subject, { from, to }) => `${subject} is ${to}; it was ${from}.`,
  }),
  'null-allowed': row({ effects: wider, message: (subject) => `${subject} may now be null.` }),
  'null-refused': row({ effects: narrower, message: (subject) => `${subject} may no longer be null.` }),

  'enum-member-added': row<Value>({
    effects: slightlyWider,
    message: (subject, { value }) => `${subject} has a new value ${quoteValue(value)}.`,
  }),
  'enum-member-removed': row<Value>({
    effects: narrower,
    message: (subject, { value }) => `${subject} no longer has the value ${quoteValue(value)}.`,
  }),
  'enum-set': row<{ readonly values: readonly JsonValue[] }>({
    effects: narrower,
    message: (subject, { values }) => `${subject} is now limited to ${listValues(values)}.`,
  }),
  'enum-lifted': row<{ readonly values: readonly JsonValue[] }>({
    effects: slightlyWider,
    message: (subject, { values }) => `${subject} is no longer limited to ${listValues(values)}.`,
  }),
  'const-changed': row<ReplacedValue>({
    effects: different,
    message: (subject, { from, to }) => `${subject} is ${quoteValue(to)} instead of ${quoteValue(from)}.`,
  }),

  'property-added': row({ effects: harmless, message: (subject) => `${subject} was added.` }),
  'property-added-to-closed': row({
    effects: slightlyWider,
    message: (subject) => `${subject} was added to an object that allowed no other properties.`,
  }),
  'required-property-added': row({
    effects: narrower,
    message: (subject) => `${subject} was added and is required.`,
  }),
  'property-removed': row({ effects: unclear, message: (subject) => `${subject} was removed.` }),
  'required-property-removed': row({
    effects: affects({ writers: 'risky', readers: 'breaking' }),
    message: (subject) => `${subject}, which was always present, was removed.`,
  }),
  'property-refused': row({
    effects: affects({ writers: 'breaking', readers: 'risky' }),
    message: (subject) => `${subject} was removed, and no other properties are allowed.`,
  }),
  'property-renamed': row<Replaced>({
    effects: different,
    message: (subject, { from }) => `${subject} was named ${quote(from)}.`,
  }),
  'property-became-required': row({ effects: narrower, message: (subject) => `${subject} is now required.` }),
  'property-became-optional': row({ effects: wider, message: (subject) => `${subject} may now be absent.` }),
  'property-became-read-only': row({
    effects: affects({ writers: 'risky', readers: 'compatible' }),
    message: (subject) => `${subject} is now only in responses.`,
  }),
  'property-became-write-only': row({
    effects: wider,
    message: (subject) => `${subject} is now only in requests.`,
  }),
  'property-became-writable': row({
    effects: harmless,
    message: (subject) => `${subject} may now be in requests.`,
  }),
  'property-became-readable': row({
    effects: harmless,
    message: (subject) => `${subject} may now be in responses.`,
  }),
  'members-refused': row({
    effects: narrower,
    message: (subject) => `${subject} may no longer have undocumented properties.`,
  }),
  'members-accepted': row({
    effects: slightlyWider,
    message: (subject) => `${subject} may now have undocumented properties.`,
  }),

  'bound-tightened': row<Keyword & ReplacedValue>({
    effects: narrower,
    message: (subject, { keyword, from, to }) =>
      `${quote(keyword)} of ${subject} became ${quoteValue(to)}${wasValue(from)}.`,
  }),
  'bound-loosened': row<Keyword & ReplacedValue>({
    effects: slightlyWider,
    message: (subject, { keyword, from, to }) =>
      to === null
        ? `${quote(keyword)} of ${subject} was removed${wasValue(from)}.`
        : `${quote(keyword)} of ${subject} became ${quoteValue(to)}${wasValue(from)}.`,
  }),
  'bound-changed': row<Keyword & ReplacedValue>({
    effects: affects({ writers: 'breaking', readers: 'risky' }),
    message: (subject, { keyword, from, to }) =>
      `${quote(keyword)} of ${subject} became ${quoteValue(to)}${wasValue(from)}.`,
  }),
  'format-set': row<Keyword & Value>({
    effects: affects({ writers: 'risky', readers: 'compatible' }),
    message: (subject, { keyword, value }) =>
      `${subject} now has the ${quote(keyword)} ${quoteValue(value)}.`,
  }),
  'format-lifted': row<Keyword & Value>({
    effects: slightlyWider,
    message: (subject, { keyword, value }) =>
      `${subject} no longer has the ${quote(keyword)} ${quoteValue(value)}.`,
  }),
  'format-changed': row<Keyword & ReplacedValue>({
    effects: unclear,
    message: (subject, { keyword, from, to }) =>
      `${subject} has the ${quote(keyword)} ${quoteValue(to)} instead of ${quoteValue(from)}.`,
  }),
  'pattern-set': row<Value>({
    effects: narrower,
    message: (subject, { value }) => `${subject} must now match ${quoteValue(value)}.`,
  }),
  'pattern-lifted': row<Value>({
    effects: slightlyWider,
    message: (subject, { value }) => `${subject} need no longer match ${quoteValue(value)}.`,
  }),
  'pattern-changed': row<ReplacedValue>({
    effects: unclear,
    message: (subject, { from, to }) =>
      `${subject} must match ${quoteValue(to)} instead of ${quoteValue(from)}.`,
  }),
  'rule-set': row<Keyword>({
    effects: narrower,
    message: (subject, { keyword }) => `${subject} must now satisfy ${quote(keyword)}.`,
  }),
  'rule-lifted': row<Keyword>({
    effects: slightlyWider,
    message: (subject, { keyword }) => `${subject} need no longer satisfy ${quote(keyword)}.`,
  }),
  'rule-changed': row<Keyword>({
    effects: unclear,
    message: (subject, { keyword }) => `${quote(keyword)} of ${subject} changed.`,
  }),
  'default-changed': row<{ readonly from: JsonValue | null; readonly to: JsonValue | null }>({
    effects: affects({ writers: 'risky', readers: 'compatible' }),
    message: (subject, { from, to }) =>
      to === null
        ? `${subject} no longer has a default${wasValue(from)}.`
        : `The default of ${subject} is ${quoteValue(to)}${wasValue(from)}.`,
  }),

  'union-member-added': row<{ readonly variant: string }>({
    effects: slightlyWider,
    message: (subject, { variant }) => `${subject} may now also be ${quote(variant)}.`,
  }),
  'union-member-removed': row<{ readonly variant: string }>({
    effects: narrower,
    message: (subject, { variant }) => `${subject} may no longer be ${quote(variant)}.`,
  }),
  'union-became-exclusive': row({
    effects: affects({ writers: 'risky', readers: 'compatible' }),
    message: (subject) => `${subject} must now match exactly one variant, not several at once.`,
  }),
  'union-became-inclusive': row({
    effects: slightlyWider,
    message: (subject) => `${subject} may now match several variants at once.`,
  }),
  'discriminator-changed': row<Replaced>({
    effects: different,
    message: (subject, { from, to }) =>
      `The discriminator of ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  }),
  'discriminator-set': row<{ readonly property: string }>({
    effects: harmless,
    message: (subject, { property }) => `${subject} now has the discriminator ${quote(property)}.`,
  }),
  'discriminator-lifted': row<{ readonly property: string }>({
    effects: slightlyWider,
    message: (subject, { property }) => `${subject} no longer has the discriminator ${quote(property)}.`,
  }),
  'discriminator-case-added': row<Value>({
    effects: slightlyWider,
    message: (subject, { value }) => `The mapping of ${subject} has a new value ${quoteValue(value)}.`,
  }),
  'discriminator-case-removed': row<Value>({
    effects: narrower,
    message: (subject, { value }) =>
      `The mapping of ${subject} no longer has the value ${quoteValue(value)}.`,
  }),
  'discriminator-case-moved': row<Replaced & Value>({
    effects: different,
    message: (subject, { value, from, to }) =>
      `${quoteValue(value)} in the mapping of ${subject} is ${quote(to)} instead of ${quote(from)}.`,
  }),
} as const;

function wasValue(from: JsonValue): string {
  return from === null ? '' : `; it was ${quoteValue(from)}`;
}

/** A list longer than this is cut in a sentence. */
const LONGEST_LIST = 6;

function listValues(values: readonly JsonValue[]): string {
  const shown = values.slice(0, LONGEST_LIST).map(quoteValue).join(', ');
  return values.length > LONGEST_LIST ? `${shown} and ${values.length - LONGEST_LIST} more` : shown;
}
