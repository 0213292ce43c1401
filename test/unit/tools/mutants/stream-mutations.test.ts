/** Mutations of streams change single events and nothing outside of their target. */
import { describe, expect, it } from 'vitest';
import type { Mutation } from '../../../../tools/selftest/mutations/mutation.ts';
import {
  breakAfter,
  dropEventsOf,
  editEvents,
  editEventsOf,
  editFirstOf,
  editListed,
  editStream,
  bufferStream,
  withProperties,
} from '../../../../tools/selftest/mutations/stream-mutations.ts';
import { jsonService, send, jsonIn, piecesIn, runRequest, streaming } from './support.ts';

const start = { type: 'text_start', seq: 1, id: 'a' };
const one = { type: 'text_delta', seq: 2, id: 'a', delta: 'x' };
const two = { type: 'text_delta', seq: 3, id: 'a', delta: 'y' };

async function mutatedEvents(mutation: Mutation): Promise<readonly unknown[]> {
  const response = await send(mutation, streaming([start, one], [two]), runRequest);
  const text = (await piecesIn(response)).join('');
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as unknown);
}

describe('a mutation of a stream', () => {
  it('changes the events of a type, in every batch', async () => {
    const mutation = editEventsOf({}, 'text_delta', (event) => {
      event['delta'] = 1;
    });
    expect(await mutatedEvents(mutation)).toEqual([start, { ...one, delta: 1 }, { ...two, delta: 1 }]);
  });

  it('changes the events of all types with a suffix', async () => {
    expect(await mutatedEvents(dropEventsOf({}, '_delta'))).toEqual([start]);
  });

  it('changes the first event of a type only', async () => {
    expect(await mutatedEvents(editFirstOf({}, 'text_delta', () => []))).toEqual([start, two]);
  });

  it('duplicates events', async () => {
    expect(await mutatedEvents(editFirstOf({}, 'text_start', (frame) => [frame, frame]))).toEqual([
      start,
      start,
      one,
      two,
    ]);
  });

  it('adds events after the last one', async () => {
    const mutation = editStream({}, () => ({
      each: (frame) => [frame],
      end: () => [{ event: null, id: null, value: { type: 'ping' } }],
    }));
    expect(await mutatedEvents(mutation)).toEqual([start, one, two, { type: 'ping' }]);
  });

  it('starts again with each stream', async () => {
    const mutation = editFirstOf({}, 'text_delta', () => []);
    await mutatedEvents(mutation);
    expect(await mutatedEvents(mutation)).toEqual([start, two]);
  });

  it('updates the event name of the frame for a new type', async () => {
    const mutation = editFirstOf({}, 'text_start', (frame) => [withProperties(frame, { type: 'ping' })]);
    const [first = ''] = await piecesIn(await send(mutation, streaming([start]), runRequest));
    expect(first).toBe('event: ping\nid: 1\ndata: {"type":"ping","seq":1,"id":"a"}\n\n');
  });

  it('writes text unchanged', async () => {
    const mutation = editEvents({}, (frame) => [{ ...frame, text: 'data: {\n\n' }]);
    expect(await piecesIn(await send(mutation, streaming([start]), runRequest))).toEqual(['data: {\n\n']);
  });

  it('keeps the batches of events', async () => {
    const response = await send(
      editEvents({}, (frame) => [frame]),
      streaming([start, one], [two]),
      runRequest,
    );
    expect(await piecesIn(response)).toHaveLength(2);
  });

  it('buffers everything until the end', async () => {
    expect(
      await piecesIn(await send(bufferStream({}), streaming([start, one], [two]), runRequest)),
    ).toHaveLength(1);
  });

  it('breaks the stream after a number of events', async () => {
    const { body } = await send(breakAfter({}, 2), streaming([start, one], [two]), runRequest);
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      if (body.kind === 'frames') for await (const piece of body.frames) seen.push(piece);
    };
    await expect(read()).rejects.toThrow('The connection breaks.');
    expect(seen).toHaveLength(2);
  });

  it('does not change the streams of other operations', async () => {
    expect(await mutatedEvents(dropEventsOf({ operation: 'dispatchRun' }, '_delta'))).toEqual([
      start,
      one,
      two,
    ]);
  });

  it('changes the events in a JSON result too', async () => {
    const mutation = editListed({}, (events) => events.toReversed());
    const response = await send(mutation, jsonService(200, { id: 'e', events: [start, one] }), runRequest);
    expect(jsonIn(response)).toEqual({ id: 'e', events: [one, start] });
  });
});
