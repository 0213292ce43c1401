import { describe, expect, test } from 'vitest';
import { encodeFrame, eventStream } from '../../../templates/runtime/event-stream.ts';

describe('a frame', () => {
  test.each([
    [{ type: 'ping' }, {}, 'data: {"type":"ping"}\n\n'],
    [{ type: 'ping' }, { event: 'ping' }, 'event: ping\ndata: {"type":"ping"}\n\n'],
    [{ a: 1 }, { id: '7' }, 'id: 7\ndata: {"a":1}\n\n'],
    [{ a: 1 }, { event: 'x', id: '0' }, 'event: x\nid: 0\ndata: {"a":1}\n\n'],
    [null, {}, 'data: null\n\n'],
  ])('of event %j with fields %j is %j', (event, fields, frame) => {
    expect(encodeFrame(event, fields)).toBe(frame);
  });

  test('encodes all kinds of line breaks within a single data line', () => {
    const text = 'a\nb\rc\r\nd\u2028e\u2029f\u0085g';
    const frame = encodeFrame({ text });
    expect(frame.split('\n')).toHaveLength(3);
    expect(frame).not.toContain('\r');
    expect(JSON.parse(frame.slice('data: '.length))).toEqual({ text });
  });

  test.each([undefined, () => 1, Symbol('x')])('rejects %o, which is not JSON', (value) => {
    expect(() => encodeFrame(value)).toThrow(TypeError);
  });

  test.each(['a\nb', 'a\rb', '\n'])('rejects the event name %j', (event) => {
    expect(() => encodeFrame({}, { event })).toThrow(TypeError);
  });

  test.each(['', 'a', '1a', '-1', '1.5', ' 1', '1\n2', '\0'])('rejects the id %j', (id) => {
    expect(() => encodeFrame({}, { id })).toThrow(TypeError);
  });
});

describe('a stream of single events', () => {
  test('emits them in order, one per batch', async () => {
    const batches = await Array.fromAsync(eventStream(countTo(3)).batches);
    expect(batches).toEqual([[1], [2], [3]]);
  });

  test('closes its source when the consumer stops early', async () => {
    const closed: string[] = [];
    for await (const [first] of eventStream(countTo(1000, () => closed.push('closed'))).batches) {
      expect(first).toBe(1);
      break;
    }
    expect(closed).toEqual(['closed']);
  });

  test('propagates an error of its source', async () => {
    async function* broken(): AsyncGenerator<number> {
      yield await Promise.resolve(1);
      throw new Error('gone');
    }
    await expect(Array.fromAsync(eventStream(broken()).batches)).rejects.toThrow('gone');
  });
});

async function* countTo(last: number, onClose: () => void = () => undefined): AsyncGenerator<number> {
  try {
    for (let n = 1; n <= last; n++) yield await Promise.resolve(n);
  } finally {
    onClose();
  }
}
