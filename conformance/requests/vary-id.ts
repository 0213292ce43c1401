/** Changes ids and credentials so that they keep their form but are unknown. */

/**
 * Returns an unused id of the same form: its last letters and digits are changed, and hexadecimal stays hexadecimal.
 *
 * Errors: throws RangeError for an id without any letter or digit.
 */
export function varyId(id: string): string {
  const varied = id.replace(/[a-z0-9]{1,4}(?=[^a-z0-9]*$)/i, (end) => end.replaceAll(/[a-z0-9]/gi, varySign));
  if (varied === id) throw new RangeError(`${id} has no letter and no digit.`);
  return varied;
}

/**
 * Returns an invalid credential of the same form. Changes everything after the prefix, so that reports do not reveal
 * the real one.
 *
 * Errors: throws RangeError for a credential without any letter or digit.
 */
export function varySecret(secret: string): string {
  const prefix = /^[a-z]+_/i.exec(secret)?.[0] ?? '';
  const varied = prefix + secret.slice(prefix.length).replaceAll(/[a-z0-9]/gi, varySign);
  if (varied === secret) throw new RangeError('A credential has no letter and no digit.');
  return varied;
}

function varySign(sign: string): string {
  if (/\d/.test(sign)) return sign === '0' ? '1' : '0';
  const other = sign.toLowerCase() === 'a' ? 'b' : 'a';
  return sign === sign.toLowerCase() ? other : other.toUpperCase();
}
