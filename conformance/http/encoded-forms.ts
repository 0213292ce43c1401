/**
 * The ways in which base64 writes a value, also in the middle of something longer, such as the user and password of Basic.
 */

/** Units: characters; shorter ones stand in every text. */
const SHORTEST = 6;

/**
 * Lists what base64 makes of a value in its alphabet and in the one for addresses.
 *
 * Shape: whatever stands before and behind the value, the text that encodes the whole holds one of these. Each is without the
 * signs that a neighbour has a part in.
 * Source: RFC 4648 4 and 5.
 */
export function encodedForms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    const first = Math.ceil((before * 8) / 6);
    const inner = text.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll('-', '+').replaceAll('_', '/')];
  });
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST);
}
