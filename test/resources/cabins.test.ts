/** Ids without an example, and records whose properties are in an object beside their ids. */
import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('cabins.yaml');

describe('ids that the description does not show', () => {
  test('each record has its own', async () => {
    await mock.post('/bookings', { note: 'Late' });
    const all = await mock.get<{ readonly identity: string; readonly noticeId: string }[]>('/bookings');
    for (const values of [all.map(({ identity }) => identity), all.map(({ noticeId }) => noticeId)])
      expect(new Set(values).size).toBe(all.length);
    expect(all.at(-1)?.noticeId).toMatch(/^notice_[a-z0-9]{14}$/);
  });

  test('a result that is no record has a new one each time', async () => {
    const [one, other] = [await mock.post('/quotes'), await mock.post('/quotes')];
    expect(one).toMatchObject({ quoteId: expect.stringMatching(/^quote_/) as unknown });
    expect(other).not.toEqual(one);
  });
});
