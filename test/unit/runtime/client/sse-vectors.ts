/**
 * Vectors for the event stream format of the HTML standard: the chunks of a stream and the events read from them.
 */

/** Part of a stream: text, or hexadecimal bytes if they are not valid UTF-8 on their own. */
export type Chunk = string | { readonly hex: string };

/** A vector with the expected events and state of the reader. Units: `retry` in milliseconds. */
export interface Vector {
  readonly name: string;
  readonly chunks: readonly Uint8Array[];
  readonly expect: {
    readonly events: readonly {
      readonly type: string;
      readonly data: string;
      readonly lastEventId: string;
    }[];
    readonly lastEventId: string;
    readonly retry: number | null;
  };
}

/** An event: its data, or its fields if any besides the data differ from the defaults. */
type Event = string | { readonly type?: string; readonly data: string; readonly lastEventId?: string };
/** Shape: `lastEventId` at the end is that of the last event unless the row has another. */
type Row = readonly [
  name: string,
  chunks: readonly Chunk[],
  events: readonly Event[],
  end?: { readonly lastEventId?: string; readonly retry?: number },
];

const rows: readonly Row[] = [
  ['one event', ['data: hello\n\n'], ['hello']],
  ['no space after the colon', ['data:hello\n\n'], ['hello']],
  ['only one space is removed', ['data:  hello\n\n'], [' hello']],
  ['a tab is kept', ['data:\thello\n\n'], ['\thello']],
  ['trailing spaces are kept', ['data: hello  \n\n'], ['hello  ']],
  ['colons in the value', ['data: {"a":"b: c"}\n\n'], ['{"a":"b: c"}']],
  ['several data lines', ['data: a\ndata: b\ndata:\ndata: c\n\n'], ['a\nb\n\nc']],
  ['empty data dispatches', ['data:\n\ndata\n\n'], ['', '']],
  ['two empty data lines', ['data\ndata\n\n'], ['\n']],
  ['no data, no event', ['event: x\n\nid: 3\n\n: c\n\n'], [], { lastEventId: '3' }],
  ['type does not leak over an empty block', ['event: x\n\ndata: a\n\n'], ['a']],
  ['type is per event', ['event: x\ndata: a\n\ndata: b\n\n'], [{ type: 'x', data: 'a' }, 'b']],
  ['last event line wins', ['event: x\nevent: y\ndata: a\n\n'], [{ type: 'y', data: 'a' }]],
  ['empty event line means message', ['event: x\nevent:\ndata: a\n\n'], ['a']],
  ['event after data', ['data: a\nevent: x\n\n'], [{ type: 'x', data: 'a' }]],
  [
    'id persists',
    ['id: 1\ndata: a\n\ndata: b\n\n'],
    [
      { data: 'a', lastEventId: '1' },
      { data: 'b', lastEventId: '1' },
    ],
  ],
  ['empty id resets', ['id: 1\ndata: a\n\nid\ndata: b\n\n'], [{ data: 'a', lastEventId: '1' }, 'b']],
  ['id in a block without data', ['id: 7\n\ndata: a\n\n'], [{ data: 'a', lastEventId: '7' }]],
  [
    'id with NUL is ignored',
    ['id: 1\ndata: a\n\nid: 2', { hex: '00' }, '3\ndata: b\n\n'],
    [
      { data: 'a', lastEventId: '1' },
      { data: 'b', lastEventId: '1' },
    ],
  ],
  ['id keeps inner and trailing spaces', ['id:  a b \ndata: x\n\n'], [{ data: 'x', lastEventId: ' a b ' }]],
  [
    'id of an unfinished event is ignored',
    ['id: 1\ndata: a\n\nid: 2\ndata: b\n'],
    [{ data: 'a', lastEventId: '1' }],
  ],
  ['retry', ['retry: 1500\ndata: a\n\n'], ['a'], { retry: 1500 }],
  ['retry needs no blank line', ['retry: 1500\n'], [], { retry: 1500 }],
  [
    'retry with other characters is ignored',
    ['retry: 10\nretry: 1e3\nretry: -5\nretry: 1.5\nretry: 0x10\nretry:  7\nretry: 8 \nretry: ١\n\n'],
    [],
    { retry: 10 },
  ],
  ['retry with leading zeros', ['retry: 0020\n\n'], [], { retry: 20 }],
  ['comments', [': keepalive\n:\n:data: no\ndata: a\n: between\ndata: b\n\n'], ['a\nb']],
  ['unknown fields', ['foo: bar\nfoo\ndata: a\nDATA: b\nData: c\n\n'], ['a']],
  ['field names are exact', ['data : x\n data: y\ndataa: z\ndat: w\ndata: a\n\n'], ['a']],
  [
    'longer names that start with a known one',
    ['event-id: 1\nidx: 2\nretry-after: 3\nevents: e\ndata: a\n\n'],
    ['a'],
  ],
  ['CR lines', ['data: a\rdata: b\r\rdata: c\r\r'], ['a\nb', 'c']],
  ['CRLF lines', ['data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n'], ['a\nb', 'c']],
  ['mixed line ends', ['data: a\ndata: b\rdata: c\r\n\ndata: d\r\r\ndata: e\n\r'], ['a\nb\nc', 'd', 'e']],
  ['CRLF split between chunks', ['data: a\r', '\ndata: b\r', '\n\r', '\ndata: c\r\n\r\n'], ['a\nb', 'c']],
  ['CR at the end of a chunk, then no LF', ['data: a\r', 'data: b\r', '\r', 'data: c\n\n'], ['a\nb', 'c']],
  ['CR, empty chunk, LF', ['data: a\r', '', '\n', 'data: b\r\n\r\n'], ['a\nb']],
  ['LF CR is two line ends', ['data: a\n\rdata: b\n\n'], ['a', 'b']],
  ['CR LF CR', ['data: a\r\n\rdata: b\n\n'], ['a', 'b']],
  ['trailing CR CR ends the stream', ['data: a\r\r'], ['a']],
  ['trailing CR ends an event line', ['data: a\n', '\r'], ['a']],
  [
    'other line separators are part of the data',
    ['data: a\u2028b\u2029c\u0085d\u000be\ff\n\n'],
    ['a\u2028b\u2029c\u0085d\u000be\ff'],
  ],
  ['NUL in data is kept', ['data: a', { hex: '00' }, 'b\n\n'], ['a\u0000b']],
  ['BOM', ['\ufeffdata: a\n\n'], ['a']],
  ['BOM split between chunks', [{ hex: 'ef' }, { hex: 'bb' }, { hex: 'bf' }, 'data: a\n\n'], ['a']],
  ['BOM after an empty chunk', ['', '\ufeff', 'data: a\n\n'], ['a']],
  ['two BOMs: the second is part of the name', ['\ufeff\ufeffdata: a\ndata: b\n\n'], ['b']],
  ['BOM later is not removed', ['data: a\n\n\ufeffdata: b\ndata: c\n\n'], ['a', 'c']],
  ['BOM in a value', ['data: \ufeffa\n\n'], ['\ufeffa']],
  ['BOM then blank line', ['\ufeff\n\ndata: a\n\n'], ['a']],
  ['two bytes of a BOM are not a BOM', [{ hex: 'efbb' }, 'data: x\ndata: a\n\n'], ['a']],
  [
    'UTF-8 split inside a code point',
    [{ hex: '646174613a20f09f' }, { hex: '9982c3' }, { hex: 'a9e6' }, { hex: 'bca20a0a' }],
    ['🙂é漢'],
  ],
  ['bad UTF-8 becomes U+FFFD', [{ hex: '646174613a2061ff62c0af630a0a' }], ['a\ufffdb\ufffd\ufffdc']],
  ['truncated code point before a line end', [{ hex: '646174613a20f09f0a0a' }], ['\ufffd']],
  ['unfinished event is dropped', ['data: a\n\ndata: b\n'], ['a']],
  ['unfinished line is dropped', ['data: a\n\ndata: b'], ['a']],
  ['empty stream', [], []],
  ['only line ends', ['\n\n\r\n\r\r'], []],
  ['many blank lines', ['data: a\n\n\n\n\ndata: b\n\n'], ['a', 'b']],
  ['field name only, no colon', ['data\nevent\nid\nretry\n\n'], ['']],
  ['JSON with escaped breaks', ['data: {"t":"a\\nb\\r\\nc"}\n\n'], ['{"t":"a\\nb\\r\\nc"}']],
  [
    'an event called error',
    ['event: error\ndata: {"type":"error"}\n\n'],
    [{ type: 'error', data: '{"type":"error"}' }],
  ],
  [
    'names of Object.prototype',
    ['__proto__: x\nconstructor: y\nevent: __proto__\nid: constructor\ndata: a\n\n'],
    [{ type: '__proto__', data: 'a', lastEventId: 'constructor' }],
  ],
  ['words cut in the middle', ['da', 'ta: he', 'llo', '\n', '\n'], ['hello']],
  [
    'name cut from the colon',
    ['data', ':', ' ', 'a', '\nid', ':1', '\n\n'],
    [{ data: 'a', lastEventId: '1' }],
  ],
  ['comment cut in chunks', [': keep', 'alive\n', 'data: a\n\n'], ['a']],
  [
    'unknown long line in chunks is skipped, not joined to the next',
    ['foo: ba', 'r', '\ndata: a\n\n'],
    ['a'],
  ],
  ['unknown line that ends with CR at a chunk end', ['foo: bar\r', '\ndata: a\r', '\n\r', '\n'], ['a']],
];

export const vectors: readonly Vector[] = rows.map(([name, chunks, shown, end]) => {
  const events = shown.map((event) => {
    const { type = 'message', data, lastEventId = '' } = typeof event === 'string' ? { data: event } : event;
    return { type, data, lastEventId };
  });
  const lastEventId = events.at(-1)?.lastEventId ?? '';
  return { name, chunks: chunks.map(bytesOf), expect: { events, lastEventId, retry: null, ...end } };
});

/** Joins chunks into one. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

function bytesOf(chunk: Chunk): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  return Uint8Array.from(chunk.hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
