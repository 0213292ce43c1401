/**
 * Ids that look like those of a real service but depend only on seed, prefix and count, so that two runs produce the
 * same ids.
 */
import type { IdRequest, IdSource } from '../kernel/ports.ts';
import { hashText } from './seeded-random.ts';

/** Crockford's base 32 in lower case: no i, l, o, u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const fiveBits = 31n;

/**
 * Layout of a token: 8 characters that increase with the count in uneven steps, then 8 characters of a hash.
 * The first 8 start somewhere below 2^35 of 2^40, which leaves room for about 250 million ids per prefix.
 */
const step = 2 ** 12;
const startStep = 2 ** 3;

export function createSequentialIds(): IdSource {
  return { token, typeId };
}

function token({ prefix, seed, count }: IdRequest): string {
  const subject = `${seed} ${prefix} ${count}`;
  const start = hashText(`${seed} ${prefix}`, 1) * startStep;
  const growing = start + count * step + (hashText(subject, 2) % step);
  return `${prefix}_${base32(growing, 8)}${base32(hashText(subject, 3), 4)}${base32(hashText(subject, 4), 4)}`;
}

/**
 * Writes a UUID of version 7 as a TypeID: the instant, then the count instead of its first random bits, then a hash.
 *
 * Source: RFC 9562 section 5.7; TypeID specification 0.3.0.
 */
function typeId({ prefix, seed, count, at }: IdRequest): string {
  const subject = `${seed} ${prefix} ${count}`;
  const fields: readonly (readonly [value: number, bits: number])[] = [
    [Math.max(at, 0), 48],
    [7, 4],
    [Math.floor(count / 2 ** 20), 12],
    [2, 2],
    [count % 2 ** 20, 20],
    [hashText(subject, 5), 32],
    [hashText(subject, 6) % 2 ** 10, 10],
  ];
  const uuid = fields.reduce((all, [value, bits]) => (all << BigInt(bits)) | BigInt(value), 0n);
  return `${prefix}_${base32Of128Bits(uuid)}`;
}

function base32(value: number, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 32))
    text = alphabet.charAt(rest % 32) + text;
  return text;
}

function base32Of128Bits(value: bigint): string {
  let text = '';
  for (let rest = value; text.length < 26; rest >>= 5n)
    text = alphabet.charAt(Number(rest & fiveBits)) + text;
  return text;
}
