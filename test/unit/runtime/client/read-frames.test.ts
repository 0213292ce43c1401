/**
 * Every vector of the event stream format, as it is written and cut at every pair of places.
 * A vector's chunks are texts, or bytes in hexadecimal where they are no UTF-8 by themselves.
 */
import { describe, expect, it } from 'vitest';
import { createFrameReader, FrameTooLongError } from '../../../../templates/runtime/client/read-frames.ts';
import vectors from './sse-vectors.json' with { type: 'json' };

type Chunk = string | { readonly hex: string };

interface Told {
  readonly events: readonly { readonly type: string; readonly data: string; readonly lastEventId: string }[];
  readonly lastEventId: string;
  readonly retry: number | null;
}

const encoder = new TextEncoder();

function bytesOf(chunk: Chunk): Uint8Array {
  if (typeof chunk === 'string') return encoder.encode(chunk);
  return Uint8Array.from(chunk.hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function read(chunks: readonly Uint8Array[]): Told {
  const reader = createFrameReader(10_000);
  const frames = chunks.flatMap((chunk) => reader.read(chunk));
  return {
    events: frames.map(({ event, data, lastEventId }) => ({ type: event ?? 'message', data, lastEventId })),
    lastEventId: reader.lastEventId,
    retry: reader.retryMs,
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

describe.each(vectors)('$name', ({ chunks, expect: wanted }) => {
  const written = (chunks as readonly Chunk[]).map(bytesOf);

  it('is read as it is written', () => {
    expect(read(written)).toEqual(wanted);
  });

  it('is read the same, cut at every pair of places', () => {
    const whole = joined(written);
    for (let first = 0; first <= whole.length; first++) {
      for (let second = first; second <= whole.length; second++) {
        const cut = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
        // Why: an assertion for each of many thousand pairs would take most of the time.
        const told = JSON.stringify(read(cut));
        if (told !== JSON.stringify(wanted)) expect({ first, second, told: read(cut) }).toEqual(wanted);
      }
    }
  });

  it('is read the same byte by byte', () => {
    expect(read([...joined(written)].map((byte) => Uint8Array.of(byte)))).toEqual(wanted);
  });
});

describe('the limit', () => {
  const bytes = (text: string): Uint8Array => encoder.encode(text);

  it.each([
    ['a line that does not end', ['data: ', 'x'.repeat(60), 'x'.repeat(60)]],
    ['an event of many lines', Array.from({ length: 20 }, () => 'data: 1234567\n')],
    ['an event in one piece', [`data: ${'x'.repeat(101)}\n\n`]],
  ])('holds for %s', (_name, chunks) => {
    const reader = createFrameReader(100);
    expect(() => chunks.forEach((chunk) => reader.read(bytes(chunk)))).toThrow(FrameTooLongError);
  });

  it.each([
    ['an event that just fits', [`data: ${'x'.repeat(100)}\n\n`]],
    ['a comment without end', [': ', 'x'.repeat(5_000)]],
    ['many short events', Array.from({ length: 100 }, () => 'data: 1234567\n\n')],
  ])('leaves alone %s', (_name, chunks) => {
    const reader = createFrameReader(100);
    expect(() => chunks.forEach((chunk) => reader.read(bytes(chunk)))).not.toThrow();
  });
});

describe('a checkpoint', () => {
  it('is an id that came after the last event', () => {
    const reader = createFrameReader(100);
    reader.read(encoder.encode('id: 1\ndata: a\n\n'));
    expect(reader.checkpoint).toBeNull();
    reader.read(encoder.encode('id: 7\n\n'));
    expect(reader.checkpoint).toBe('7');
    reader.read(encoder.encode('data: b\n\n'));
    expect(reader.checkpoint).toBeNull();
  });
});
