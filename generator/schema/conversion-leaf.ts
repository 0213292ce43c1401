/** Decides which single values a client converts, and to which types. */
import type { JsonObject } from '../json/documents.ts';
import { textAt } from '../json/json.ts';
import { COMPOSITIONS, describesValue, typesOf, valuesOf } from './keywords.ts';

/** The types of values with the formats `date-time` and `date`. */
export const dateForms = ['string', 'Date', 'Temporal'] as const;

export type DateForm = (typeof dateForms)[number];

/** The types of integers with the format `int64`. */
export const int64Forms = ['number', 'string', 'bigint'] as const;

export type Int64Form = (typeof int64Forms)[number];

/** The types that a client converts to. */
export interface ConversionForms {
  readonly dates: DateForm;
  readonly int64: Int64Form;
}

/** A conversion of a single value; the name of an export of the runtime. */
export type LeafName = 'dateTime' | 'date' | 'instant' | 'plainDate' | 'bigint' | 'bigintText' | 'digits';

const dateLeaves: Readonly<Record<DateForm, Readonly<Record<string, Leaf>>>> = {
  string: {},
  Date: { 'date-time': { name: 'dateTime', type: 'Date' }, date: { name: 'date', type: 'Date' } },
  Temporal: {
    'date-time': { name: 'instant', type: 'Temporal.Instant' },
    date: { name: 'plainDate', type: 'Temporal.PlainDate' },
  },
};

/** A conversion of a single value, and the type of its result. */
export interface Leaf {
  readonly name: LeafName;
  /** The type of the converted value. */
  readonly type: string;
}

/** Returns the leaf of a schema; `null` for other schemas. */
export function leafOf(schema: JsonObject, { dates, int64 }: ConversionForms): Leaf | null {
  const format = textAt(schema, 'format');
  if (format === null || valuesOf(schema) !== null || isComposed(schema)) return null;
  if (typesOf(schema) === null && describesValue(schema)) return null;
  const [type, ...others] = (typesOf(schema) ?? []).filter((one) => one !== 'null');
  if (others.length > 0) return null;
  if (format === 'int64') {
    if (int64 === 'bigint') return { name: type === 'string' ? 'bigintText' : 'bigint', type: 'bigint' };
    return int64 === 'string' && type !== 'string' ? { name: 'digits', type: 'string' } : null;
  }
  const leaves = dateLeaves[dates];
  const isText = type === 'string' || type === undefined;
  return isText && Object.hasOwn(leaves, format) ? (leaves[format] ?? null) : null;
}

function isComposed(schema: JsonObject): boolean {
  return ['$ref', ...COMPOSITIONS].some((keyword) => Object.hasOwn(schema, keyword));
}
