import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('granaries.yaml');

const ok = { status: 200 };

async function idOf(path: string, body: unknown): Promise<string> {
  return ((await mock.call('POST', path, body)).body as { id: string }).id;
}

describe('a property that shows whether the request succeeded', () => {
  test('is true in successes of all kinds', async () => {
    const created = await mock.call('POST', '/silos', { name: 'East', year: '2030' });
    expect(created).toMatchObject({ ...ok, body: { success: true } });
    const path = `/silos/${(created.body as { id: string }).id}`;
    expect(await mock.call('GET', path)).toMatchObject({
      ...ok,
      body: { name: 'East', year: '2030', success: true },
    });
    expect(await mock.call('GET', '/silos')).toMatchObject({ ...ok, body: { ok: true } });
    expect(await mock.call('PUT', path, { name: 'West' })).toMatchObject({ ...ok, body: { success: true } });
    expect(await mock.call('PUT', `${path}/deactivate`)).toMatchObject({ ...ok, body: { success: true } });
    expect(await mock.call('DELETE', path)).toMatchObject({ ...ok, body: { success: true } });
  });

  test('is false in errors', async () => {
    expect(await mock.call('POST', '/silos', {})).toMatchObject({ status: 400, body: { success: false } });
    expect(await mock.call('GET', '/silos/none')).toMatchObject({ status: 404, body: { success: false } });
  });
});

describe('an action', () => {
  test('leads to the state that its opposite leads from', async () => {
    const path = `/silos/${await idOf('/silos', { name: 'South' })}`;
    expect(await mock.call('GET', path)).toMatchObject({ body: { status: 'Active' } });
    await mock.call('PUT', `${path}/deactivate`);
    expect(await mock.call('GET', path)).toMatchObject({ body: { status: 'Inactive' } });
    await mock.call('PUT', `${path}/activate`);
    expect(await mock.call('GET', path)).toMatchObject({ body: { status: 'Active' } });
  });

  test('leads to the state that its text states', async () => {
    const path = `/loads/${await idOf('/loads', { note: 'rye' })}`;
    expect(await mock.call('PUT', `${path}/post`)).toMatchObject({ ...ok, body: { status: 'Posted' } });
    expect(await mock.call('PUT', `${path}/unpost`)).toMatchObject({ ...ok, body: { status: 'Draft' } });
  });

  test('is rejected in other states than the one that its text limits it to', async () => {
    const path = `/loads/${await idOf('/loads', { note: 'oats' })}`;
    expect(await mock.call('PUT', `${path}/cancel`)).toMatchObject({ ...ok, body: { status: 'Canceled' } });
    expect(await mock.call('PUT', `${path}/cancel`)).toMatchObject({ status: 403 });
    expect(await mock.call('GET', path)).toMatchObject({ body: { status: 'Canceled' } });
  });
});
