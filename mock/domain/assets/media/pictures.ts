/**
 * The pictures that the mock shows: a chart, and a parcel that moves.
 */
import { encodePng } from './png.ts';
import type { Color } from './png.ts';

const width = 160;
const height = 96;
const colors: readonly Color[] = [
  [255, 255, 255],
  [32, 48, 76],
  [244, 185, 66],
  [150, 164, 186],
];
const [paper, ink, accent, shade] = [0, 1, 2, 3] as const;

/** Draws a bar chart of three months. */
export function drawChart(): Uint8Array {
  const pixels = new Uint8Array(width * height).fill(paper);
  for (const y of [20, 40, 60]) fillBox(pixels, { x: 16, y, width: 136, height: 1 }, shade);
  for (const [index, value] of [34, 50, 62].entries())
    fillBox(
      pixels,
      { x: 30 + index * 42, y: 80 - value, width: 26, height: value },
      index === 2 ? accent : ink,
    );
  fillBox(pixels, { x: 15, y: 10, width: 2, height: 72 }, ink);
  fillBox(pixels, { x: 15, y: 80, width: 137, height: 2 }, ink);
  return encodePng({ width, height, colors, frames: [pixels], delay: 0 });
}

const frameCount = 8;

/** Draws a parcel that crosses the picture, as an animation. */
export function drawMovingParcel(): Uint8Array {
  const frames = Array.from({ length: frameCount }, (_, frame) => {
    const pixels = new Uint8Array(width * height).fill(paper);
    const x = 4 + frame * 17;
    fillBox(pixels, { x: 0, y: 76, width, height: 4 }, shade);
    fillBox(pixels, { x, y: 40, width: 32, height: 32 }, accent);
    fillBox(pixels, { x: x + 13, y: 40, width: 6, height: 32 }, ink);
    return pixels;
  });
  return encodePng({ width, height, colors, frames, delay: 125 });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function fillBox(pixels: Uint8Array, box: Box, color: number): void {
  for (let y = box.y; y < box.y + box.height; y += 1)
    pixels.fill(color, y * width + box.x, y * width + Math.min(width, box.x + box.width));
}
