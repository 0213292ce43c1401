/** The record in the body of a request. */
import { isObject } from '../../../templates/runtime/json/value.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields, type JsonFields } from '../../model/json-fields.ts';
import { traitsOf } from '../operation-traits.ts';
import { distinctProperty, withEntries } from './distinct.ts';
import type { ContractOperation } from '../../../contract/operations.ts';
import { isJsonMediaType, mediaTypeOf } from '../../../templates/runtime/media-type.ts';
import { FORM } from '../../http/write-form.ts';
import { contentOf, type RequestForm } from '../request-form.ts';

/** Where a record is in a body, its unique properties, and a number that makes them unique. */
export interface RecordPlace {
  readonly envelope: string;
  readonly unique: readonly string[];
  readonly number: number;
}

/** Returns the record in the default body, with a new value for each unique property. */
export function defaultRecord(
  { body, operation }: RequestForm,
  { envelope, unique, number }: RecordPlace,
): JsonFields {
  const record = recordIn({ body }, envelope);
  const names = new Set([...traitsOf(operation).unique, ...unique]);
  const renamed = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' && names.has(name)
      ? [[name, distinctProperty(operation, name, { text: value, number })] as const]
      : [],
  );
  return { ...record, ...Object.fromEntries(renamed) };
}

/** Returns the record in a body; empty if there is none. */
export function recordIn({ body }: Pick<RequestForm, 'body'>, envelope: string): JsonFields {
  const record = body.kind === 'json' || body.kind === 'form' ? valueAt(body.value, envelope) : undefined;
  if (!isFields(record)) return {};
  if (body.kind === 'json') return record;
  // Why: a form can't contain an empty list or object.
  const isSent = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || Object.keys(value).length > 0;
  return Object.fromEntries(Object.entries(record).filter(([, value]) => isSent(value)));
}

/** Returns how an operation takes a record: as JSON, as form fields, or otherwise. */
export function recordFormOf(operation: ContractOperation): 'json' | 'form' | 'other' {
  const mediaType = contentOf(operation)?.mediaType ?? null;
  if (mediaType === null || isJsonMediaType(mediaType)) return 'json';
  return mediaTypeOf(mediaType) === FORM ? 'form' : 'other';
}

/** Puts a record into a body. Shape: the form itself if its body is neither JSON nor a form. */
export function withRecord(form: RequestForm, envelope: string, record: JsonFields): RequestForm {
  const { body, operation } = form;
  const kind = recordFormOf(operation);
  if (kind === 'other') return form;
  const value = record as JsonValue;
  const [, outer, item] = envelope.split('/');
  if (outer === undefined) return { ...form, body: { kind, value } };
  const around = body.kind === kind && isObject(body.value) ? body.value : {};
  const part = item === '0' ? [value] : value;
  return { ...form, body: { kind, value: { ...around, [outer]: part } } };
}

/**
 * Returns a form whose record has only the properties that are required, or in `isKept`. Why: a service may reject made-up
 * values of others, such as the key of a record to which a new one refers.
 */
export function withRequired(
  form: RequestForm,
  isKept: (name: string) => boolean = () => false,
): RequestForm {
  return withEntries(form, (entries, shape) => {
    const { properties = [] } = shape.kind === 'record' ? shape : {};
    const required = new Set(properties.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])));
    return entries.filter(([name]) => required.has(name) || isKept(name));
  });
}

/** Returns whether a service found a new record invalid, or something that it refers to missing. */
export function isInvalid(status: number): boolean {
  return status === 400 || status === 404 || status === 422;
}
