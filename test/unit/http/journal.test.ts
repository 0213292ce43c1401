import { describe, expect, test } from 'vitest';
import type { MemoryJournal } from '../../../mock/http/journal/journal.ts';
import { SharedJournal } from '../../../mock/http/journal/shared-journal.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';
import { blankTrace, createTestJournal } from '../../support/journal.ts';

const call = (operationId: string | null, status: number) => ({
  at: epochMs(0),
  method: 'GET',
  path: '/',
  operationId,
  status,
  durationMs: 1,
  violations: [],
});

function journalOf(count: number): MemoryJournal {
  const journal = createTestJournal();
  for (let i = 0; i < count; i++)
    journal.write(call(i % 2 === 0 ? 'even' : 'odd', 200 + (i % 3)), blankTrace);
  return journal;
}

describe('a journal', () => {
  test('lists the newest first on request, page by page', () => {
    const journal = journalOf(5);
    const first = journal.page({ order: 'newest', limit: 2 });
    expect([first.entries.map(({ id }) => id), first.cursor]).toEqual([['5', '4'], '4']);
    const last = journal.page({ order: 'newest', limit: 3, after: '4' });
    expect([last.entries.map(({ id }) => id), last.cursor]).toEqual([['3', '2', '1'], null]);
  });

  test('notifies its listeners until they unsubscribe', () => {
    const journal = journalOf(0);
    const heard: string[] = [];
    const leave = journal.watch(({ id }) => heard.push(id));
    journal.write(call(null, 200), blankTrace);
    leave();
    journal.write(call(null, 200), blankTrace);
    expect(heard).toEqual(['1']);
  });
});

test('a shared journal reads calls of version 0.1.0, which has `reply` instead of `response`', async () => {
  const violations = [{ in: 'reply', pointer: '/name', message: 'name is required' }];
  const value = { call: { ...call('getAgent', 500), violations }, detail: {} };
  const journal = new SharedJournal(
    {
      add: () => Promise.resolve(1),
      replace: () => Promise.resolve(),
      read: () => Promise.resolve({ added: 1, values: [{ number: 1, value }] }),
      clear: () => Promise.resolve(),
      watch: () => () => undefined,
    },
    'default',
    () => ({ query: '', headers: {}, body: null, explanation: [] }),
  );
  const { entries } = await journal.page();
  expect(entries[0]?.violations).toEqual([{ ...violations[0], in: 'response' }]);
});
