import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('printers.yaml');

type Fields = Readonly<Record<string, unknown>>;

async function send(call: string, body: Fields): Promise<Fields> {
  const { status, body: shown } = await mock.call('POST', `/v1/${call}`, body);
  return { status, ...(shown as Fields) };
}

const newHall = async (): Promise<unknown> => (await send('halls/create', { name: 'Hall' }))['hallId'];

const unknown = 'b5c9d5f6-0000-4000-8000-000000000000';

test('a call that finds by a property reads the record with it', async () => {
  const hallId = await newHall();
  const [one, other] = [
    await send('printers/create', { hallId, name: 'One' }),
    await send('printers/create', { hallId, name: 'Other' }),
  ];
  expect(one['slug']).not.toBe(other['slug']);
  expect(await send('printers/get_by_slug', { slug: one['slug'] })).toEqual(one);
  expect(await send('printers/get_by_slug', { slug: other['slug'] })).toEqual(other);
  expect(await send('printers/get_by_slug', { slug: 'none' })).toMatchObject({ status: 404 });
});

test('a list is restricted to the record that it requires, which must exist', async () => {
  const [hallId, empty] = [await newHall(), await newHall()];
  const { status, ...printer } = await send('printers/create', { hallId, name: 'One' });
  for (const list of ['printers/list', 'printers/list_all']) {
    expect(await send(list, { hallId })).toEqual({ status, printers: [printer] });
    expect(await send(list, { hallId: empty })).toEqual({ status, printers: [] });
    expect(await send(list, { hallId: unknown })).toMatchObject({ status: 404 });
  }
});

test('a copy is of the record that the request names, and values of any type are replaced', async () => {
  const hallId = await newHall();
  const settings = { color: true, trays: 2 };
  const { printerId } = await send('printers/create', { hallId, name: 'One', settings });
  const copy = await send('printers/clone', {
    printerCloneId: printerId,
    printerConfiguration: { name: 'Copy' },
  });
  expect(copy).toMatchObject({ status: 200, hallId, name: 'Copy', settings });
  expect(copy['printerId']).not.toBe(printerId);
  expect(await send('printers/clone', { printerCloneId: unknown })).toMatchObject({ status: 404 });
  await send('printers/update', { printerId, settings: { color: false } });
  expect(await send('printers/get', { printerId })).toMatchObject({
    name: 'One',
    settings: { color: false },
  });
  expect((await send('printers/get', { printerId }))['settings']).toEqual({ color: false });
  expect(await send('printers/get', { printerId: copy['printerId'] })).toMatchObject({ settings });
});

test('the work that an action starts is listed, a page at a time', async () => {
  const { printerId } = await send('printers/create', { hallId: await newHall(), name: 'One' });
  const ids: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    const { job } = (await send('printers/test', { printerId })) as { job: Fields };
    expect(job).toMatchObject({ kind: 'test_page', printerKeyId: printerId });
    expect(await send('jobs/get', { id: job['id'] })).toMatchObject({ status: 200, job });
    ids.unshift(job['id']);
  }
  const listed = async (rowOffset: number): Promise<readonly unknown[]> => {
    const pagination = { pageSize: 2, rowOffset };
    const page = await send('jobs/list', { printerKeyId: printerId, pagination });
    expect(page).toMatchObject({ totalJobCount: 3 });
    return (page as { jobs: readonly { job: Fields }[] }).jobs.map(({ job }) => job['id']);
  };
  expect([await listed(0), await listed(2)]).toEqual([ids.slice(0, 2), ids.slice(2)]);
});
