/**
 * The statuses of documented responses, and their media types: parses and compares them, in lower case and without
 * parameters.
 */

/** A status, a range such as `4XX`, or `default`. */
export type ResponseStatus = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

/** Returns the media type of a `Content-Type` value; `null` if there is none. */
export function mediaTypeOf(contentType: string | null): string | null {
  const [type = ''] = (contentType ?? '').split(';');
  return type.trim().toLowerCase() || null;
}

/** Returns whether a declared type, which may be a range such as `audio/*`, covers an actual one. */
export function coversMediaType(declared: string, actual: string): boolean {
  const range = mediaTypeOf(declared);
  if (range === null) return false;
  if (range === actual || range === '*/*') return true;
  return range.endsWith('/*') && actual.startsWith(range.slice(0, -1));
}

/** Returns whether a declared type is a range such as `image/*`, which is not a valid `Content-Type`. */
export function isMediaRange(declared: string): boolean {
  return declared.includes('*');
}

/** Returns whether a body of this type is JSON text. */
export function isJsonMediaType(mediaType: string): boolean {
  const type = mediaTypeOf(mediaType) ?? '';
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

/** Returns whether a range covers a type of JSON. */
export function coversJson(range: string, actual: string): boolean {
  return coversMediaType(range, actual) && isJsonMediaType(actual);
}

/** Converts between XML and the values that the schemas of a description describe. */
export interface XmlCodec {
  /** Parses a document. Errors: throws any error for malformed XML. */
  parse(text: string): unknown;
  /** Writes a value as a document. */
  write(value: unknown): string;
}

/** Returns whether a body of this type is XML. */
export function isXmlMediaType(mediaType: string): boolean {
  const type = mediaTypeOf(mediaType) ?? '';
  return type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml');
}

/** Returns the message about a missing library for XML; `call` is the function that takes it. */
export function missingCodec(call: string): string {
  return `it is XML, and ${call} got no \`xml: { parse, write }\``;
}
