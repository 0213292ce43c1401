import { expect, test } from 'vitest';
import { fakeLoader } from '../../mock/load-fake.ts';
import { describedMock } from './described.ts';
import { temporaryFolder } from '../support/folder.ts';

interface Workshop {
  readonly id: string;
  readonly title: string;
  readonly room: string;
  readonly level: string;
  readonly isOnline: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly opensAt: number;
  readonly price: number;
  readonly currency: string;
  readonly venue: { readonly city: string; readonly country: string };
}

interface Member {
  readonly workshop: { readonly id: string; readonly title: string };
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly workEmail: string;
  readonly username: string;
  readonly birthDate: string;
}

// What the mock returned and its schema rejects is reported.
const mock = await describedMock('workshops.yaml');
const workshops = (await mock.call('GET', '/workshops')).body as readonly Workshop[];
const members = (await mock.call('GET', '/members')).body as readonly Member[];

const now = '2026-03-01T12:00:00.000Z';

function distinct(values: readonly unknown[]): number {
  return new Set(values).size;
}

test('records have titles of what they are, each its own, and values that are shown stay', () => {
  expect(distinct(workshops.map(({ title }) => title))).toBe(4);
  for (const { title, room } of workshops) {
    expect(title).not.toMatch(/title/i);
    expect(room).toBe('Room 7');
  }
});

test('listed values and switches differ, so that a filter leaves something out', async () => {
  expect(distinct(workshops.map(({ level }) => level))).toBe(3);
  expect(distinct(workshops.map(({ isOnline }) => isOnline))).toBe(2);
  const { body } = await mock.call('GET', '/workshops?level=expert');
  expect(body).toEqual(workshops.filter(({ level }) => level === 'expert'));
});

test('times make sense together', () => {
  for (const { startDate, endDate, createdAt, updatedAt, deletedAt, opensAt } of workshops) {
    expect(startDate < endDate).toBe(true);
    expect(createdAt <= updatedAt && updatedAt <= now).toBe(true);
    expect(deletedAt).toBeNull();
    expect(opensAt).toBeGreaterThan(Date.parse('2025-01-01') / 1000);
  }
  for (const { birthDate } of members) expect(birthDate < '2010').toBe(true);
});

test('what one record says of a person or of a place agrees', () => {
  for (const { firstName, lastName, email, workEmail, username } of members) {
    expect(workEmail).toBe(`${firstName}.${lastName}@studio.test`.toLowerCase());
    expect(email).toBe(`${firstName}.${lastName}@example.com`.toLowerCase());
    expect(username).toBe(`${firstName}_${lastName}`.toLowerCase());
  }
  expect(distinct(members.map(({ email }) => email))).toBe(4);
  const countries = new Map(workshops.map(({ venue }) => [venue.city, venue.country]));
  expect(countries.size).toBe(4);
  expect(distinct([...countries.values()])).toBe(4);
});

test('what a record shows of another one is what that has', () => {
  expect(workshops[0]?.id).not.toMatch(/^0{8}-/);
  expect(members.map(({ workshop }) => workshop)).toEqual(workshops.map(({ id, title }) => ({ id, title })));
});

test('a value that no table has in the form of its schema is a sample', () => {
  expect(workshops[0]).toMatchObject({ code: 'code................', grade: 'G0' });
  for (const { price, currency } of workshops) {
    expect(price).toBe(Number(price.toFixed(2)));
    expect(currency).toMatch(/^(?:usd|eur|gbp)$/);
  }
});

test('what a new record still requires goes with what was sent', async () => {
  const sent = { firstName: 'Ada', lastName: "O'Neil" };
  const { status, body } = await mock.call('POST', '/members', sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...sent, email: 'ada.oneil@example.com', username: 'ada_oneil' });
  expect((await mock.call('POST', '/workshops', { title: 'Bookbinding' })).body).toMatchObject({
    level: 'beginner',
    createdAt: now,
    updatedAt: now,
  });
});

test('worlds with the same seed and clock have the same records', async () => {
  const other = await describedMock('workshops.yaml');
  expect((await other.call('GET', '/members')).body).toEqual(members);
  expect((await other.call('GET', '/workshops')).body).toEqual(workshops);
});

test('values of @faker-js/faker are used where a project has it', async () => {
  const folder = await temporaryFolder({
    'node_modules/@faker-js/faker/package.json': '{ "name": "@faker-js/faker", "main": "main.cjs" }',
    'node_modules/@faker-js/faker/main.cjs': `class Faker {
      rawDefinitions = {};
      seed(number) { this.number = number; }
      get person() { return { firstName: () => 'Fay' + this.number, lastName: () => 'Kerr' }; }
    }
    exports.faker = new Faker();`,
  });
  const faked = await describedMock('workshops.yaml', { loadFake: fakeLoader(folder) });
  const { body } = await faked.call('GET', '/members');
  const [, ...others] = body as readonly Member[];
  expect(others).toHaveLength(3);
  for (const { firstName, lastName, email } of others) {
    expect(firstName).toMatch(/^Fay\d+$/);
    expect(email).toBe(`${firstName}.${lastName}@example.com`.toLowerCase());
  }
});
