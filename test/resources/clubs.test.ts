import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('clubs.yaml');

async function newClub(): Promise<string> {
  const { body } = await mock.call('POST', '/clubs', { name: 'Chess' });
  return (body as { readonly data: { readonly id: string } }).data.id;
}

describe('a response of switches only', () => {
  test('confirms a change', async () => {
    const club = `/clubs/${await newClub()}`;
    expect((await mock.call('PUT', club, { name: 'Go' })).body).toEqual({ data: { updated: true } });
    expect((await mock.call('GET', club)).body).toMatchObject({ data: { name: 'Go' } });
    expect((await mock.call('DELETE', club)).body).toEqual({ data: { deleted: true } });
    expect((await mock.call('GET', club)).status).toBe(404);
  });

  test('says whether something is a member', async () => {
    const members = `/clubs/${await newClub()}/members`;
    const added = await mock.call('POST', members, { user_id: 'u7' });
    expect(added.body).toEqual({ data: { is_member: true } });
    expect((await mock.call('DELETE', `${members}/u7`)).body).toEqual({ data: { is_member: false } });
  });
});

test('a list has the record that a body names by its id alone', async () => {
  const following = '/users/u1/following';
  const added = await mock.call('POST', following, { target_user_id: 'u9' });
  expect(added.body).toEqual({ data: { is_member: true } });
  expect((await mock.call('GET', following)).body).toMatchObject({ data: [{ id: 'u9' }] });
});

test('a PUT replaces in an object what requests may send, and keeps the rest', async () => {
  const attributes = { title: 'To the sea', place: 'Harbor', source: 'letter' };
  const { body } = await mock.call('POST', '/trips', { data: { attributes } });
  const trip = `/trips/${(body as { readonly data: { readonly id: string } }).data.id}`;
  await mock.call('PUT', trip, { data: { attributes: { title: 'To the lake' } } });
  const { body: changed } = await mock.call('GET', trip);
  expect((changed as { readonly data: object }).data).toMatchObject({
    attributes: { title: 'To the lake', source: 'letter' },
  });
  expect(JSON.stringify(changed)).not.toContain('Harbor');
});
