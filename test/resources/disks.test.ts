import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('disks.yaml');

interface Created {
  readonly disk: { readonly id: string };
  readonly disk_ids: readonly string[];
}

const { get, post } = mock;
const addDisk = async (body: object): Promise<string> => (await post<Created>('/disks', body)).disk.id;

test('what was done to create a record is listed', async () => {
  const { disk, action } = await post<Created & { action: { id: number } }>('/disks', { name: 'omega' });
  expect(await get(`/disks/${disk.id}/actions`)).toEqual({ actions: [action] });
  expect(await get(`/actions/${action.id}`)).toEqual({ action });
});

describe('an action below a list of actions', () => {
  test('changes the record in front of the list, and is listed', async () => {
    const id = await addDisk({ name: 'alpha' });
    const { action } = await post<{ action: { id: number } }>(`/disks/${id}/actions/attach`, {
      server: 's1',
    });
    expect(await get(`/disks/${id}`)).toMatchObject({ disk: { server: 's1' } });
    expect(await get(`/disks/${id}/actions/${action.id}`)).toMatchObject({ action });
    expect(await get(`/disks/${id}/actions`)).toMatchObject({ actions: [{}, action] });
    expect(await get(`/actions/${action.id}`)).toEqual({ action });
    expect((await mock.call('POST', '/disks/none/actions/attach', { server: 's1' })).status).toBe(404);
  });

  test('takes away what its opposite has set', async () => {
    const id = await addDisk({ name: 'beta' });
    await post(`/disks/${id}/actions/attach`, { server: 's2' });
    await post(`/disks/${id}/actions/detach`);
    expect(await get(`/disks/${id}`)).toMatchObject({ disk: { server: null } });
  });

  test('changes the object that its path ends in', async () => {
    const id = await addDisk({ name: 'gamma' });
    await post(`/disks/${id}/actions/change_protection`, { erase: true });
    expect(await get(`/disks/${id}`)).toMatchObject({ disk: { protection: { erase: true } } });
  });
});

describe('a new record', () => {
  test('is named by its key beside it, and must be what its description calls unique', async () => {
    const { disk, disk_ids } = await post<Created>('/disks', { name: 'delta' });
    expect(disk_ids).toEqual([disk.id]);
    expect((await mock.call('POST', '/disks', { name: 'delta' })).status).toBe(409);
    expect(await get('/disks?q[name]=delta')).toMatchObject({ disks: [{ id: disk.id }] });
  });

  test('is one of several where a path says bulk', async () => {
    const { result } = await post<{ result: { disk_ids: readonly string[] } }>('/disks/bulk', {
      disks: [{ name: 'one' }, { name: 'two' }],
    });
    expect(result.disk_ids).toHaveLength(2);
    expect(await get(`/disks/${result.disk_ids[1]}`)).toMatchObject({ disk: { name: 'two' } });
  });

  test('is of the resource that its response shows', async () => {
    const rack = await post<{ id: string }>('/racks', { room: 'cellar' });
    const { id } = await post<{ id: string }>(`/racks/${rack.id}/disks`, { name: 'epsilon' });
    expect(await get(`/disks/${id}`)).toMatchObject({ disk: { name: 'epsilon' } });
  });
});

test('a PUT that changes some properties replaces each of them', async () => {
  const id = await addDisk({ name: 'zeta', labels: { a: '1' } });
  await mock.call('PUT', `/disks/${id}`, { labels: { b: '2' } });
  expect(await get(`/disks/${id}`)).toMatchObject({ disk: { name: 'zeta', labels: { b: '2' } } });
  expect(await get<{ disk: { labels: object } }>(`/disks/${id}`)).not.toMatchObject({
    disk: { labels: { a: '1' } },
  });
});

describe('records that are named by their ids', () => {
  const addPhoto = (photo: object): Promise<{ id: number; link: null }> => post('/studios/s1/photos', photo);

  test('are put into a list and taken out of it', async () => {
    const disk = await addDisk({ name: 'eta' });
    const photo = await addPhoto({ title: 'Front', date: '2031-05-01' });
    expect(photo).toMatchObject({ title: 'Front', link: null });
    const path = `/disks/${disk}/photos`;
    expect(await post(path, { photo_id: photo.id })).toMatchObject(photo);
    expect(await get(path)).toEqual([photo]);
    expect((await mock.call('DELETE', `${path}/${photo.id}`)).status).toBe(204);
    expect(await get(path)).toEqual([]);
    expect(await get(`/photos/${photo.id}`)).toMatchObject(photo);
  });

  test('are filtered by a part of a text, and by a date that is a text', async () => {
    const photo = await addPhoto({ title: 'Left side', date: '2041-05-01' });
    expect(await get('/studios/s1/photos?filter[title][contains]=SIDE')).toEqual([photo]);
    expect(await get('/studios/s1/photos?start_date=2041-01-01')).toEqual([photo]);
  });
});
