import { expect, test } from 'vitest';
import { describedMock, type Described } from './described.ts';

const mock = await describedMock('clinics.yaml');
const { sid } = (await mock.call('POST', '/v1/Clinics.json', 'DisplayName=North')).body as Visit;
const visits = `/v1/Clinics/${sid}/Visits`;

interface Visit {
  readonly sid: string;
  readonly clinic_sid: string;
  readonly main_clinic_sid: string;
}

interface Visits {
  readonly visits: readonly Visit[];
}

const create = async (form: string): Promise<Visit> =>
  (await mock.call('POST', `${visits}.json`, form)).body as Visit;

test('where nothing is required, a new record has what only the service writes, but nothing that comes later', async () => {
  const made = await create('Patient=Ada');
  expect(made).toMatchObject({ patient: 'Ada', note_count: 0, desk: { name: 'Front desk' } });
  for (const absent of ['room', 'ended_at']) expect(made).not.toHaveProperty(absent);
  expect((await mock.call('GET', `${visits}/${made.sid}.json`)).body).toEqual(made);
});

test('a record has its own address, and its times in their format', async () => {
  const made = await create('Patient=Bob');
  expect(made).toMatchObject({
    uri: `${visits}/${made.sid}.json`,
    date_created: 'Sun, 01 Mar 2026 12:00:00 +0000',
  });
});

test('first records name the parent that they are below', async () => {
  const { clinics } = (await mock.call('GET', '/v1/Clinics.json')).body as { clinics: readonly Visit[] };
  const [first] = clinics;
  const path = `/v1/Clinics/${first?.sid ?? ''}`;
  const { body } = await mock.call('GET', `${path}/Visits.json`);
  const listed = (body as Visits).visits;
  expect(listed).toHaveLength(4);
  for (const visit of listed)
    expect(visit).toMatchObject({ clinic_sid: first?.sid, uri: `${path}/Visits/${visit.sid}.json` });
  expect((await mock.call('GET', `${path}/Budget.json`)).body).toMatchObject({ clinic_sid: first?.sid });
});

test('a first record has no key that looks like an unknown one, and every world has the same', async () => {
  const sidsOf = async ({ call }: Described): Promise<readonly string[]> =>
    ((await call('GET', '/v1/Clinics.json')).body as { clinics: readonly Visit[] }).clinics.map(
      ({ sid }) => sid,
    );
  const other = await describedMock('clinics.yaml');
  const sids = await sidsOf(other);
  for (const sid of sids) expect(sid).toMatch(/^CL(?!0{32})[0-9a-f]{32}$/);
  expect((await other.call('GET', `/v1/Clinics/CL${'0'.repeat(32)}.json`)).status).toBe(404);
  expect((await other.call('GET', `/v1/Clinics/${sids[0]}.json`)).status).toBe(200);
  expect((await sidsOf(mock)).slice(0, sids.length)).toEqual(sids);
  const { body } = await other.call('GET', `/v1/Clinics/${sids[0]}/Visits.json`);
  expect((body as Visits).visits.map((visit) => visit.main_clinic_sid)).toEqual(sids);
  await other.engine.close();
});

test('a repeated field fills the list that it is the singular of, and names with dots fill objects', async () => {
  const form = 'Patient=Dan&Symptom=cough&Symptom=fever&Referral.DoctorName=Eve&Insurance.PlanCode=B2';
  expect(await create(form)).toMatchObject({
    symptoms: ['cough', 'fever'],
    referral: { doctor_name: 'Eve' },
    insurance: { plan_code: 'B2' },
  });
  expect(await create('Patient=Dan&Symptom=ache')).toMatchObject({ symptoms: ['ache'] });
});

test('a parameter that ends in < or > is a bound', async () => {
  const [early] = [
    await create('Patient=Eve&PlannedFor=2031-01-01T00:00:00Z'),
    await create('Patient=Mallory&PlannedFor=2033-01-01T00:00:00Z'),
  ];
  const { body } = await mock.call(
    'GET',
    `${visits}.json?PlannedFor%3C=2032-01-01T00:00:00Z&PlannedFor%3E=2030-01-01T00:00:00Z`,
  );
  expect((body as Visits).visits.map(({ sid }) => sid)).toEqual([early.sid]);
});

test('the pages of a list are named at the mock, and the others that do not exist by null', async () => {
  for (const patient of ['Q1', 'Q2', 'Q3']) await create(`Patient=${patient}`);
  const base = `${mock.engine.baseUrl}${visits}.json?PageSize=2`;
  const { body } = await mock.call('GET', `${visits}.json?PageSize=2`);
  expect(body).toMatchObject({
    page: 0,
    start: 0,
    end: 1,
    first_page_uri: `${base}&Page=0`,
    next_page_uri: `${base}&Page=1`,
    previous_page_uri: null,
  });
  const next = await mock.call('GET', `${visits}.json?PageSize=2&Page=1`);
  expect(next.body).toMatchObject({ page: 1, start: 2, previous_page_uri: `${base}&Page=0` });
});

test('an error that is not declared has the form of those that are, and the code of its status', async () => {
  const { status, body, headers } = await mock.call('GET', `${visits}/VS${'0'.repeat(32)}.json`);
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('Visits') });
  expect(headers.get('backlot-outside-contract')).not.toBeNull();
});
