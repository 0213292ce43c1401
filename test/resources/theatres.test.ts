import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('theatres.yaml');

interface Show {
  readonly showId: string;
  readonly title: string;
}

async function showsOf(method: string, path: string, body?: unknown): Promise<readonly Show[]> {
  return ((await mock.call(method, path, body)).body as { readonly shows: readonly Show[] }).shows;
}

async function newShow(title = 'Hamlet'): Promise<Show> {
  const [show] = await showsOf('PUT', '/shows', { shows: [{ title, stage: 'North' }] });
  return show!;
}

describe('a record that is the only item of a list', () => {
  test('is read', async () => {
    const { showId } = await newShow('Faust');
    expect(await showsOf('GET', `/shows/${showId}`)).toMatchObject([{ showId, title: 'Faust' }]);
  });

  test('is changed', async () => {
    const { showId } = await newShow();
    const changed = [{ showId, title: 'Macbeth', stage: 'North' }];
    expect(await showsOf('POST', `/shows/${showId}`, { shows: [{ title: 'Macbeth' }] })).toMatchObject(
      changed,
    );
    expect(await showsOf('GET', `/shows/${showId}`)).toMatchObject(changed);
  });
});

describe('a list of records that is sent', () => {
  test('creates each of them by a PUT that says so', async () => {
    const shows = await showsOf('PUT', '/shows', { shows: [{ title: 'One' }, { title: 'Two' }] });
    expect(shows).toMatchObject([{ title: 'One' }, { title: 'Two' }]);
  });

  test('changes those that exist, and creates the others, where the description says so', async () => {
    const { showId } = await newShow();
    const sent = { shows: [{ showId, title: 'Changed' }, { title: 'New' }] };
    expect(await showsOf('POST', '/shows', sent)).toMatchObject([
      { showId, title: 'Changed' },
      { title: 'New' },
    ]);
    expect(await showsOf('GET', `/shows/${showId}`)).toMatchObject([{ title: 'Changed', stage: 'North' }]);
  });
});

describe('a list', () => {
  test('shows a new record without a filter, though it shows one state by default', async () => {
    const { showId } = await newShow();
    expect(await showsOf('GET', '/shows?pageSize=100')).toContainEqual(expect.objectContaining({ showId }));
  });

  test('is not filtered by values that its records never have', async () => {
    const { showId } = await newShow();
    const shows = await showsOf('GET', '/shows?pageSize=100&type=mine');
    expect(shows).toContainEqual(expect.objectContaining({ showId }));
  });

  test('has the records with the keys that are asked for', async () => {
    const [one, two] = [await newShow(), await newShow()];
    await newShow();
    const shows = await showsOf('GET', `/shows?ids=${one.showId},${two.showId}`);
    expect(shows.map(({ showId }) => showId)).toEqual([one.showId, two.showId]);
  });

  test('counts records and pages, and links to the pages around it', async () => {
    const { body } = await mock.call('GET', '/shows?pageSize=1&pageNumber=2');
    const { itemsTotal } = body as { readonly itemsTotal: number };
    expect(body).toMatchObject({
      pagesTotal: itemsTotal,
      _links: {
        first: { href: expect.stringContaining('pageNumber=1') as unknown },
        prev: { href: expect.stringContaining('pageNumber=1') as unknown },
        next: { href: expect.stringContaining('pageNumber=3') as unknown },
      },
    });
    const { body: first } = await mock.call('GET', '/shows?pageSize=1');
    expect(first).not.toHaveProperty('_links.prev');
  });

  test('names the record that it is below', async () => {
    const { showId } = await newShow();
    expect((await mock.call('GET', `/shows/${showId}/guests`)).body).toMatchObject({ showId });
  });
});

test('an action is the verb in its body', async () => {
  const { showId } = await newShow();
  await mock.call('PUT', `/shows/${showId}/status`, { action: 'close' });
  expect(await showsOf('GET', `/shows/${showId}`)).toMatchObject([{ status: 'closed' }]);
});

test('a record is what is listed, though its creation returns something else with its key', async () => {
  const { showId } = await newShow();
  const guests = `/shows/${showId}/guests`;
  const { body } = await mock.call('POST', guests, { email: 'ann@example.com' });
  const { guest_id } = body as { readonly guest_id: string };
  expect((await mock.call('GET', guests)).body).toMatchObject({
    guests: [{ id: guest_id, email: 'ann@example.com' }],
  });
  expect(await mock.call('DELETE', `${guests}/${guest_id}`)).toMatchObject({ status: 204 });
});
