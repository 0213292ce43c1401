/** Records below others that nobody creates, and lists that require the key of a record in the query. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { defineService, type Handler } from './support/defined-service.ts';
import { name, text } from './support/service-definition.ts';

const named = { fields: { name }, isClosed: true };

const harbors = await defineService({
  title: 'Harbors',
  resources: [
    {
      name: 'Harbor',
      path: '/harbors',
      ...named,
      records: [{ name: 'North' }],
      list: {},
      get: {},
      update: {},
    },
    { name: 'Berth', path: '/harbors/{harborId}/berths', ...named, list: {}, create: {}, get: {} },
    {
      name: 'Mooring',
      path: '/moorings',
      fields: { name, berth_id: text },
      isClosed: true,
      list: { query: { berth_id: { required: true, schema: text } } },
      create: {
        run: ({ body, store }, usual) =>
          store.find('Berth', body['berth_id']) === undefined ? 400 : usual(),
      },
      get: {},
    },
  ],
});

const failuresOf = (report: RunReport) =>
  report.outcomes
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ check, subject }) => `${check} ${subject}`)
    .toSorted();

it('checks records that are created below those of a list, and changes none of the list', async () => {
  const updated: string[] = [];
  const report = await harbors.check({
    updateHarbor({ row }, usual) {
      updated.push(row.id);
      return usual();
    },
  });
  expect(failuresOf(report)).toEqual([]);
  const passed = report.outcomes.filter(({ verdict }) => verdict === 'pass');
  const listing = passed.filter(({ check }) => check === 'LAW06').map(({ subject }) => subject);
  expect(listing).toEqual(['/harbors/{harborId}/berths', '/moorings']);
  expect(updated).toEqual([]);
});

it('finds lists that lack a record', async () => {
  const forget: Handler = (_, usual) => (usual() as readonly object[]).slice(0, -1);
  const report = await harbors.check({ listBerths: forget, listMoorings: forget });
  expect(failuresOf(report)).toEqual(
    expect.arrayContaining(['LAW06 /harbors/{harborId}/berths', 'LAW06 /moorings']),
  );
});
