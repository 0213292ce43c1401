import { describe, expect, test } from 'vitest';
import { frameStream, NO_STREAM_FAULT } from '../../../mock/http/event-stream.ts';
import { checkOf, noteOperations } from '../../hosts/support/notes-contract.ts';

const spec = noteOperations.find(({ stream }) => stream !== null)!;
const samples = { samples: {}, events: { [spec.stream!.stream]: [{ type: 'b', kind: 'of the sample' }] } };
const contractOf = (schema: object) => ({
  spec,
  eventCheck: checkOf('Tick', schema),
  additions: null,
  loadSamples: () => Promise.resolve(samples),
});
const tick = contractOf({ type: 'object', required: ['type'] });

async function* batchesOf<E>(...batches: E[][]): AsyncGenerator<readonly E[]> {
  for (const batch of batches) yield await Promise.resolve(batch);
}

const read = (batches: AsyncIterable<readonly unknown[]>, streamFault = NO_STREAM_FAULT) =>
  Array.fromAsync(frameStream({ batches }, tick, () => undefined, streamFault));

describe('frames', () => {
  test('name the type, carry the place only where there is one, and end with LF LF', async () => {
    const frames = await read(batchesOf([{ type: 'a', seq: 0 }, { type: 'b' }], [{ type: 'c', seq: 12 }]));
    expect(frames).toEqual([
      'event: a\nid: 0\ndata: {"type":"a","seq":0}\n\nevent: b\ndata: {"type":"b"}\n\n',
      'event: c\nid: 12\ndata: {"type":"c","seq":12}\n\n',
    ]);
  });

  test('of one event are written once for all its readers', async () => {
    let written = 0;
    const event = { type: 'a', toJSON: () => ({ type: 'a', count: ++written }) };
    expect(await read(batchesOf([event]))).toEqual(await read(batchesOf([event])));
    expect(written).toBe(1);
  });

  test('take what an event lacks from its sample, and say so in a comment', async () => {
    const strict = contractOf({ type: 'object', required: ['type', 'kind'] });
    const messages: string[] = [];
    const stream = {
      batches: batchesOf([
        { type: 'b', seq: 1 },
        { type: 'b', kind: 'own' },
      ]),
    };
    const frames = await Array.fromAsync(frameStream(stream, strict, (message) => messages.push(message)));
    expect(frames).toEqual([
      ': sampled\nevent: b\nid: 1\ndata: {"type":"b","seq":1,"kind":"of the sample"}\n\nevent: b\ndata: {"type":"b","kind":"own"}\n\n',
    ]);
    expect(messages).toHaveLength(1);
  });

  test('stop at an event that can not be completed, and report it', async () => {
    const told: string[] = [];
    const stream = { batches: batchesOf([{ type: 'a' }], [{ kind: 'b' }], [{ type: 'c' }]) };
    const frames: string[] = [];
    const reading = (async () => {
      for await (const frame of frameStream(stream, tick, (message) => told.push(message)))
        frames.push(frame);
    })();
    await expect(reading).rejects.toThrow('type');
    expect([frames.length, told.length]).toEqual([1, 1]);
  });

  test.each([
    [0, []],
    [1, ['event: a\ndata: {"type":"a"}\n\n']],
    [2, ['event: a\ndata: {"type":"a"}\n\nevent: b\ndata: {"type":"b"}\n\n']],
  ])('are cut after %i events, in the middle of a batch too', async (cutAfter, expected) => {
    const frames: string[] = [];
    const stream = { batches: batchesOf([{ type: 'a' }, { type: 'b' }, { type: 'c' }]) };
    const reading = (async () => {
      for await (const frame of frameStream(stream, tick, () => undefined, { cutAfter, corruptAt: null }))
        frames.push(frame);
    })();
    await expect(reading).rejects.toThrow('cut');
    expect(frames).toEqual(expected);
  });

  test('that are corrupted stay frames, and the event itself is not harmed', async () => {
    const event = { type: 'a', text: 'some text' };
    const [damaged] = await read(batchesOf([event]), { cutAfter: null, corruptAt: 1 });
    const [whole] = await read(batchesOf([event]));
    expect(damaged?.endsWith('\n\n')).toBe(true);
    expect(() => JSON.parse(/^data: (.*)$/m.exec(damaged ?? '')?.[1] ?? '') as unknown).toThrow();
    expect(JSON.parse(/^data: (.*)$/m.exec(whole ?? '')?.[1] ?? '')).toEqual(event);
  });

  test('let go of their source when the reader leaves, even while it waits', async () => {
    let isClosed = false;
    const batches = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: () => {
          isClosed = true;
          return Promise.resolve({ done: true, value: undefined } as const);
        },
      }),
    };
    const reader = frameStream({ batches }, tick, () => undefined)[Symbol.asyncIterator]();
    void reader.next();
    await reader.return?.();
    expect(isClosed).toBe(true);
  });
});
