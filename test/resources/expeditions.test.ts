import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('expeditions.yaml');

interface Expeditions {
  readonly data: { readonly expeditions: readonly { readonly info: { readonly id: string } }[] };
}

const keys = [1, 2, 3, 4].map((digit) => `6f1c2f0e-3d43-4c3e-9c0c-6f5a8c0f1a1${digit}`);

function expedition(id = '', name = 'North', value = 'enabled', kind = 'polar'): object {
  return { kind, version: 1, info: { id, name, status: { value } } };
}

describe('a record with its key in an object', () => {
  const idsOf = async (query: string): Promise<readonly string[]> =>
    (await mock.get<Expeditions>(`/expeditions${query}`)).data.expeditions.map(({ info }) => info.id);

  test('is read, listed and deleted by it', async () => {
    const [id] = keys;
    const saved = expedition(id);
    expect(await mock.post('/expeditions', saved)).toMatchObject({ data: { expeditions: [saved] } });
    expect(await mock.get(`/expeditions/${id}`)).toMatchObject({ data: { expeditions: [saved] } });
    expect(await idsOf('')).toContain(id);
    await mock.call('DELETE', `/expeditions/${id}`);
    expect(await mock.call('GET', `/expeditions/${id}`)).toMatchObject({ status: 404 });
  });

  test('is replaced where it is saved again', async () => {
    const [, id] = keys;
    await mock.post('/expeditions', expedition(id));
    expect(await mock.call('POST', '/expeditions', expedition(id, 'South'))).toMatchObject({ status: 200 });
    const { data } = await mock.get<Expeditions>(`/expeditions/${id}`);
    expect(data.expeditions).toMatchObject([expedition(id, 'South')]);
    expect((await idsOf('')).filter((each) => each === id)).toHaveLength(1);
  });

  test('is filtered by what that object has', async () => {
    const [, , on, off] = keys;
    await mock.post('/expeditions', expedition(on, 'On'));
    await mock.post('/expeditions', expedition(off, 'Off', 'disabled', 'desert'));
    expect(await idsOf('?status=disabled')).toEqual([off]);
    expect(await idsOf('?kind=desert')).toEqual([off]);
    expect(await idsOf('?status=enabled')).not.toContain(off);
  });
});

test('an action that returns a list of events creates one below its record', async () => {
  const [id = ''] = keys;
  interface Events {
    readonly data: { readonly events: readonly { readonly id: string }[] };
  }
  await mock.post('/expeditions', expedition(id));
  const { data } = await mock.post<Events>(`/expeditions/${id}/schedule`);
  expect(data.events).toMatchObject([{ expeditionId: id }]);
  const [event] = data.events;
  expect(await mock.get(`/events/${event?.id}`)).toMatchObject({ data: { events: [event] } });
  expect(await mock.get(`/expeditions/${id}/events`)).toMatchObject({ data: { events: [event] } });
  await mock.call('DELETE', `/events/${event?.id}`);
  expect(await mock.get(`/expeditions/${id}/events`)).toMatchObject({ data: { events: [] } });
});

test('a response with an id beside its list has the record in both', async () => {
  const setting = { id: 'depth', value: 'low' };
  const shown = { id: 'depth', data: { settings: [setting] } };
  expect((await mock.call('PUT', '/settings', setting)).body).toMatchObject(shown);
  expect(await mock.get('/settings/depth')).toMatchObject(shown);
});

test('what overrides a record finds it by its key', async () => {
  await mock.call('PUT', '/secrets', { name: 'pin', text: 'old' });
  expect(await mock.call('PUT', '/secrets', { name: 'pin', text: 'x' })).toMatchObject({ status: 409 });
  expect(await mock.call('POST', '/secrets', { name: 'pin', text: 'new' })).toMatchObject({ status: 200 });
  expect(await mock.get('/secrets/pin')).toEqual({ name: 'pin', text: 'new' });
});

test('a new record has what its source has', async () => {
  await mock.call('PUT', '/secrets', { name: 'first', text: 'same' });
  await mock.call('PUT', '/secrets', { name: 'copy', source: 'first' });
  expect(await mock.get('/secrets/copy')).toEqual({ name: 'copy', text: 'same' });
});
