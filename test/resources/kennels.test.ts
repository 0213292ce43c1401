import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('kennels.yaml');

const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
  (await mock.call(method, path, body)).body as Record<string, unknown>;

test('a replacement keeps what is read-only, also where its body declares it', async () => {
  const { id, url, dog_count, ...written } = await send('POST', '/kennels', { name: 'North', text: 'Cold' });
  expect(written).toMatchObject({ name: 'North', text: 'Cold' });
  expect(url).toContain(`/kennels/${String(id)}`);
  expect(await send('PUT', `/kennels/${String(id)}`, { name: 'South' })).toEqual({
    id,
    url,
    dog_count,
    name: 'South',
  });
});

test('a reference whose schema is a part of another record shows that record, filters by it, and goes away', async () => {
  const group = await send('POST', '/kennel-groups', { name: 'Large ones', slug: 'large', text: 'Any' });
  const { id, ...made } = await send('POST', '/kennels', { name: 'A', group: group['id'] });
  const { text, ...shown } = group;
  expect(text).toBe('Any');
  expect(made).toMatchObject({ group: shown });
  expect(await send('GET', '/kennels?group=large')).toMatchObject([{ id }]);
  expect(await send('PATCH', `/kennels/${String(id)}`, { name: 'A', group: null })).not.toHaveProperty(
    'group',
  );
  expect(await send('GET', '/kennels?group=large')).toEqual([]);
});

test('the label of a value follows it', async () => {
  const { id } = await send('POST', '/kennels', { name: 'B', status: 'planned' });
  expect(await send('PATCH', `/kennels/${String(id)}`, { name: 'B', status: 'in-use' })).toMatchObject({
    status: { value: 'in-use', label: 'In use' },
  });
});

test('each record has a secret of its own in the form of the example', async () => {
  const keys = [await send('POST', '/cameras', {}), await send('POST', '/cameras', {})].map(
    ({ streamKey }) => streamKey,
  );
  expect(new Set([...keys, 'key-91ab03de']).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^key-[0-9a-f]{8}$/);
});

test('what is enabled again is idle where `active` means that it is in use', async () => {
  const { id, status } = await send('POST', '/cameras', {});
  expect(await send('PUT', `/cameras/${String(id)}/disable`)).toMatchObject({ status: 'disabled' });
  expect(await send('PUT', `/cameras/${String(id)}/enable`)).toMatchObject({ status });
  expect(status).toBe('idle');
});
