import { beforeAll, describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('vineyards.yaml');

interface Vintage {
  readonly uid: string;
  readonly name: string;
}

interface Page {
  readonly vintages: readonly Vintage[];
  readonly pagination: { readonly count: number };
}

const ORDER = '6f1c2f0e-3d43-4c3e-9c0c-6f5a8c0f1a11';

describe('a list', () => {
  const keys: string[] = [];
  const namesOf = async (query: string): Promise<readonly string[]> =>
    (await mock.get<Page>(`/vintages?sort=oldest&${query}`)).vintages.map(({ name }) => name);

  beforeAll(async () => {
    for (const [name, city, contact] of [
      ['red', 'Asti', 'Ada'],
      ['white', 'Astoria', 'Bea'],
      ['rose', 'Bonn', 'Adam'],
    ]) {
      const order = `https://orders.example/orders/${name === 'white' ? ORDER : 'other'}/`;
      const address = { city, contact: { name: contact } };
      keys.push((await mock.post<Vintage>('/vintages', { name, order, address })).uid);
    }
  });

  test('is filtered by properties of objects', async () => {
    expect(await namesOf('address__city=Asti')).toEqual(['red']);
    expect(await namesOf('address__city__iexact=aSTI')).toEqual(['red']);
    expect(await namesOf('address__city__istartswith=ast')).toEqual(['red', 'white']);
    expect(await namesOf('address__contact__name__icontains=ADA')).toEqual(['red', 'rose']);
  });

  test('is filtered by the key in the address of a record', async () => {
    expect(await namesOf(`order=${ORDER}`)).toEqual(['white']);
  });

  test('is filtered by ids, where records have another key', async () => {
    expect(await namesOf(`id=${keys[2]}`)).toEqual(['rose']);
    expect(await namesOf(`id=${keys[0]},${keys[1]}`)).toEqual(['red', 'white']);
  });

  test('has a size that is declared as a text and described as a number', async () => {
    const { vintages, pagination } = await mock.get<Page>('/vintages?limit=2');
    expect(vintages).toHaveLength(2);
    expect(pagination.count).toBe(2);
  });

  test('begins with the newest record where that is the default', async () => {
    const { vintages } = await mock.get<Page>('/vintages');
    expect(vintages.slice(0, 3).map(({ name }) => name)).toEqual(['rose', 'white', 'red']);
    const newest = await mock.get<Page>('/vintages?sort=newest&limit=1');
    expect(newest.vintages).toMatchObject([{ name: 'rose' }]);
  });
});

test('a choice is shown in the object that has it', async () => {
  const { uid } = await mock.post<Vintage>('/vintages', { name: 'sweet', privacy: 'members' });
  expect(await mock.get(`/vintages/${uid}`)).toMatchObject({ privacy: { view: 'members' } });
});

test('an example that is a reference has the value that it refers to', async () => {
  const shown = await mock.get('/vintages/v-2019-1');
  expect(shown).toMatchObject({ uid: 'v-2019-1', name: 'Riesling' });
  expect(shown).not.toHaveProperty('$ref');
});
