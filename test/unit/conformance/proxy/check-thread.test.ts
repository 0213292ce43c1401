/** Checking never delays forwarding, even if the check thread hangs or dies. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WholeJob } from '../../../../conformance/proxy/collect-jobs.ts';
import type { JobReport } from '../../../../conformance/proxy/job.ts';
import { startCheckThread, type CheckThread } from '../../../../conformance/proxy/check-thread.ts';
import { until } from '../../../hosts/support/until.ts';

const file = join(import.meta.dirname, 'support/odd-thread.ts');

let reports: JobReport[];
let checker: CheckThread;

beforeEach(() => {
  reports = [];
  checker = startCheckThread({
    contract: { module: '', options: null },
    basePaths: [],
    file,
    onReports: (batch) => reports.push(...batch),
  });
});
afterEach(() => checker.close());

function exchange(path: string): WholeJob {
  const body = { kind: 'whole', bytes: new Uint8Array(10) } as const;
  return {
    kind: 'exchange',
    request: { number: 1, at: 0, method: 'GET', path, headers: [], body, isChecked: false },
    response: { status: 200, headers: [], body: { ...body, bytes: new Uint8Array(10) } },
    durationMs: 0,
  };
}

const messages = (): readonly string[] =>
  reports.map((report) => (report.kind === 'error' ? report.message : report.kind));

describe('jobs', () => {
  test('are checked in the order in which they were added', async () => {
    const paths = Array.from({ length: 200 }, (_, index) => `/${index}`);
    for (const path of paths) checker.add(exchange(path), 0);
    expect(await checker.settle(5_000)).toBe(true);
    expect(messages()).toEqual(paths);
  });

  test('are checked in the background', async () => {
    checker.add(exchange('/a'), 0);
    await until(() => reports.length === 1);
  });

  test('release their memory once they are checked', async () => {
    expect(checker.memoryBudget.take(100)).toBe(true);
    checker.add(exchange('/a'), 100);
    expect(checker.memoryBudget.size).toBe(100);
    await checker.settle(5_000);
    expect(checker.memoryBudget.size).toBe(0);
  });

  test('for chunks of one stream are merged while they wait', async () => {
    checker.memoryBudget.take(9);
    for (const text of ['abc', 'def', 'ghi']) checker.addChunk(7, 0, new TextEncoder().encode(text));
    checker.add({ kind: 'end', number: 7, end: 'closed', durationMs: 0 }, 0);
    await checker.settle(5_000);
    expect([messages(), checker.memoryBudget.size]).toEqual([['chunk abcdefghi', 'end'], 0]);
  });

  test('are not accepted when the queue is full', () => {
    for (let count = 0; count < 4_000; count++)
      checker.add({ kind: 'end', number: 1, end: 'closed', durationMs: 0 }, 0);
    expect(checker.isFull).toBe(true);
  });
});

describe('a check thread', () => {
  test('that hangs is awaited only until the timeout', async () => {
    checker.add(exchange('/hang'), 0);
    expect(await checker.settle(20)).toBe(false);
  });

  test('that dies is replaced, and its jobs are reported as unchecked', async () => {
    checker.memoryBudget.take(20);
    checker.add(exchange('/die'), 20);
    expect(await checker.settle(5_000)).toBe(true);
    expect(messages()).toEqual([expect.stringContaining('It died.'), 'unchecked']);
    expect(reports[1]).toEqual({ kind: 'unchecked', reason: 'the checks were interrupted' });
    expect(checker.memoryBudget.size).toBe(0);
    checker.add(exchange('/a'), 0);
    await checker.settle(5_000);
    expect(messages().at(-1)).toBe('/a');
  });

  test('that dies repeatedly is not replaced, and no more jobs are accepted', async () => {
    for (let count = 0; count < 4; count++) {
      expect(checker.isChecking).toBe(true);
      checker.add(exchange('/die'), 0);
      await checker.settle(5_000);
      await until(() => messages().filter((message) => message === 'unchecked').length === count + 1);
    }
    expect([checker.isChecking, checker.isFull, messages().at(-1)]).toEqual([
      false,
      true,
      'The checks have stopped; requests are still forwarded.',
    ]);
    checker.add(exchange('/a'), 0);
    expect(await checker.settle(20)).toBe(true);
    expect(messages().filter((message) => message === 'unchecked')).toHaveLength(5);
  });
});
