/** The record in the body of a request. */
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { isFields, type JsonFields } from '../model/json-fields.ts';
import { traitsOf } from '../requests/operation-traits.ts';
import { isObject, type RequestForm } from '../requests/request-form.ts';

/** Where a record is in a body, the properties of it that are unique, and a number that makes them so. */
export interface RecordPlace {
  readonly envelope: string;
  readonly unique: readonly string[];
  readonly number: number;
}

/** Returns the record in the usual body, with a new value for each property that must be unique. */
export function defaultRecord(
  { body, operation }: RequestForm,
  { envelope, unique, number }: RecordPlace,
): JsonFields {
  const record = recordIn({ body }, envelope);
  const names = new Set([...traitsOf(operation).unique, ...unique]);
  const renamed = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' && names.has(name) ? [[name, numbered(value, number)] as const] : [],
  );
  return { ...record, ...Object.fromEntries(renamed) };
}

/** Returns the record in a body. Shape: empty if it has none. */
export function recordIn({ body }: Pick<RequestForm, 'body'>, envelope: string): JsonFields {
  const record = body.kind === 'json' ? valueAt(body.value, envelope) : undefined;
  return isFields(record) ? record : {};
}

/** Makes a text unique, and keeps the form of an address. */
function numbered(text: string, number: number): string {
  const [, start = '', end = ''] = /^([^@]*)(@.*)?$/s.exec(text) ?? [];
  return `${start}_${number}${end}`;
}

/** Puts a record into a body. Shape: the form itself if its body is not JSON. */
export function withRecord(form: RequestForm, envelope: string, record: JsonFields): RequestForm {
  if (form.body.kind === 'text') return form;
  const value = record as JsonValue;
  const [, outer] = envelope.split('/');
  if (outer === undefined) return { ...form, body: { kind: 'json', value } };
  const around = form.body.kind === 'json' && isObject(form.body.value) ? form.body.value : {};
  return { ...form, body: { kind: 'json', value: { ...around, [outer]: value } } };
}
