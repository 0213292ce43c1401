import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('leases.yaml');

interface Lease {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

async function lease(method: string, path: string, body?: object): Promise<Lease> {
  return ((await mock.call(method, path, body)).body as { readonly lease: Lease }).lease;
}

test('a version begins as it is shown, and each change adds one', async () => {
  const { id, version } = await lease('POST', '/leases', { lease: { tenant: 'Bo', version: 7 } });
  expect(version).toBe(0);
  expect(await lease('PATCH', `/leases/${id}`, { lease: { tenant: 'Cy' } })).toMatchObject({ version: 1 });
  expect(await lease('PATCH', `/leases/${id}`, { lease: { version: 1 } })).toMatchObject({ version: 2 });
  expect(await lease('GET', `/leases/${id}`)).toMatchObject({ version: 2, tenant: 'Cy' });
});

test('a version that clients never send begins with 1', async () => {
  const { body } = await mock.call('POST', '/keys', { label: 'Front' });
  expect(body).toMatchObject({ lock_version: 1, state: 'ACTIVE' });
  const changed = await mock.call('PUT', `/keys/${(body as Lease).id}`, { label: 'Back', lock_version: 9 });
  expect(changed.body).toMatchObject({ lock_version: 2, label: 'Back' });
});

test('another version is a conflict where one is declared, or where the text says that it must match', async () => {
  const { id } = await lease('POST', '/leases', { lease: { tenant: 'Bo' } });
  const patched = await mock.call('PATCH', `/leases/${id}`, { lease: { tenant: 'Cy', version: 3 } });
  const published = await mock.call('POST', `/leases/${id}/publish`, { version: 3 });
  expect([patched.status, published.status]).toEqual([409, 422]);
  expect(await lease('GET', `/leases/${id}`)).toMatchObject({ version: 0, tenant: 'Bo' });
});

test('an action sets the state that its example shows', async () => {
  const { id, status } = await lease('POST', '/leases', { lease: { tenant: 'Bo' } });
  expect(status).toBe('DRAFT');
  await mock.call('POST', `/leases/${id}/publish`, { version: 0 });
  expect(await lease('GET', `/leases/${id}`)).toMatchObject({ version: 1, status: 'SCHEDULED' });
});

test('a key in a body repeats the first response, and is no key of another body', async () => {
  const sent = (tenant: string) => ({ idempotency_key: 'k1', lease: { tenant } });
  const { id } = await lease('POST', '/leases', sent('Bo'));
  await lease('PATCH', `/leases/${id}`, { lease: { tenant: 'Cy' } });
  expect(await lease('POST', '/leases', sent('Bo'))).toMatchObject({ id, tenant: 'Bo', version: 0 });
  expect(await mock.call('POST', '/leases', sent('Di'))).toMatchObject({ status: 409 });
});

test('of several requests with one key at once only the first creates', async () => {
  const sent = { idempotency_key: 'k3', lease: { tenant: 'Em' } };
  const all = await Promise.all(Array.from({ length: 5 }, () => lease('POST', '/leases', sent)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
});

test('a key in a header does as well', async () => {
  const post = async (body: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k2' };
    const response = await mock.engine.fetch(`${mock.engine.baseUrl}/keys`, {
      method: 'POST',
      headers,
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const first = await post('{"label":"Front"}');
  expect(first).toMatchObject({ status: 201 });
  expect(await post('{"label":"Front"}')).toEqual(first);
  expect(await post('{"label":"Back"}')).toMatchObject({ status: 409 });
});

test('a change removes the properties that it lists', async () => {
  const { id } = await lease('POST', '/leases', { lease: { tenant: 'Bo', note: 'Late' } });
  await lease('PATCH', `/leases/${id}`, { fields_to_clear: ['note'], lease: { tenant: 'Cy' } });
  expect(await lease('GET', `/leases/${id}`)).toEqual({ id, tenant: 'Cy', version: 1, status: 'DRAFT' });
});
