/**
 * Writes what was read of a stream: its text as it came, and beside it when each piece of it did.
 */
import type { StreamCapture } from '../engine/exchange.ts';

/** A file to be written. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Makes the files of a stream.
 *
 * Units: `at` is milliseconds after the request was sent; lengths are bytes of the text.
 */
export function writeStream(name: string, { raw, pieces, frames, end }: StreamCapture): readonly TextFile[] {
  const times = {
    end,
    pieces,
    frames: frames.map(({ number, at, event, id, size }) => ({ number, at, event, id, size })),
  };
  return [
    { name: `${name}.sse`, text: raw },
    { name: `${name}.times.json`, text: `${JSON.stringify(times, null, 2)}\n` },
  ];
}
