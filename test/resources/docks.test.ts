import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('docks.yaml');

async function create(path: string, name: string): Promise<number> {
  const { status, body } = await mock.call('POST', path, { name });
  expect(status).toBe(201);
  return (body as { id: number }).id;
}

const act = (path: string, action: string, body: object = {}) =>
  mock.call('POST', `${path}/actions/${action}`, body);

test('a record lists the keys of those that refer to it', async () => {
  const [one, two] = [await create('/docks', 'One'), await create('/docks', 'Two')];
  const [boat, other] = [await create('/boats', 'Boat'), await create('/boats', 'Other')];
  for (const each of [boat, other]) await act(`/boats/${each}`, 'attach', { dock: one });
  expect(await mock.call('GET', `/docks/${one}`)).toMatchObject({ body: { boats: [boat, other] } });
  await act(`/boats/${boat}`, 'attach', { dock: two });
  expect(await mock.call('GET', `/docks/${one}`)).toMatchObject({ body: { boats: [other] } });
  expect(await mock.call('GET', `/docks/${two}`)).toMatchObject({ body: { boats: [boat] } });
  await act(`/boats/${boat}`, 'detach');
  await mock.call('DELETE', `/boats/${other}`);
  for (const dock of [one, two])
    expect(await mock.call('GET', `/docks/${dock}`)).toMatchObject({ body: { boats: [] } });
});

test('an action names the record that it is done to', async () => {
  const boat = await create('/boats', 'Named');
  const { body } = await act(`/boats/${boat}`, 'detach');
  const resources = [{ id: boat, type: 'boat' }];
  expect(body).toMatchObject({ resources });
  const { id } = body as { id: number };
  expect(await mock.call('GET', `/actions/${id}`)).toMatchObject({ body: { resources } });
});

test('an action sets the switch that its verb and its noun name, and the list that has its noun', async () => {
  const dock = `/docks/${await create('/docks', 'Lit')}`;
  await act(dock, 'enable_light');
  expect(await mock.call('GET', dock)).toMatchObject({ body: { light_enabled: true } });
  await act(dock, 'disable_light');
  expect(await mock.call('GET', dock)).toMatchObject({ body: { light_enabled: false } });
  for (const rail of [7, 8]) await act(dock, 'attach_to_rail', { rail });
  expect(await mock.call('GET', dock)).toMatchObject({ body: { mounts: [{ rail: 7 }, { rail: 8 }] } });
  await act(dock, 'detach_from_rail', { rail: 7 });
  expect(await mock.call('GET', dock)).toMatchObject({ body: { mounts: [{ rail: 8 }] } });
});

test('no two records have the same fingerprint', async () => {
  const id = await create('/docks', 'Unique');
  const { body } = await mock.call('GET', `/docks/${id}`);
  const { fingerprint } = body as { fingerprint: string };
  expect(fingerprint).toMatch(/^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/);
  const listed = await mock.call('GET', `/docks?fingerprint=${encodeURIComponent(fingerprint)}`);
  expect(listed.body).toEqual([body]);
});

test('errors have the form that the text about the API shows', async () => {
  const missing = { error: { code: 'not_found', message: 'There is no record 999 in docks' } };
  expect(await mock.call('GET', '/docks/999')).toMatchObject({ status: 404, body: missing });
  const wrong = { error: { code: 'invalid_input', message: 'name must be a string, not a number' } };
  const { status, body } = await mock.call('POST', '/docks', { name: 5 });
  expect({ status, body }).toEqual({ status: 400, body: wrong });
  const unknown = { error: { code: 'not_found', message: expect.any(String) as string } };
  expect((await mock.call('GET', '/nowhere')).body).toEqual(unknown);
});
