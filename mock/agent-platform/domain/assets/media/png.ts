/**
 * Encodes pictures as PNG, animated ones as APNG. Pixels are stored without compression: the pictures are small.
 *
 * Source: PNG specification, third edition, sections 5 and 11; RFC 1950; RFC 1951 section 3.2.4.
 */

/** A color. Units: 0 to 255 for red, green and blue. */
export type Color = readonly [number, number, number];

/**
 * A picture of at most four colors.
 *
 * Shape: `frames` have one index into `colors` for each pixel, row by row; several frames make an animation.
 * Units: `delay` between two frames in milliseconds.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly colors: readonly Color[];
  readonly frames: readonly Uint8Array[];
  readonly delay: number;
}

/** Encodes a picture. Its width must be a multiple of four. */
export function encodePng(picture: Picture): Uint8Array {
  const { width, height, colors, frames, delay } = picture;
  const isAnimated = frames.length > 1;
  const chunks = [
    chunk('IHDR', [...uint32(width), ...uint32(height), 2, 3, 0, 0, 0]),
    chunk('PLTE', colors.flat()),
    ...(isAnimated ? [chunk('acTL', [...uint32(frames.length), ...uint32(0)])] : []),
  ];
  let sequence = 0;
  for (const [index, frame] of frames.entries()) {
    const data = compress(packRows(frame, width));
    if (isAnimated) {
      const place = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0)];
      chunks.push(chunk('fcTL', [...uint32(sequence++), ...place, ...uint16(delay), ...uint16(1000), 0, 0]));
    }
    chunks.push(index === 0 ? chunk('IDAT', data) : chunk('fdAT', [...uint32(sequence++), ...data]));
  }
  return Uint8Array.from([...signature, ...chunks.flat(), ...chunk('IEND', [])]);
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Packs four pixels into a byte; each row starts with the filter type 0. */
function packRows(pixels: Uint8Array, width: number): number[] {
  const bytes: number[] = [];
  for (let start = 0; start < pixels.length; start += width) {
    bytes.push(0);
    for (let x = start; x < start + width; x += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = pixels.subarray(x, x + 4);
      bytes.push((a << 6) | (b << 4) | (c << 2) | d);
    }
  }
  return bytes;
}

const largestBlock = 0xffff;

function compress(bytes: readonly number[]): number[] {
  const out = [0x78, 0x01];
  for (let start = 0; start < bytes.length; start += largestBlock) {
    const block = bytes.slice(start, start + largestBlock);
    const isLast = start + largestBlock >= bytes.length;
    const { length } = block;
    out.push(isLast ? 1 : 0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff, ...block);
  }
  return [...out, ...uint32(adler32(bytes))];
}

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...Array.from(type, (character) => character.charCodeAt(0)), ...data];
  return [...uint32(data.length), ...body, ...uint32(crc32(body))];
}

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function uint16(value: number): number[] {
  return [value >> 8, value & 0xff];
}

function adler32(bytes: readonly number[]): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
