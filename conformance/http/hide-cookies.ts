/**
 * Takes the values of cookies out of what is recorded of a response.
 */

/** What stands for the value of a cookie. */
const HIDDEN = '${cookie}';

/** Writes the fields `Set-Cookie` of a response in one line, with names and attributes but without values. */
export function hideCookies(fields: readonly string[]): string {
  return fields.map((field) => splitCookie(field).join('')).join(', ');
}

/**
 * Lists the values that let in a client that knows them. Why: a word such as `english` stands in other places by chance, and must not
 * be taken out of them.
 */
export function cookieSecrets(fields: readonly string[]): readonly string[] {
  return fields.map(valueOf).filter((value) => /^(?=.*\d).{8}|^\S{20}/s.test(value));
}

/** Source: RFC 6265 5.2: up to the first semicolon, the value behind the first equals sign, or all of it. */
function splitCookie(field: string): readonly string[] {
  const [pair = ''] = field.split(';', 1);
  const name = pair.includes('=') ? pair.slice(0, pair.indexOf('=') + 1) : '';
  return [name, valueOf(field) === '' ? '' : HIDDEN, field.slice(pair.length)];
}

function valueOf(field: string): string {
  const [pair = ''] = field.split(';', 1);
  return pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1');
}
