/** Every vector of the event stream format, in its own chunks and split at every pair of positions. */
import { describe, expect, it } from 'vitest';
import {
  createFrameReader,
  FrameTooLongError,
} from '../../../../templates/runtime/client/streams/read-frames.ts';
import { joined, vectors, type Vector } from './sse-vectors.ts';

const encoder = new TextEncoder();

function read(chunks: readonly Uint8Array[]): Vector['expect'] {
  const reader = createFrameReader(10_000);
  const frames = chunks.flatMap((chunk) => reader.read(chunk));
  return {
    events: frames.map(({ event, data, lastEventId }) => ({ type: event ?? 'message', data, lastEventId })),
    lastEventId: reader.lastEventId,
    retry: reader.retryMs,
  };
}

describe.each(vectors)('$name', ({ chunks, expect: expected }) => {
  it('is read in its own chunks', () => {
    expect(read(chunks)).toEqual(expected);
  });

  it('is read the same when split at every pair of positions', () => {
    const whole = joined(chunks);
    const text = JSON.stringify(expected);
    for (let first = 0; first <= whole.length; first++) {
      for (let second = first; second <= whole.length; second++) {
        const cut = [whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)];
        // Why: one assertion per pair would dominate the run time, as there are thousands of pairs.
        if (JSON.stringify(read(cut)) !== text) expect({ first, second, ...read(cut) }).toEqual(expected);
      }
    }
  });

  it('is read the same byte by byte', () => {
    expect(read([...joined(chunks)].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });
});

describe('the length limit', () => {
  const bytes = (text: string): Uint8Array => encoder.encode(text);

  it.each([
    ['a line that does not end', ['data: ', 'x'.repeat(60), 'x'.repeat(60)]],
    ['an event of many lines', Array.from({ length: 20 }, () => 'data: 1234567\n')],
    ['an event in one piece', [`data: ${'x'.repeat(101)}\n\n`]],
  ])('rejects %s', (_name, chunks) => {
    const reader = createFrameReader(100);
    expect(() => chunks.forEach((chunk) => reader.read(bytes(chunk)))).toThrow(FrameTooLongError);
  });

  it.each([
    ['an event of the maximum length', [`data: ${'x'.repeat(100)}\n\n`]],
    ['a comment without end', [': ', 'x'.repeat(5_000)]],
    ['many short events', Array.from({ length: 100 }, () => 'data: 1234567\n\n')],
  ])('accepts %s', (_name, chunks) => {
    const reader = createFrameReader(100);
    expect(() => chunks.forEach((chunk) => reader.read(bytes(chunk)))).not.toThrow();
  });
});

it('a checkpoint is an id received after the last event', () => {
  const reader = createFrameReader(100);
  reader.read(encoder.encode('id: 1\ndata: a\n\n'));
  expect(reader.checkpoint).toBeNull();
  reader.read(encoder.encode('id: 7\n\n'));
  expect(reader.checkpoint).toBe('7');
  reader.read(encoder.encode('data: b\n\n'));
  expect(reader.checkpoint).toBeNull();
});
