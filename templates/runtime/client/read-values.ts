/**
 * Reads bodies that are not JSON, and headers that are not text. Each is a separate function, so that a bundle contains
 * only those that it uses.
 */
import { isJsonMediaType } from '../media-type.ts';
import { booleanIn, integerIn, numberIn } from '../read-scalar.ts';
import type { BodyReader } from './call.ts';

/** Reads bytes. */
export const readBytes: BodyReader = async (response) => new Uint8Array(await response.arrayBuffer());

/** Reads text. */
export const readText: BodyReader = (response) => response.text();

/** Reads text of a media range, which may also be sent as a JSON string; services differ in whether they quote it. */
export const readTextOrJson: BodyReader = async (response) => {
  const text = await response.text();
  if (!isJsonMediaType(response.headers.get('content-type') ?? '')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
};

/** Reads a header as text. */
export const headerText = (text: string): unknown => text;

/** Reads a header as an integer. */
export const headerInteger = (text: string): unknown => integerIn(text);

/** Reads a header as a number. */
export const headerNumber = (text: string): unknown => numberIn(text);

/** Reads a header as a boolean. */
export const headerBoolean = (text: string): unknown => booleanIn(text);
