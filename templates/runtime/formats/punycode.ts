/**
 * Converts labels of domain names to ASCII and back. Source: RFC 3492.
 * Why not a library: web pages load validators without a bundler, so they import only relative files.
 */

const BASE = 36;
const LEAST = 1;
const MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_POINT = 128;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes the text after `xn--`; `null` if it is not Punycode. */
export function decodePunycode(text: string): string | null {
  const hyphen = text.lastIndexOf('-');
  const points = Array.from(text.slice(0, Math.max(hyphen, 0))).map(pointOf);
  if (points.some((point) => point >= FIRST_POINT)) return null;
  let at = hyphen > 0 ? hyphen + 1 : 0;
  let [point, index, bias] = [FIRST_POINT, 0, FIRST_BIAS];
  while (at < text.length) {
    const before = index;
    for (let weight = 1, place = BASE; ; place += BASE) {
      const digit = DIGITS.indexOf((text[at++] ?? '?').toLowerCase());
      if (digit === -1) return null;
      index += digit * weight;
      const threshold = thresholdAt(place, bias);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapt(index - before, length, before === 0);
    point += Math.floor(index / length);
    index %= length;
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    points.splice(index++, 0, point);
  }
  return String.fromCodePoint(...points);
}

/** Encodes a label; the result does not include the prefix `xn--`. */
export function encodePunycode(label: string): string {
  const points = Array.from(label).map(pointOf);
  const basic = points.filter((point) => point < FIRST_POINT);
  let encoded = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '');
  let [point, delta, bias, handled] = [FIRST_POINT, 0, FIRST_BIAS, basic.length];
  while (handled < points.length) {
    const next = Math.min(...points.filter((each) => each >= point));
    delta += (next - point) * (handled + 1);
    point = next;
    for (const each of points) {
      if (each < point) delta++;
      if (each !== point) continue;
      encoded += encodeNumber(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    point++;
  }
  return encoded;
}

function encodeNumber(value: number, bias: number): string {
  let [rest, text] = [value, ''];
  for (let place = BASE; ; place += BASE) {
    const threshold = thresholdAt(place, bias);
    if (rest < threshold) return text + digitAt(rest);
    text += digitAt(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function digitAt(index: number): string {
  return DIGITS[index] ?? '';
}

function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function thresholdAt(place: number, bias: number): number {
  return Math.min(Math.max(place - bias, LEAST), MAX);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let [rest, bias] = [isFirst ? Math.floor(delta / DAMP) : delta >> 1, 0];
  rest += Math.floor(rest / length);
  while (rest > ((BASE - LEAST) * MAX) / 2) {
    rest = Math.floor(rest / (BASE - LEAST));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
}
