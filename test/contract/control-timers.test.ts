/** The timers of a world in the control API, and advancing its clock to the next one. */
import { expect, it } from 'vitest';
import type { Clock, TimerList } from '../../generated/control/types.ts';
import { startOfTests, useMock } from '../support/mock-client.ts';

const service = useMock();

const timers = async (query = '') => (await service.get<TimerList>(`/_mock/timers${query}`)).body;
const advanceToNext = () => service.post<Clock>('/_mock/clock/advance', { to: 'next-timer' });

it('timers are listed in the order in which they fire', async () => {
  const { pausedReason } = await service.run('approval-timeout');
  const { approvalId } = pausedReason as { approvalId: string };
  const all = await timers('?limit=1000');
  expect(all.total).toBe(all.timers.length);
  expect(all.timers.map(({ due }) => due)).toEqual(all.timers.map(({ due }) => due).toSorted());
  expect(all.timers).toContainEqual({
    key: `approval/${approvalId}`,
    due: '2026-01-15T09:31:00.000Z',
    kind: 'approvals',
    targetId: approvalId,
    trigger: 'expire',
    wait: false,
  });
  expect(await timers('?limit=2')).toEqual({ timers: all.timers.slice(0, 2), total: all.total });
});

it('the clock advances to the next timer, which fires', async () => {
  const [first] = (await timers()).timers;
  const { status, body } = await advanceToNext();
  expect([status, body.now]).toEqual([200, first!.due]);
  expect((await timers()).timers[0]!.due > first!.due).toBe(true);
});

it('without timers, the response is 409 and the clock does not change', async () => {
  await service.open({ fixture: 'empty' });
  expect((await timers()).total).toBe(0);
  const { status, body } = await advanceToNext();
  expect([status, body]).toEqual([409, { error: 'There is no timer to advance to' }]);
  expect((await service.get<Clock>('/_mock/clock')).body.now).toBe(startOfTests);
});

it.each([{ to: 'tomorrow' }, { to: 'next-timer', ms: 1 }, { to: 1 }])('%j is rejected', async (body) => {
  const response = await service.post('/_mock/clock/advance', body);
  expect([response.status, response.body]).toMatchObject([
    400,
    { details: [{ suggestion: expect.stringContaining('next-timer') as string }] },
  ]);
});
