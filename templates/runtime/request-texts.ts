/**
 * Decodes the texts of a request, and splits a query or a `Cookie` header into texts by name. Does not know the
 * parameters of operations.
 */

/** Replaces a text with invalid percent-encoding. */
export const BROKEN = Symbol('broken encoding');

/** A decoded text; `BROKEN` if its percent-encoding is invalid. */
export type Text = string | typeof BROKEN;

/** Texts in the order they were sent, by decoded name. */
export type TextsByName = ReadonlyMap<string, readonly Text[]>;

/** No texts. */
export const NO_TEXTS: TextsByName = new Map();

/** Parses a URL-encoded query: pairs joined by `&`, with `+` for a space. `decodeValue` decodes the value of a name. */
export function splitQuery(
  query: string,
  decodeValue: (text: string, name: string) => Text = decodeText,
): TextsByName {
  if (query === '') return NO_TEXTS;
  const texts = new Map<string, Text[]>();
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decodeText(equals === -1 ? pair : pair.slice(0, equals));
    // A name that can't be decoded is not documented.
    if (name === BROKEN || name === '') continue;
    append(texts, name, decodeValue(equals === -1 ? '' : pair.slice(equals + 1), name));
  }
  return texts;
}

/** Decodes a name or a value of a URL-encoded query. */
export function decodeText(text: string): Text {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return BROKEN;
  }
}

/** Parses a `Cookie` header; removes double quotes around values, and decodes nothing. */
export function splitCookies(header: string | null): TextsByName {
  if (header === null) return NO_TEXTS;
  const texts = new Map<string, Text[]>();
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    const value = pair.slice(equals + 1).trim();
    const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    append(texts, pair.slice(0, equals).trim(), isQuoted ? value.slice(1, -1) : value);
  }
  return texts;
}

/** Appends a value to those of a name. */
export function append<Value>(values: Map<string, Value[]>, name: string, value: Value): void {
  const existing = values.get(name);
  if (existing === undefined) values.set(name, [value]);
  else existing.push(value);
}

/** Decodes bytes; `null` if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
