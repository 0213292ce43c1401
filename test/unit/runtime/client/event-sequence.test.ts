import {
  readFrameEvent,
  readJsonEvent,
  readTextEvent,
} from '../../../../templates/runtime/client/streams/read-event.ts';
import { inPath, inQuery } from '../../../../templates/runtime/client/parameter-places.ts';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../../templates/runtime/client/call.ts';
import {
  AbortError,
  ApiError,
  MalformedEventError,
  MalformedResponseError,
  StreamBrokenError,
  UnexpectedStatusError,
} from '../../../../templates/runtime/client/errors.ts';
import {
  openStream,
  type EventSequence,
  type SequenceOptions,
} from '../../../../templates/runtime/client/streams/event-sequence.ts';
import { wantsStream, type StreamCall } from '../../../../templates/runtime/client/streams/resume.ts';
import type { AnyApiResponse } from '../../../../templates/runtime/client/api-response.ts';
import {
  callOf,
  collect,
  fakeClient,
  jsonResponse,
  rejection,
  streamResponse,
  type Fake,
  type Reaction,
} from './support.ts';

interface Tick {
  readonly type: string;
  readonly n: number;
}

const responses: Call['responses'] = [
  { statuses: [200], isStream: true, mediaType: 'text/event-stream' },
  { statuses: [200, 404, 503], mediaType: 'application/json' },
  { statuses: [204] },
];

/** A stream that is fetched again after the last event. */
const follow: StreamCall = {
  ...callOf({
    id: 'followRun',
    path: '/runs/{runId}/events',
    responses,
    parameters: [
      { name: 'runId', in: inPath },
      { name: 'after', in: inQuery },
    ],
  }),
  stream: {
    read: readJsonEvent,
    accept: 'text/event-stream, application/json',
    tag: 'type',
    last: ['end'],
    pauses: ['pause'],
    resume: { cursor: { in: 'query', name: 'after' } },
  },
};

/** A stream that is continued by another operation. */
const start: StreamCall = {
  ...callOf({ id: 'startRun', method: 'POST', path: '/runs', responses }),
  stream: {
    read: readJsonEvent,
    tag: 'type',
    last: ['end'],
    pauses: ['pause'],
    resume: {
      call: follow,
      cursor: { in: 'query', name: 'after' },
      position: 'n',
      path: { runId: 'event.run' },
    },
  },
};

function tick(n: number, type = 'tick'): string {
  return `id: ${n}\ndata: ${JSON.stringify({ type, n, run: 'r1' })}\n\n`;
}

const ticks = (...numbers: readonly number[]): string[] => numbers.map((n) => tick(n));

function open(
  fake: Fake,
  call: StreamCall = follow,
  options: SequenceOptions = {},
): EventSequence<Tick, AnyApiResponse> {
  return openStream(fake.client, call, call === start ? {} : { path: { runId: 'r1' } }, options);
}

async function numbers(events: AsyncIterable<Tick>, most?: number): Promise<number[]> {
  return (await collect(events, most)).map(({ n }) => n);
}

describe('an event sequence', () => {
  it('sends nothing before it is read', () => {
    const fake = fakeClient([streamResponse([])]);
    open(fake);
    expect(fake.sent).toEqual([]);
  });

  it('ends at its final event, even on an open connection', async () => {
    let isCancelled = false;
    const frames = [tick(0), tick(1, 'end'), tick(2)];
    const fake = fakeClient([streamResponse(frames, 'open', () => (isCancelled = true))]);
    expect(await numbers(open(fake))).toEqual([0, 1]);
    expect(isCancelled).toBe(true);
    expect(fake.sent).toHaveLength(1);
  });

  it('continues after a pause that is over, and ends if the service closes at one', async () => {
    const frames = [tick(0), tick(1, 'pause'), tick(2), tick(3, 'pause')];
    const fake = fakeClient([streamResponse(frames)]);
    expect(await numbers(open(fake))).toEqual([0, 1, 2, 3]);
    expect(fake.sent).toHaveLength(1);
  });

  it('reconnects when it breaks at a pause, and ends if there is nothing after it', async () => {
    const fake = fakeClient([streamResponse([tick(0), tick(1, 'pause')], 'break'), streamResponse([])]);
    expect(await numbers(open(fake))).toEqual([0, 1]);
    expect(fake.sent.map(({ url }) => url.search)).toEqual(['', '?after=1']);
  });

  it('releases the connection when the loop exits', async () => {
    const fake = fakeClient([streamResponse(ticks(0, 1, 2), 'open')]);
    expect(await numbers(open(fake), 2)).toEqual([0, 1]);
    expect(fake.sent[0]?.init.signal?.aborted).toBe(true);
  });

  it('can be closed while waiting for an event', async () => {
    const events = open(fakeClient([streamResponse(ticks(0), 'open')]));
    const reader = events[Symbol.asyncIterator]();
    expect(await reader.next()).toMatchObject({ done: false });
    const waiting = reader.next();
    await reader.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('can be read only once', async () => {
    const events = open(fakeClient([streamResponse([tick(0, 'end')])]));
    await collect(events);
    expect(() => events[Symbol.asyncIterator]()).toThrow(TypeError);
  });

  it('has the id of the last event', async () => {
    const events = open(fakeClient([streamResponse([tick(4), tick(5, 'end')])]));
    expect(events.lastEventId).toBeNull();
    await collect(events);
    expect(events.lastEventId).toBe('5');
  });

  it('exposes the response that opened it, whose body is the sequence', async () => {
    const fake = fakeClient([streamResponse([tick(0, 'end')])]);
    const events = open(fake);
    const response = await events.opened();
    expect(response).toMatchObject({ status: 200, contentType: 'text/event-stream' });
    expect(await numbers(response.body as AsyncIterable<Tick>)).toEqual([0]);
    expect(fake.sent).toHaveLength(1);
  });

  it('accepts a stream or any other declared media type', async () => {
    const fake = fakeClient([streamResponse([])]);
    await open(fake).opened();
    expect(fake.sent[0]?.headers.get('accept')).toBe('text/event-stream, application/json');
  });

  it.each([
    ['an error response', jsonResponse(404, { error: 'No such run' }), ApiError],
    ['a response without a stream', jsonResponse(200, {}), MalformedResponseError],
    ['an undeclared status', jsonResponse(418, {}), UnexpectedStatusError],
  ])('is rejected with %s', async (_name, response, kind) => {
    const fake = fakeClient([response]);
    expect(await rejection(collect(open(fake)))).toBeInstanceOf(kind);
    expect(fake.sent).toHaveLength(1);
  });

  it('is empty if the service has nothing to stream', async () => {
    const fake = fakeClient([new Response(null, { status: 204 })]);
    expect(await collect(open(fake))).toEqual([]);
    expect(fake.sent).toHaveLength(1);
  });

  it('ends with the connection if no final event is declared', async () => {
    const call: StreamCall = { ...follow, stream: { read: readJsonEvent } };
    expect(await numbers(open(fakeClient([streamResponse(ticks(0, 1))]), call))).toEqual([0, 1]);
  });

  it('ends at [DONE]', async () => {
    const call: StreamCall = { ...start, stream: { read: readJsonEvent } };
    const fake = fakeClient([streamResponse(['data: {"n":0}\n\n', 'data: [DONE]\n\n'], 'open')]);
    expect(await numbers(open(fake, call))).toEqual([0]);
  });

  it.each([
    ['text', readTextEvent, 'a'],
    ['frames', readFrameEvent, { event: 'x', id: '1', data: 'a' }],
  ])('yields %s events', async (_name, read, event) => {
    const call = { ...start, stream: { read } };
    const fake = fakeClient([streamResponse(['event: x\nid: 1\ndata: a\n\n'])]);
    expect(await collect(open(fake, call))).toEqual([event]);
  });

  it.each([
    ['is not JSON', ['data: {"type":\n\n'], {}],
    ['is too long', [`data: ${'x'.repeat(200)}`], { maxEventLength: 100 }],
  ])('is rejected for an event that %s', async (_name, frames, options) => {
    const fake = fakeClient([streamResponse(frames, 'open')]);
    expect(await rejection(collect(open(fake, follow, options)))).toBeInstanceOf(MalformedEventError);
    expect(fake.sent).toHaveLength(1);
  });

  it('is rejected when the caller aborts', async () => {
    const controller = new AbortController();
    const fake = fakeClient([streamResponse(ticks(0), 'open')]);
    const reader = open(fake, follow, { signal: controller.signal })[Symbol.asyncIterator]();
    await reader.next();
    const waiting = rejection(reader.next());
    controller.abort('enough');
    const error = await waiting;
    expect(error).toBeInstanceOf(AbortError);
    expect(error.cause).toBe('enough');
  });
});

describe('a broken connection', () => {
  const broken = (...shown: readonly number[]): Reaction => streamResponse(ticks(...shown), 'break');

  it('includes one that was closed cleanly before the final event', async () => {
    const fake = fakeClient([streamResponse(ticks(0)), streamResponse([tick(1, 'end')])]);
    expect(await numbers(open(fake))).toEqual([0, 1]);
  });

  it('is resumed from the position in the event if the frame has none', async () => {
    const frame = tick(7).replace('id: 7\n', '');
    const fake = fakeClient([streamResponse([frame], 'break'), streamResponse([tick(8, 'end')])]);
    expect(await numbers(open(fake, start))).toEqual([7, 8]);
    expect(fake.sent[1]?.url.search).toBe('?after=7');
  });

  it('does not duplicate events that the service repeats', async () => {
    const fake = fakeClient([
      broken(8, 9, 10),
      broken(9, 10, 11),
      streamResponse([...ticks(10, 11), tick(12, 'end')]),
    ]);
    expect(await numbers(open(fake))).toEqual([8, 9, 10, 11, 12]);
  });

  it('does not duplicate events whose ids have no order', async () => {
    const frame = (id: string): string => tick(0).replace('id: 0', `id: ${id}`);
    const fake = fakeClient([
      streamResponse([frame('b'), frame('a')], 'break'),
      streamResponse([frame('b'), frame('a'), frame('c'), tick(0, 'end')]),
    ]);
    expect(await collect(open(fake))).toHaveLength(4);
  });

  it('is resumed at ids beyond the safe integers', async () => {
    const at = (digit: number): string =>
      tick(digit, digit === 9 ? 'end' : 'tick').replace(`id: ${digit}`, `id: 900719925474099${digit}`);
    const fake = fakeClient([streamResponse([at(7)], 'break'), streamResponse([at(7), at(8), at(9)])]);
    expect(await numbers(open(fake))).toEqual([7, 8, 9]);
  });

  it('is resumed at an id that came without an event', async () => {
    const fake = fakeClient([
      streamResponse([tick(3), 'id: 6\n\n'], 'break'),
      streamResponse([tick(7, 'end')]),
    ]);
    expect(await numbers(open(fake))).toEqual([3, 7]);
    expect(fake.sent[1]?.url.search).toBe('?after=6');
  });

  it('is resumed with the standard header if the operation has no parameter for it', async () => {
    const resume = { cursor: { in: 'header', name: 'last-event-id' } } as const;
    const call: StreamCall = { ...follow, stream: { ...follow.stream, resume } };
    const fake = fakeClient([broken(0), streamResponse([tick(1, 'end')])]);
    await collect(open(fake, call));
    expect(fake.sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '0']);
  });

  it('is retried with growing delays until an event arrives', async () => {
    const nothing = streamResponse([], 'break');
    const fake = fakeClient([
      broken(0),
      nothing,
      nothing,
      broken(1),
      nothing,
      streamResponse([tick(2, 'end')]),
    ]);
    expect(await numbers(open(fake))).toEqual([0, 1, 2]);
    expect(fake.timing.waits).toEqual([1_000, 2_000, 4_000, 1_000, 2_000]);
  });

  it('is given up after five attempts without an event', async () => {
    const fake = fakeClient([broken(0), streamResponse([], 'break')]);
    const error = await rejection(collect(open(fake)));
    expect(error).toBeInstanceOf(StreamBrokenError);
    expect(error).toMatchObject({ lastEventId: '0' });
    expect(fake.timing.waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(fake.sent).toHaveLength(6);
  });

  it('is given up after five attempts with repeated events only', async () => {
    const fake = fakeClient([broken(0)]);
    expect(await rejection(collect(open(fake)))).toBeInstanceOf(StreamBrokenError);
    expect(fake.sent).toHaveLength(6);
  });

  it('is retried after the delay that the stream requests', async () => {
    const fake = fakeClient([
      streamResponse(['retry: 3000\n', tick(0)], 'break'),
      streamResponse([tick(1, 'end')]),
    ]);
    await collect(open(fake));
    expect(fake.timing.waits).toEqual([3_000]);
  });

  it.each<[string, Reaction]>([
    ['503', jsonResponse(503, {}, { 'retry-after': '20' })],
    ['an undocumented 502', new Response('bad gateway', { status: 502 })],
    ['no response', new TypeError('fetch failed')],
  ])('is retried after %s', async (_name, reaction) => {
    const fake = fakeClient([broken(0), reaction, streamResponse([tick(1, 'end')])]);
    expect(await numbers(open(fake))).toEqual([0, 1]);
    expect(fake.timing.waits.at(-1)).toBe(_name === '503' ? 20_000 : 2_000);
  });

  it.each<[string, Reaction]>([
    ['404', jsonResponse(404, {})],
    ['503 for an hour', jsonResponse(503, {}, { 'retry-after': '3600' })],
  ])('is not retried after %s', async (_name, reaction) => {
    const fake = fakeClient([broken(0), reaction]);
    expect(await rejection(collect(open(fake)))).toBeInstanceOf(ApiError);
    expect(fake.sent).toHaveLength(2);
  });

  it('ends the sequence if the service then responds with no content', async () => {
    const fake = fakeClient([broken(0), new Response(null, { status: 204 })]);
    expect(await numbers(open(fake))).toEqual([0]);
    expect(fake.sent).toHaveLength(2);
  });

  it('is an error if nothing defines how to resume', async () => {
    const silent: StreamCall = { ...start, stream: { read: readJsonEvent, tag: 'type', last: ['end'] } };
    for (const [call, frames, options] of [
      [silent, ticks(0), {}],
      [follow, ticks(0), { resume: false }],
      [start, [tick(0).replaceAll('"run":"r1"', '"run":null')], {}],
      [follow, [tick(0).replace('id: 0\n', '')], {}],
      [start, [], {}],
    ] as const) {
      const fake = fakeClient([streamResponse(frames, 'break')]);
      expect(await rejection(collect(open(fake, call, options)))).toBeInstanceOf(StreamBrokenError);
      expect(fake.sent).toHaveLength(1);
    }
  });

  it('is detected by a long silence', async () => {
    const fake = fakeClient([streamResponse(ticks(0), 'open'), streamResponse([tick(1, 'end')])]);
    expect(await numbers(open(fake, follow, { idleTimeoutMs: 30_000 }))).toEqual([0, 1]);
    expect(fake.sent[1]?.url.search).toBe('?after=0');
  });

  it('can be aborted during the delay', async () => {
    const controller = new AbortController();
    const fake = fakeClient([broken(0)]);
    fake.timing.isEager = false;
    const reading = rejection(collect(open(fake, follow, { signal: controller.signal })));
    while (fake.timing.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await reading).toBeInstanceOf(AbortError);
    expect(fake.timing.pending).toBe(0);
  });
});

describe('an id given by the caller', () => {
  it('can be the last one, with nothing after it', async () => {
    const fake = fakeClient([streamResponse([])]);
    expect(await numbers(open(fake, follow, { lastEventId: '9' }))).toEqual([]);
    expect(fake.sent.map(({ url }) => url.search)).toEqual(['?after=9']);
  });

  it('can be given as the request parameter', async () => {
    const fake = fakeClient([
      streamResponse(ticks(10, 11), 'break'),
      streamResponse([tick(11), tick(12, 'end')]),
    ]);
    const request = { path: { runId: 'r1' }, query: { after: 9, conversation: 'c' } };
    const events = openStream<Tick, AnyApiResponse>(fake.client, follow, request);
    expect([events.lastEventId, await numbers(events)]).toEqual(['9', [10, 11, 12]]);
    expect(fake.sent.map(({ url }) => url.search)).toEqual(['?after=9', '?after=11']);
    const none = openStream<Tick, AnyApiResponse>(fakeClient([streamResponse([])]).client, follow, request);
    expect(await collect(none)).toEqual([]);
  });

  it('sets the start of a stream that is not resumed', async () => {
    const fake = fakeClient([streamResponse(ticks(10), 'break')]);
    const events = open(fake, follow, { lastEventId: '9', resume: false });
    expect(await rejection(collect(events))).toBeInstanceOf(StreamBrokenError);
    expect(fake.sent.map(({ url }) => url.search)).toEqual(['?after=9']);
  });

  it('sets the start of a stream that can start anywhere', async () => {
    const fake = fakeClient([streamResponse([tick(4, 'end')])]);
    await collect(open(fake, follow, { lastEventId: '3' }));
    expect(fake.sent[0]?.url.search).toBe('?after=3');
  });

  it('sets the start of the stream that resumes another', async () => {
    const frames = [tick(4).replace('id: 4\n', '').replace('"n":4,', '')];
    const fake = fakeClient([streamResponse(frames, 'break'), streamResponse([tick(5, 'end')])]);
    await collect(open(fake, start, { lastEventId: '3' }));
    expect(fake.sent.map(({ url }) => url.search)).toEqual(['', '?after=3']);
  });
});

it.each([
  [{}, true],
  [{ streamResponse: false }, false],
  [{ options: { streamResponse: false } }, false],
  [{ streamResponse: true, options: { streamResponse: false } }, true],
  [undefined, true],
])('the choice of a streamed response for the body %j: %s', (body, isStreamed) => {
  const choice = { paths: ['streamResponse', 'options.streamResponse'], default: true };
  expect(wantsStream({ ...start, stream: { read: readJsonEvent, choice } }, { body })).toBe(isStreamed);
});
