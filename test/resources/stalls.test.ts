import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('stalls.yaml');

interface Stall {
  readonly id: string;
  readonly name: string;
}

async function newStall(name: string, labels: object = {}): Promise<Stall> {
  return (await mock.call('POST', '/v1/stalls', { name, labels })).body as Stall;
}

describe('a record with a name in its path', () => {
  test('is found by its id and by its name, in any version of the path', async () => {
    const { id } = await newStall('fruit');
    expect(await mock.call('GET', `/v2/stalls/${id}`)).toMatchObject({
      status: 200,
      body: { name: 'fruit' },
    });
    expect(await mock.call('GET', '/v2/stalls/fruit')).toMatchObject({ status: 200, body: { id } });
    expect(await mock.call('DELETE', '/v3/stalls/fruit')).toMatchObject({ status: 204 });
    expect(await mock.call('GET', `/v2/stalls/${id}`)).toMatchObject({ status: 404 });
  });

  test('has a unique one where a conflict is declared', async () => {
    await newStall('bread');
    expect(await mock.call('POST', '/v1/stalls', { name: 'bread' })).toMatchObject({ status: 409 });
  });

  test('is found by it where the parameter is described as one', async () => {
    await mock.call('POST', '/v1/hosts', { name: 'north' });
    expect(await mock.call('GET', '/v1/hosts/north')).toMatchObject({ status: 200, body: { name: 'north' } });
  });
});

describe('a selector', () => {
  const namesOf = async (query: string): Promise<readonly string[]> =>
    ((await mock.call('GET', `/v1/stalls?${query}`)).body as readonly Stall[]).map(({ name }) => name);

  test('selects by labels', async () => {
    await newStall('tea', { kind: 'drink', hot: 'yes' });
    await newStall('juice', { kind: 'drink' });
    await newStall('cheese', { kind: 'food' });
    expect(await namesOf('labelSelector=kind%3Ddrink')).toEqual(['tea', 'juice']);
    expect(await namesOf('labelSelector=kind%3Ddrink,!hot')).toEqual(['juice']);
    expect(await namesOf('labelSelector=kind%20in%20(food,drink),kind!%3Ddrink')).toEqual(['cheese']);
    expect(await namesOf('labelSelector=hot')).toEqual(['tea']);
  });

  test('selects by properties', async () => {
    await newStall('soap', { kind: 'other' });
    expect(await namesOf('fieldSelector=name%3Dsoap')).toEqual(['soap']);
    expect(await namesOf('fieldSelector=labels.kind%3Dother')).toEqual(['soap']);
  });
});

test('a list of texts has those that were added, and not those that were deleted', async () => {
  const { id } = await newStall('books');
  const banned = `/v1/stalls/${id}/banned`;
  const emails = ['a@example.com', 'b@example.com'];
  expect(await mock.call('POST', banned, { emails })).toMatchObject({ status: 201, body: { emails } });
  expect(await mock.call('GET', banned)).toMatchObject({ body: emails });
  await mock.call('DELETE', `${banned}/a@example.com`);
  expect(await mock.call('GET', banned)).toMatchObject({ body: ['b@example.com'] });
});

test('a secret is in what its creation returns, and nowhere else', async () => {
  const { body } = await mock.call('POST', '/v1/keys', { label: 'CI' });
  expect(body).toMatchObject({ label: 'CI', secret_key: expect.any(String) as unknown });
  const { id } = body as { readonly id: string };
  expect((await mock.call('GET', `/v1/keys/${id}`)).body).toEqual({ id, label: 'CI' });
});
