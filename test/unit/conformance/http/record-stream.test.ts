/**
 * Recording streams: every vector of the event stream format, cut at every place, and the data kept besides the frames.
 */
import { describe, expect, it } from 'vitest';
import { recordStream } from '../../../../conformance/http/record-stream.ts';
import type { StreamCapture } from '../../../../conformance/model/exchange.ts';
import { joined, vectors } from '../../runtime/client/sse-vectors.ts';

const encoder = new TextEncoder();
const noCaps = { events: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };

function record(chunks: readonly Uint8Array[], caps = noCaps): StreamCapture {
  const recorder = recordStream(caps);
  chunks.forEach((chunk, index) => recorder.push(chunk, index));
  return recorder.finish('closed');
}

function summarize({ frames, raw, rest }: StreamCapture): unknown {
  return { frames: frames.map(({ event, data }) => [event ?? 'message', data]), raw, rest };
}

describe.each(vectors)('$name', ({ chunks, expect: expected }) => {
  const whole = joined(chunks);

  it('dispatches the same events as a browser', () => {
    const { frames } = record(chunks);
    expect(frames.map(({ event, data }) => [event ?? 'message', data])).toEqual(
      expected.events.map(({ type, data }) => [type, data]),
    );
  });

  it('is recorded identically when it is cut at any place or read byte by byte', () => {
    const recorded = JSON.stringify(summarize(record([whole])));
    for (let cut = 0; cut <= whole.length; cut++)
      expect(JSON.stringify(summarize(record([whole.subarray(0, cut), whole.subarray(cut)])))).toBe(recorded);
    expect(JSON.stringify(summarize(record([...whole].map((byte) => Uint8Array.of(byte)))))).toBe(recorded);
  });
});

it.each([
  ['an empty stream', '', ''],
  ['a complete stream', 'data: 1\n\n', ''],
  ['a complete stream with CRLF', 'data: 1\r\ndata: 2\r\n\r\n', ''],
  ['a complete stream with CR', 'data: 1\r\r', ''],
  ['an incomplete line', 'data: 1\n\ndata: {"a', 'data: {"a'],
  ['fields without an empty line', 'data: 1\n\nevent: a\ndata: 2\n', 'event: a\ndata: 2\n'],
  ['fields with CRLF without an empty line', 'data: 1\r\n\r\ndata: 2\r\n', 'data: 2\r\n'],
  ['a comment', 'data: 1\n\n: still here\n', ''],
  ['an incomplete comment', 'data: 1\n\n: still', ''],
  ['a comment before fields', ': hello\ndata: 2', 'data: 2'],
  ['a comment between fields', 'data: 1\n: hello\ndata: 2', 'data: 1\n: hello\ndata: 2'],
  ['a byte order mark', '\uFEFF', ''],
  ['a byte order mark before fields', '\uFEFFdata: 1', 'data: 1'],
])('the unparsed rest of %s', (_name, text, rest) => {
  expect(record([encoder.encode(text)]).rest).toBe(rest);
});

describe('a frame', () => {
  const frameOf = (text: string) => record([encoder.encode(text)]).frames[0];

  it('has a number, a time, fields, a value and a size in bytes', () => {
    expect(frameOf('event: ping\nid: 7\ndata: {"a":"ö"}\n\n')).toEqual({
      number: 1,
      at: 0,
      event: 'ping',
      id: '7',
      data: '{"a":"ö"}',
      size: 10,
      value: { a: 'ö' },
      problem: null,
    });
  });

  it('without an event and an id has null for both', () => {
    expect(frameOf('data: 1\n\n')).toMatchObject({ event: null, id: null, value: 1 });
  });

  it('whose data is not JSON has a problem and no value', () => {
    const frame = frameOf('data: [DONE]\n\n');
    expect(frame?.problem).toContain('JSON');
    expect(frame).not.toHaveProperty('value');
  });
});

describe('caps', () => {
  const three = encoder.encode('data: 1\n\ndata: 2\n\ndata: 3\n\n');

  it('limit the number of events, even within one chunk', () => {
    const recorder = recordStream({ events: 2, bytes: 1_000 });
    expect(recorder.push(three, 0).map(({ data }) => data)).toEqual(['1', '2']);
    expect(recorder.full).toBe('events');
  });

  it('are reported once the bytes exceed them', () => {
    const recorder = recordStream({ events: 100, bytes: 27 });
    recorder.push(three.subarray(0, 20), 0);
    expect(recorder.full).toBeNull();
    recorder.push(three.subarray(20), 1);
    expect(recorder.full).toBe('bytes');
  });
});

it('a recording contains the chunks of the stream', () => {
  const { chunks, frames } = record([encoder.encode('data: 1\n'), encoder.encode('\ndata: 2\n\n')]);
  expect(chunks).toEqual([
    { at: 0, length: 8 },
    { at: 1, length: 10 },
  ]);
  expect(frames.map(({ at }) => at)).toEqual([1, 1]);
});
