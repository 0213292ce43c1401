/**
 * The formats that compiled schemas assert, by their name in JSON Schema.
 * Any other format is an annotation and rejects nothing.
 */
import { isDate, isDateTime, isDuration, isTime } from './calendar-formats.ts';
import { isEmail, isHostname, isIpv4, isIpv6, isUri, isUriReference } from './network-formats.ts';
import { isPointer } from '../json/pointer.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const RELATIVE_JSON_POINTER = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A number format, in the form that compiled schemas expect. */
export interface NumberFormat {
  readonly type: 'number';
  readonly validate: (value: number) => boolean;
}

/** Every asserted format; numbers have the bounds of their width, 64-bit ones within the precision of a double. */
export const formats = {
  byte: (text: string): boolean => text.length % 4 === 0 && BASE64.test(text),
  date: isDate,
  'date-time': isDateTime,
  duration: isDuration,
  email: isEmail,
  hostname: isHostname,
  int32: numbers((value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31),
  int64: numbers((value) => Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63),
  ipv4: isIpv4,
  ipv6: isIpv6,
  'json-pointer': isPointer,
  'relative-json-pointer': (text: string): boolean => RELATIVE_JSON_POINTER.test(text),
  time: isTime,
  uri: isUri,
  'uri-reference': isUriReference,
  uuid: (text: string): boolean => text.length === 36 && UUID.test(text),
};

function numbers(validate: (value: number) => boolean): NumberFormat {
  return { type: 'number', validate };
}
