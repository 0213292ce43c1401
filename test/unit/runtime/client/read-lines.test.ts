/** Sequences of JSON values are read as a server writes them, however their bytes are chunked. */
import { describe, expect, it } from 'vitest';
import {
  createFrameReader,
  FrameTooLongError,
  type FrameReader,
} from '../../../../templates/runtime/client/streams/read-frames.ts';
import {
  createLineReader,
  createRecordReader,
} from '../../../../templates/runtime/client/streams/read-lines.ts';
import { itemWriter } from '../../../../templates/runtime/server/stream-frames.ts';

const values = [{ text: 'line\n\u001e"é😀"' }, 1, [null], 'x'];

function readAll(reader: FrameReader, text: string, size: number): unknown[] {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
  const frames = [...chunks.flatMap((chunk) => reader.read(chunk)), ...(reader.end?.() ?? [])];
  return frames.map(({ data }) => JSON.parse(data) as unknown);
}

describe.each([
  ['application/jsonl', createLineReader],
  ['application/json-seq', createRecordReader],
])('a stream of %s', (mediaType, create) => {
  const write = itemWriter(mediaType);
  const text = values.map((value) => write?.(value) ?? '').join('');

  it.each([1, 7, 1_000])('is read in chunks of %d bytes', (size) => {
    expect(readAll(create(100), text, size)).toEqual(values);
  });

  it('may end without a line feed', () => {
    expect(readAll(create(100), text.trimEnd(), 3)).toEqual(values);
  });

  it('returns a value as soon as it is complete', () => {
    const reader = create(100);
    const frames = reader.read(new TextEncoder().encode(write?.(1) ?? ''));
    expect(frames.map(({ data }) => data)).toEqual(['1']);
  });

  it('returns text that is not JSON', () => {
    const text = write?.(0)?.replace('0', '{"a": ]}') ?? '';
    const frames = create(100).read(new TextEncoder().encode(text));
    expect(frames.map(({ data }) => data)).toEqual(['{"a": ]}']);
  });

  it('rejects a value that is too long', () => {
    expect(() => create(3).read(new TextEncoder().encode('"aaaa'))).toThrow(FrameTooLongError);
  });
});

describe.each([
  ['text/event-stream', createFrameReader, 'data: ', '\n\n'],
  ['application/jsonl', createLineReader, '', '\n'],
  ['application/json-seq', createRecordReader, '\u001e', '\n'],
])('a long value of %s', (_mediaType, create, start, end) => {
  // Why: reading all previous pieces again for each piece takes minutes.
  it('is read in time that grows with its length', { timeout: 20_000 }, () => {
    const reader = create(Number.MAX_SAFE_INTEGER);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const piece = bytes('x'.repeat(64));
    reader.read(bytes(`${start}["`));
    for (let count = 0; count < 40_000; count += 1) reader.read(piece);
    expect(reader.read(bytes(`"]${end}`)).map(({ data }) => data.length)).toEqual([64 * 40_000 + 4]);
  });
});

it('frames of text/event-stream have another writer', () => {
  expect(itemWriter('text/event-stream; charset=utf-8')).toBeNull();
});
