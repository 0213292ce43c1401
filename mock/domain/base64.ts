/**
 * Bytes as text.
 */

/** Counts bytes that a call may take as arguments on every engine. */
const step = 0x2000;

/** Writes bytes in base64. Source: RFC 4648 section 4. */
export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += step)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + step)));
  return btoa(parts.join(''));
}
