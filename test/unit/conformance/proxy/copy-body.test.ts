import { describe, expect, test } from 'vitest';
import { BodyCopy, MAX_BODY_LENGTH, createMemoryBudget } from '../../../../conformance/proxy/copy-body.ts';

const chunk = (length: number): Uint8Array => new Uint8Array(length).fill(120);

describe('a copy of a body', () => {
  test('contains all bytes in its own memory', () => {
    const memoryBudget = createMemoryBudget(100);
    const copy = new BodyCopy(memoryBudget, true);
    const first = chunk(3);
    copy.take(first);
    copy.take(chunk(2));
    copy.finish();
    const { body, reservedBytes } = copy.handOver();
    first.fill(0);
    expect([body, reservedBytes, memoryBudget.size]).toEqual([{ kind: 'whole', bytes: chunk(5) }, 5, 5]);
  });

  test('drops a body that is too long and releases its memory', () => {
    const memoryBudget = createMemoryBudget(10 * MAX_BODY_LENGTH);
    const copy = new BodyCopy(memoryBudget, true);
    copy.take(chunk(MAX_BODY_LENGTH));
    expect(memoryBudget.size).toBe(MAX_BODY_LENGTH);
    copy.take(chunk(1));
    copy.take(chunk(10));
    copy.finish();
    expect(memoryBudget.size).toBe(0);
    expect(copy.handOver().body).toEqual({ kind: 'too-long', length: MAX_BODY_LENGTH + 11 });
  });

  test('drops a body that exceeds the budget and releases its memory', () => {
    const memoryBudget = createMemoryBudget(5);
    const copy = new BodyCopy(memoryBudget, true);
    copy.take(chunk(3));
    copy.take(chunk(3));
    expect([copy.isOverBudget, memoryBudget.size]).toEqual([true, 0]);
  });

  test('only counts the bytes of a body that no check reads', () => {
    const memoryBudget = createMemoryBudget(5);
    const copy = new BodyCopy(memoryBudget, false);
    copy.take(chunk(300));
    copy.finish();
    expect([copy.handOver(), memoryBudget.size]).toEqual([
      { body: { kind: 'unread', length: 300 }, reservedBytes: 0 },
      0,
    ]);
  });

  test('is marked as unfinished if the body has not ended', () => {
    const copy = new BodyCopy(createMemoryBudget(5), true);
    copy.take(chunk(3));
    expect(copy.handOver().body).toEqual({ kind: 'unfinished', length: 3 });
  });

  test('takes no bytes after it was handed over or dropped', () => {
    const memoryBudget = createMemoryBudget(100);
    const [handed, dropped] = [new BodyCopy(memoryBudget, true), new BodyCopy(memoryBudget, true)];
    for (const copy of [handed, dropped]) copy.take(chunk(3));
    expect(handed.handOver().reservedBytes).toBe(3);
    dropped.drop();
    for (const copy of [handed, dropped]) copy.take(chunk(3));
    expect([memoryBudget.size, handed.reservedBytes, dropped.reservedBytes]).toEqual([3, 0, 0]);
  });
});
