import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('silos.yaml');

interface Silo {
  readonly name: string;
  readonly is_paused?: boolean;
}
interface Silos {
  readonly silos: readonly Silo[];
  readonly total_entries: number;
}

async function newSilo(name: string, fields: object = {}): Promise<void> {
  const { status } = await mock.call('POST', '/silos', { name, grain: 'rye', is_paused: false, ...fields });
  expect(status).toBe(200);
}

async function namesOf(query: string): Promise<readonly string[]> {
  const { silos, total_entries: total } = await mock.get<Silos>(`/silos?${query}`);
  expect(total).toBe(silos.length);
  return silos.map(({ name }) => name);
}

test('a mask in the query names what a request changes', async () => {
  await newSilo('masked');
  const body = { grain: 'oats', is_paused: true };
  await mock.call('PATCH', '/silos/masked?update_mask=grain', body);
  expect(await mock.get('/silos/masked')).toMatchObject({ grain: 'oats', is_paused: false });
  await mock.call('PATCH', '/silos/masked?update_mask=', body);
  expect(await mock.get('/silos/masked')).toMatchObject({ grain: 'oats', is_paused: true });
});

test('what is only written is not shown, also in objects and by the schema of a single response', async () => {
  const sent = { name: 'secret', password: 'open', hatch: { side: 'north', code: '1234' } };
  const { body } = await mock.call('POST', '/silos', sent);
  expect(body).toMatchObject({ name: 'secret', hatch: { side: 'north' } });
  expect(JSON.stringify(body)).not.toMatch(/password|code/);
  expect(JSON.stringify(await mock.get('/silos/secret'))).not.toMatch(/password|code/);
});

describe('a pattern', () => {
  test('selects what contains it', async () => {
    await newSilo('north-one');
    await newSilo('north-two');
    expect(await namesOf('name_pattern=north')).toEqual(['north-one', 'north-two']);
    expect(await namesOf('name_pattern=none-at-all')).toEqual([]);
  });

  test('selects what a PATCH of the collection changes', async () => {
    await newSilo('south-one');
    await newSilo('south-two');
    const { status, body } = await mock.call('PATCH', '/silos?name_pattern=south', { is_paused: true });
    const changed = ['south-one', 'south-two'].map((name) => ({ name, grain: 'rye', is_paused: true }));
    expect({ status, body }).toMatchObject({ status: 200, body: { silos: changed, total_entries: 2 } });
    expect(await mock.get('/silos/south-one')).toMatchObject({ is_paused: true, grain: 'rye' });
    const { silos } = await mock.get<Silos>('/silos');
    expect(silos.filter((each) => each.is_paused !== true)).not.toEqual([]);
    await mock.call('PATCH', '/silos?name_pattern=~&update_mask=is_paused', { is_paused: true, grain: 'no' });
    const after = (await mock.get<Silos>('/silos')).silos;
    expect(after.map((each) => each.is_paused)).toEqual(silos.map(() => true));
    expect(await mock.get('/silos/south-two')).toMatchObject({ grain: 'rye' });
  });
});

test('a key that the text says to be of all parents lists what is below any of them', async () => {
  await newSilo('first');
  await newSilo('second');
  await mock.call('POST', '/silos/first/sacks', { sack_id: 'a' });
  await mock.call('POST', '/silos/second/sacks', { sack_id: 'b' });
  const { sacks } = await mock.get<{ sacks: readonly object[] }>('/silos/~/sacks');
  expect(sacks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ sack_id: 'a', silo_name: 'first' }),
      expect.objectContaining({ sack_id: 'b', silo_name: 'second' }),
    ]),
  );
  expect(await mock.get('/silos/first/sacks')).toMatchObject({ sacks: [{ sack_id: 'a' }] });
  expect(await mock.call('GET', '/silos/none/sacks')).toMatchObject({ status: 404 });
});

test('what a client makes is not made by a schedule', async () => {
  await newSilo('own');
  expect(await mock.post('/silos/own/sacks', { sack_id: 'm' })).toMatchObject({ origin: 'manual' });
});
