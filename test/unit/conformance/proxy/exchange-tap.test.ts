/** What is watched is handed on once, gives back what it held, and is left out rather than waited for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryBudget, type MemoryBudget } from '../../../../conformance/proxy/copy-body.ts';
import type { Job } from '../../../../conformance/proxy/job.ts';
import type { CheckThread } from '../../../../conformance/proxy/check-thread.ts';
import { ExchangeTap } from '../../../../conformance/proxy/exchange-tap.ts';

const JSON_TYPE = ['Content-Type', 'application/json'];
const STREAM = ['Content-Type', 'text/event-stream; charset=utf-8'];
const request = { number: 3, method: 'POST', path: '/v1/agents', headers: JSON_TYPE };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let said: string[];
let held: number;
let memoryBudget: MemoryBudget;
let isFull: boolean;
let isChecking: boolean;
let checker: CheckThread;
let reasons: string[];

beforeEach(() => {
  said = [];
  reasons = [];
  held = 0;
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
      said.push(nameOf(job));
      held += holds;
    },
    addPiece(number, _at, piece) {
      said.push(`piece ${number} ${new TextDecoder().decode(piece)}`);
      held += piece.length;
    },
    settle: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
});

function nameOf(job: Job): string {
  if (job.kind === 'end') return `end ${job.end}`;
  if (job.kind === 'piece') return 'piece';
  const bodies = job.kind === 'stream' ? [job.request.body] : [job.request.body, job.response.body];
  return [
    job.kind,
    ...bodies.map((body) => (body.kind === 'whole' ? new TextDecoder().decode(body.bytes) : body.kind)),
  ].join(' ');
}

const tap = (headers: readonly string[] = JSON_TYPE): ExchangeTap =>
  new ExchangeTap(checker, { ...request, headers }, (reason) => reasons.push(reason));

describe('an exchange', () => {
  test('is handed on when both of its bodies have passed, with what they held', () => {
    const watched = tap();
    watched.requestPiece(bytes('{"a"'));
    watched.requestPiece(bytes(':1}'));
    watched.requestEnd(true);
    watched.response(200, JSON_TYPE);
    watched.responsePiece(bytes('[]'));
    expect(said).toEqual([]);
    watched.responseEnd();
    expect([said, held, memoryBudget.taken]).toEqual([['exchange {"a":1} []'], 9, 9]);
  });

  test('waits for a request that is longer on its way than its reply', () => {
    const watched = tap();
    watched.requestPiece(bytes('{'));
    watched.response(200, JSON_TYPE);
    watched.responseEnd();
    expect(said).toEqual([]);
    watched.requestPiece(bytes('}'));
    watched.requestEnd(true);
    watched.requestEnd(false);
    expect(said).toEqual(['exchange {} ']);
  });

  test('is handed on without the body of a request that its client breaks off', () => {
    const watched = tap();
    watched.requestPiece(bytes('{'));
    watched.response(400, JSON_TYPE);
    watched.responseEnd();
    watched.requestEnd(false);
    expect(said).toEqual(['exchange unfinished ']);
  });

  test('is handed on without bodies that nobody reads', () => {
    const watched = tap(['Content-Type', 'image/png']);
    watched.requestPiece(bytes('x'.repeat(500)));
    watched.requestEnd(true);
    watched.response(200, ['Content-Type', 'audio/mpeg']);
    watched.responsePiece(bytes('x'.repeat(500)));
    watched.responseEnd();
    expect([said, held]).toEqual([['exchange unread unread'], 0]);
  });

  test.each([
    ['client', 'the client went away'],
    ['upstream', 'the upstream broke the reply off'],
  ] as const)('that the %s breaks off is left out, and gives back what it held', (by, reason) => {
    const watched = tap();
    watched.requestPiece(bytes('{}'));
    watched.requestEnd(true);
    watched.response(200, JSON_TYPE);
    watched.responsePiece(bytes('['));
    watched.breakOff(by);
    watched.responseEnd();
    expect([said, reasons, memoryBudget.taken]).toEqual([[], [reason], 0]);
  });

  test('that never reached the upstream is forgotten', () => {
    const watched = tap();
    watched.requestPiece(bytes('{}'));
    watched.cancel();
    watched.requestEnd(true);
    expect([said, reasons, memoryBudget.taken]).toEqual([[], [], 0]);
  });

  test('for whose body there is no room is left out', () => {
    const watched = tap();
    watched.requestPiece(bytes('x'.repeat(15)));
    watched.requestPiece(bytes('x'.repeat(15)));
    watched.requestEnd(true);
    watched.response(200, JSON_TYPE);
    watched.responseEnd();
    expect([said, reasons, memoryBudget.taken]).toEqual([[], ['too busy'], 0]);
  });

  test.each([
    [true, 'too busy'],
    [false, 'the checks have ended'],
  ])('that begins when nothing more is taken is left out (judging: %s)', (judging, reason) => {
    isFull = true;
    isChecking = judging;
    const watched = tap();
    watched.requestPiece(bytes('{}'));
    watched.response(200, STREAM);
    watched.responsePiece(bytes('x'));
    watched.responseEnd();
    expect([said, reasons, memoryBudget.taken]).toEqual([[], [reason], 0]);
  });
});

describe('a stream', () => {
  test('is handed on from its head to its end, piece by piece', () => {
    const watched = tap();
    watched.requestPiece(bytes('{}'));
    watched.requestEnd(true);
    watched.response(200, STREAM);
    watched.responsePiece(bytes('a'));
    watched.responsePiece(bytes('b'));
    watched.responseEnd();
    watched.breakOff('client');
    expect([said, held, memoryBudget.taken]).toEqual([
      ['stream {}', 'piece 3 a', 'piece 3 b', 'end closed'],
      4,
      4,
    ]);
  });

  test.each([
    ['client', 'end stopped'],
    ['upstream', 'end broken'],
  ] as const)('that the %s breaks off ends so', (by, end) => {
    const watched = tap();
    watched.response(200, STREAM);
    watched.breakOff(by);
    expect(said).toEqual(['stream unfinished', end]);
  });

  test('keeps nothing of a request that goes on meanwhile', () => {
    const watched = tap();
    watched.requestPiece(bytes('{'));
    watched.response(200, STREAM);
    watched.requestPiece(bytes('}'));
    watched.requestEnd(true);
    expect([said, held, memoryBudget.taken]).toEqual([['stream unfinished'], 1, 1]);
  });

  test('that there is no more room for is given up, and told', () => {
    const watched = tap();
    watched.requestEnd(true);
    watched.response(200, STREAM);
    watched.responsePiece(bytes('x'.repeat(15)));
    watched.responsePiece(bytes('x'.repeat(15)));
    watched.responsePiece(bytes('x'));
    watched.responseEnd();
    expect(said).toEqual(['stream ', `piece 3 ${'x'.repeat(15)}`, 'end stopped']);
    expect(reasons).toEqual(['too busy']);
  });
});
