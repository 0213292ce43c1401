import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('regattas.yaml');

interface Boats {
  readonly items: readonly { readonly identifier: string; readonly sail: number }[];
  readonly range: Readonly<Record<string, number>>;
}

const boat = async (identifier: string, owner: string, sail: number, isEntered = true): Promise<void> =>
  void (await post('/boats', { identifier, owner, sail, isEntered }));

const identifiers = async (query: string): Promise<readonly string[]> =>
  (await get<Boats>(`/boats?limit=500&${query}`)).items.map(({ identifier }) => identifier);

test('the identifier of a record is the code in its path', async () => {
  const { headers, status } = await call('POST', '/boats', { identifier: 'swan', owner: 'Ann', sail: 40 });
  expect([status, headers.get('location')]).toEqual([201, expect.stringMatching(/\/boats\/swan$/)]);
  expect(await call('PATCH', '/boats/swan', { identifier: 'swan', owner: 'Eve' })).toMatchObject({
    status: 204,
  });
  expect(await get('/boats/swan')).toMatchObject({ identifier: 'swan', owner: 'Eve', sail: 40 });
});

test('a filter has conditions with an operator between a name and a value', async () => {
  await boat('gull', 'North Club', 12);
  await boat('tern', 'North Club', 15, false);
  await boat('duck', 'South Club', 19);
  const filtered = async (filter: string): Promise<readonly string[]> =>
    identifiers(`filter=${encodeURIComponent(filter)}`);
  expect(await filtered('owner:cn:club')).toEqual(['gull', 'tern', 'duck']);
  expect(await filtered('owner:cn:north|isEntered:eq:false')).toEqual(['tern']);
  expect(await filtered('owner:cn:club|sail:ge:15')).toEqual(['tern', 'duck']);
  expect(await filtered('owner:eq:South Club')).toEqual(['duck']);
});

test('a list has the order that its text states, and the range of a page has its figures', async () => {
  await boat('late', 'Order', 92);
  await boat('early', 'Order', 90);
  const { items, range } = await get<Boats>('/boats?limit=500');
  expect(items.map(({ sail }) => sail)).toEqual(items.map(({ sail }) => sail).toSorted((a, b) => a - b));
  expect(range).toEqual({ offset: 0, limit: 500, total: items.length });
  const page = await get<Boats>('/boats?offset=1&limit=2');
  expect(page).toMatchObject({
    items: items.slice(1, 3),
    range: { offset: 1, limit: 2, total: items.length },
  });
  const own = encodeURIComponent('owner:eq:Order');
  expect(await identifiers(`filter=${own}&sort=owner:asc|identifier:desc`)).toEqual(['late', 'early']);
});

test('an error fits only one case where all fit the other', async () => {
  const { status, body, headers } = await call('POST', '/boats', { owner: 'Ann' });
  expect([status, headers.get('backlot-outside-contract')]).toEqual([400, null]);
  expect(body).toEqual({ code: 400, message: 'identifier is required', brokenRules: null });
});

test('a property with the mark of a foreign key names the record that it refers to', async () => {
  const { CourseID: id } = await post<{ CourseID: number }>('/courses', { Name: 'Bay' });
  const race = await post<{ RaceID: number }>('/races', { CourseIDFK: id, Title: 'Spring cup' });
  expect(await get(`/races?CourseID=${id}`)).toMatchObject({ Races: [race] });
});

test('an update with a list of names changes only the properties that it names', async () => {
  const { RaceID } = await post<{ RaceID: number }>('/races', { Title: 'Cup', Notes: 'at noon' });
  await call('PUT', '/races', { RaceID, Title: 'Trophy', Notes: 'ignored', FieldsToUpdate: ['Title'] });
  expect(await get(`/races/${RaceID}`)).toMatchObject({ Title: 'Trophy', Notes: 'at noon' });
});
