import { describe, expect, test } from 'vitest';
import { BodyCopy, LONGEST_BODY, openAllowance } from '../../../../conformance/proxy/copy-body.ts';

const piece = (length: number): Uint8Array => new Uint8Array(length).fill(120);

describe('a copy of a body', () => {
  test('holds all of it in memory of its own', () => {
    const allowance = openAllowance(100);
    const copy = new BodyCopy(allowance, true);
    const first = piece(3);
    copy.take(first);
    copy.take(piece(2));
    copy.finish();
    const { body, held } = copy.handOver();
    first.fill(0);
    expect([body, held, allowance.taken]).toEqual([{ kind: 'whole', bytes: piece(5) }, 5, 5]);
  });

  test('keeps nothing of one that is too long, and gives back what it held', () => {
    const allowance = openAllowance(10 * LONGEST_BODY);
    const copy = new BodyCopy(allowance, true);
    copy.take(piece(LONGEST_BODY));
    expect(allowance.taken).toBe(LONGEST_BODY);
    copy.take(piece(1));
    copy.take(piece(10));
    copy.finish();
    expect(allowance.taken).toBe(0);
    expect(copy.handOver().body).toEqual({ kind: 'too-long', length: LONGEST_BODY + 11 });
  });

  test('keeps nothing where there is no room, and gives back what it held', () => {
    const allowance = openAllowance(5);
    const copy = new BodyCopy(allowance, true);
    copy.take(piece(3));
    copy.take(piece(3));
    expect([copy.isCrowdedOut, allowance.taken]).toEqual([true, 0]);
  });

  test('only counts what nobody reads', () => {
    const allowance = openAllowance(5);
    const copy = new BodyCopy(allowance, false);
    copy.take(piece(300));
    copy.finish();
    expect([copy.handOver(), allowance.taken]).toEqual([
      { body: { kind: 'unread', length: 300 }, held: 0 },
      0,
    ]);
  });

  test('says that more was to come', () => {
    const copy = new BodyCopy(openAllowance(5), true);
    copy.take(piece(3));
    expect(copy.handOver().body).toEqual({ kind: 'unfinished', length: 3 });
  });

  test('keeps nothing once it was handed over or dropped', () => {
    const allowance = openAllowance(100);
    const [handed, dropped] = [new BodyCopy(allowance, true), new BodyCopy(allowance, true)];
    for (const copy of [handed, dropped]) copy.take(piece(3));
    expect(handed.handOver().held).toBe(3);
    dropped.drop();
    for (const copy of [handed, dropped]) copy.take(piece(3));
    expect([allowance.taken, handed.held, dropped.held]).toEqual([3, 0, 0]);
  });
});
