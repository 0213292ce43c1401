/** Records whose properties have other names than those of the requests that write them. */
import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('bands.yaml');

test('a record shows what was sent under a longer name, and as its only other email address', async () => {
  const sent = { Name: 'Jo', FromEmail: 'jo@band.test', ReplyToEmail: 'reply@band.test', Phone: '555-0101' };
  const shown = {
    Name: 'Jo',
    EmailAddress: 'jo@band.test',
    ReplyToEmailAddress: 'reply@band.test',
    PhoneNumber: '555-0101',
  };
  const { ID: id } = await mock.post<{ readonly ID: number }>('/players', sent);
  expect(await mock.get(`/players/${id}`)).toMatchObject(shown);
  await mock.call('PUT', `/players/${id}`, { Name: 'Jo', ReplyToEmail: 'new@band.test' });
  expect(await mock.get(`/players/${id}`)).toMatchObject({ ...shown, ReplyToEmailAddress: 'new@band.test' });
});
