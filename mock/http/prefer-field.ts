/** Reads the `Prefer` field and writes `Preference-Applied`. Knows the grammar and no preference by name. */

/**
 * Reads preferences.
 *
 * Shape: names in lower case; of several with one name the first counts; one without a value has the empty one;
 * parameters after `;` and pieces that are no preference are left out. Several fields come joined with commas.
 * Source: RFC 7240 section 2.
 */
export function readPreferField(field: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const item of splitUnquoted(field, ',')) {
    const [preference = ''] = splitUnquoted(item, ';');
    const [name = '', ...value] = splitUnquoted(preference, '=');
    const key = name.trim().toLowerCase();
    if (TOKEN.test(key) && !preferences.has(key)) preferences.set(key, unquote(value.join('=').trim()));
  }
  return preferences;
}

/** Writes one honoured preference; a value that is no token is quoted. */
export function writePreference(name: string, value: string): string {
  if (TOKEN.test(value)) return `${name}=${value}`;
  // A header field carries printable ASCII; anything else would be refused by the host.
  const printable = value.replace(/[^\x20-\x7e]/g, '?');
  return `${name}="${printable.replace(/["\\]/g, '\\$&')}"`;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** Splits at a separator that stands outside of quotes. */
function splitUnquoted(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isQuoted && char === '\\') i++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      pieces.push(text.slice(start, i));
      start = i + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value.slice(1, -1).replace(/\\(.)/g, '$1');
}
