/** The tap adds each exchange to the checks once, releases its memory, and skips exchanges instead of waiting. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryBudget, type MemoryBudget } from '../../../../conformance/proxy/copy-body.ts';
import type { Job } from '../../../../conformance/proxy/job.ts';
import type { CheckThread } from '../../../../conformance/proxy/check-thread.ts';
import { ExchangeTap } from '../../../../conformance/proxy/exchange-tap.ts';

const JSON_TYPE = ['Content-Type', 'application/json'];
const STREAM = ['Content-Type', 'text/event-stream; charset=utf-8'];
const request = { number: 3, method: 'POST', path: '/v1/agents', headers: JSON_TYPE };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let added: string[];
let reservedBytes: number;
let memoryBudget: MemoryBudget;
let isFull: boolean;
let isChecking: boolean;
let checker: CheckThread;
let reasons: string[];

beforeEach(() => {
  added = [];
  reasons = [];
  reservedBytes = 0;
  isFull = false;
  isChecking = true;
  memoryBudget = createMemoryBudget(20);
  checker = {
    memoryBudget,
    get isFull() {
      return isFull;
    },
    get isChecking() {
      return isChecking;
    },
    add(job, holds) {
      added.push(nameOf(job));
      reservedBytes += holds;
    },
    addChunk(number, _at, chunk) {
      added.push(`chunk ${number} ${new TextDecoder().decode(chunk)}`);
      reservedBytes += chunk.length;
    },
    settle: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
});

function nameOf(job: Job): string {
  if (job.kind === 'end') return `end ${job.end}`;
  if (job.kind === 'chunk') return 'chunk';
  const bodies = job.kind === 'stream' ? [job.request.body] : [job.request.body, job.response.body];
  return [
    job.kind,
    ...bodies.map((body) => (body.kind === 'whole' ? new TextDecoder().decode(body.bytes) : body.kind)),
  ].join(' ');
}

const tap = (headers: readonly string[] = JSON_TYPE): ExchangeTap =>
  new ExchangeTap(checker, { ...request, headers }, (reason) => reasons.push(reason));

describe('an exchange', () => {
  test('is checked when both of its bodies are complete, with their content', () => {
    const tapped = tap();
    tapped.requestChunk(bytes('{"a"'));
    tapped.requestChunk(bytes(':1}'));
    tapped.requestEnd(true);
    tapped.response(200, JSON_TYPE);
    tapped.responseChunk(bytes('[]'));
    expect(added).toEqual([]);
    tapped.responseEnd();
    expect([added, reservedBytes, memoryBudget.size]).toEqual([['exchange {"a":1} []'], 9, 9]);
  });

  test('waits for a request that ends after its response', () => {
    const tapped = tap();
    tapped.requestChunk(bytes('{'));
    tapped.response(200, JSON_TYPE);
    tapped.responseEnd();
    expect(added).toEqual([]);
    tapped.requestChunk(bytes('}'));
    tapped.requestEnd(true);
    tapped.requestEnd(false);
    expect(added).toEqual(['exchange {} ']);
  });

  test('is checked without the request body if the client aborts it', () => {
    const tapped = tap();
    tapped.requestChunk(bytes('{'));
    tapped.response(400, JSON_TYPE);
    tapped.responseEnd();
    tapped.requestEnd(false);
    expect(added).toEqual(['exchange unfinished ']);
  });

  test('is checked without bodies that no check reads', () => {
    const tapped = tap(['Content-Type', 'image/png']);
    tapped.requestChunk(bytes('x'.repeat(500)));
    tapped.requestEnd(true);
    tapped.response(200, ['Content-Type', 'audio/mpeg']);
    tapped.responseChunk(bytes('x'.repeat(500)));
    tapped.responseEnd();
    expect([added, reservedBytes]).toEqual([['exchange unread unread'], 0]);
  });

  test.each([
    ['client', 'the client disconnected'],
    ['upstream', 'the upstream closed the response early'],
  ] as const)('that the %s aborts is skipped and releases its memory', (by, reason) => {
    const tapped = tap();
    tapped.requestChunk(bytes('{}'));
    tapped.requestEnd(true);
    tapped.response(200, JSON_TYPE);
    tapped.responseChunk(bytes('['));
    tapped.breakOff(by);
    tapped.responseEnd();
    expect([added, reasons, memoryBudget.size]).toEqual([[], [reason], 0]);
  });

  test('that never reached the upstream is dropped', () => {
    const tapped = tap();
    tapped.requestChunk(bytes('{}'));
    tapped.cancel();
    tapped.requestEnd(true);
    expect([added, reasons, memoryBudget.size]).toEqual([[], [], 0]);
  });

  test('whose body exceeds the memory budget is skipped', () => {
    const tapped = tap();
    tapped.requestChunk(bytes('x'.repeat(15)));
    tapped.requestChunk(bytes('x'.repeat(15)));
    tapped.requestEnd(true);
    tapped.response(200, JSON_TYPE);
    tapped.responseEnd();
    expect([added, reasons, memoryBudget.size]).toEqual([[], ['too busy'], 0]);
  });

  test.each([
    [true, 'too busy'],
    [false, 'the checks have stopped'],
  ])('that begins when the queue is full is skipped (checking: %s)', (checking, reason) => {
    isFull = true;
    isChecking = checking;
    const tapped = tap();
    tapped.requestChunk(bytes('{}'));
    tapped.response(200, STREAM);
    tapped.responseChunk(bytes('x'));
    tapped.responseEnd();
    expect([added, reasons, memoryBudget.size]).toEqual([[], [reason], 0]);
  });
});

describe('a stream', () => {
  test('is checked from its headers to its end, chunk by chunk', () => {
    const tapped = tap();
    tapped.requestChunk(bytes('{}'));
    tapped.requestEnd(true);
    tapped.response(200, STREAM);
    tapped.responseChunk(bytes('a'));
    tapped.responseChunk(bytes('b'));
    tapped.responseEnd();
    tapped.breakOff('client');
    expect([added, reservedBytes, memoryBudget.size]).toEqual([
      ['stream {}', 'chunk 3 a', 'chunk 3 b', 'end closed'],
      4,
      4,
    ]);
  });

  test.each([
    ['client', 'end stopped'],
    ['upstream', 'end broken'],
  ] as const)('that the %s aborts ends accordingly', (by, end) => {
    const tapped = tap();
    tapped.response(200, STREAM);
    tapped.breakOff(by);
    expect(added).toEqual(['stream unfinished', end]);
  });

  test('ignores the rest of a request that has not ended', () => {
    const tapped = tap();
    tapped.requestChunk(bytes('{'));
    tapped.response(200, STREAM);
    tapped.requestChunk(bytes('}'));
    tapped.requestEnd(true);
    expect([added, reservedBytes, memoryBudget.size]).toEqual([['stream unfinished'], 1, 1]);
  });

  test('that exceeds the memory budget is stopped and reported', () => {
    const tapped = tap();
    tapped.requestEnd(true);
    tapped.response(200, STREAM);
    tapped.responseChunk(bytes('x'.repeat(15)));
    tapped.responseChunk(bytes('x'.repeat(15)));
    tapped.responseChunk(bytes('x'));
    tapped.responseEnd();
    expect(added).toEqual(['stream ', `chunk 3 ${'x'.repeat(15)}`, 'end stopped']);
    expect(reasons).toEqual(['too busy']);
  });
});
