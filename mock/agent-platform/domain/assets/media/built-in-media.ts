/** The media that every world serves as public assets of the organization `mock`, for use in scenarios. */
import { base64, speak } from '../speech.ts';
import { encodePng, type Color } from './png.ts';

/** The organization of the media. It does not exist in any fixture. */
export const mediaOrganization = 'mock';

/** A file. Shape: `body` is base64. */
export interface Medium {
  readonly contentType: string;
  readonly body: string;
}

interface MediumSource {
  readonly contentType: string;
  readonly content: () => Uint8Array;
}

const media: Readonly<Record<string, MediumSource>> = {
  'chart.png': { contentType: 'image/png', content: drawChart },
  'parcel.png': { contentType: 'image/png', content: drawMovingParcel },
  'greeting.wav': {
    contentType: 'audio/wav',
    content: () => speak('Your parcel arrives tomorrow.', '').wav,
  },
  'return-label.pdf': {
    contentType: 'application/pdf',
    content: () =>
      new TextEncoder().encode(
        writePdf(['Return label', 'Order order_1042', 'Backlot Studio, Western Street 4, Bergen']),
      ),
  },
};

const cache = new Map<string, Medium>();

export function findMedium(name: string): Medium | undefined {
  const source = Object.hasOwn(media, name) ? media[name] : undefined;
  const medium =
    cache.get(name) ?? (source && { contentType: source.contentType, body: base64(source.content()) });
  if (medium !== undefined) cache.set(name, medium);
  return medium;
}

/** Writes lines of text on a page, the first one as its title. Shape: ASCII only. */
export function writePdf(lines: readonly string[]): string {
  const text = lines.map((line, index) => textLine(line, index)).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 298] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return (
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  );
}

/** Units: points from the lower left corner. */
function textLine(line: string, index: number): string {
  const size = index === 0 ? 20 : 12;
  const escaped = line.replaceAll(/[\\()]/g, '\\$&');
  return `BT /F1 ${size} Tf 36 ${250 - index * 24} Td (${escaped}) Tj ET`;
}

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
