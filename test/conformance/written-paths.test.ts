/** Records whose path is shorter than that of the record above, and what the texts of their operations state. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import {
  defineService,
  standardHandler,
  type Call,
  type Faults,
  type Result,
} from './support/defined-service.ts';
import { name, oneOf, ref, readOnly, text, time, type Fields } from './support/service-definition.ts';

const priorities = ['low', 'normal', 'high'];
const rankOf = ({ priority }: Fields): number => priorities.indexOf(String(priority));

/** Sorts the jobs by an order if the request has a parameter for it. */
function sortBy(compare: (one: Fields, other: Fields) => number) {
  return ({ values }: Call, usual: () => Result): Result => {
    const all = usual() as readonly Fields[];
    if (values['sort'] === undefined) return all;
    const sorted = all.toSorted(compare);
    return values['sort'] === 'priority' ? sorted : sorted.toReversed();
  };
}

const yards = await defineService({
  title: 'Yards',
  resources: [
    { name: 'Yard', path: '/yards', fields: { name }, isClosed: true, list: {}, create: {}, get: {} },
    {
      name: 'Boat',
      path: '/yards/{yardId}/boats',
      fields: { name },
      isClosed: true,
      list: {},
      create: {},
      get: {},
    },
    {
      name: 'Job',
      path: '/boats/{boatId}/jobs',
      item: '/jobs/{jobId}',
      fields: {
        name,
        notes: { ...text, maxLength: 2000 },
        priority: oneOf(...priorities),
        createdAt: readOnly(time),
      },
      initial: ({ number }) => ({
        notes: '',
        priority: 'low',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
      }),
      isClosed: true,
      list: {
        text: 'Oldest first.',
        query: {
          sort: { description: '`priority` begins with low.', schema: oneOf('priority', '-priority') },
        },
        run: sortBy((one, other) => rankOf(one) - rankOf(other)),
      },
      create: {
        text: 'The name is unique on the boat: 409 if it is taken.',
        errors: [409],
        run: ({ body, row, store }, usual) =>
          store.values('Job', row).some((job) => job['name'] === body['name']) ? 409 : usual(),
      },
      get: {},
    },
  ],
  operations: { 'HEAD /jobs/{jobId}': { id: 'headJob', returns: ref('Job'), run: () => 200 } },
});

const findingsOf = ({ outcomes }: RunReport): readonly string[] =>
  outcomes.flatMap(({ check, verdict, subject }) =>
    verdict === 'pass' || verdict === 'skip' ? [] : [`${check} ${verdict} ${subject}`],
  );

it('a service is checked whose paths are shorter below a record, without a finding', async () => {
  const report = await yards.check();
  expect(findingsOf(report)).toEqual([]);
  const passed = report.outcomes.filter(({ verdict }) => verdict === 'pass');
  expect(passed.map(({ check, subject }) => `${check} ${subject}`)).toEqual(
    expect.arrayContaining(['P01 createJob', 'P01 headJob', 'LAW10 /jobs', 'LAW19 /jobs', 'LAW27 /jobs']),
  );
});

it.each<[string, Faults, string]>([
  [
    'cuts',
    {
      createJob({ store }, usual) {
        const made = usual();
        if (typeof made === 'number') return made;
        const row = store.rows('Job').at(-1)!;
        return store.change(row, { notes: String(row.value['notes']).slice(0, 255) });
      },
    },
    'LAW02 warn /jobs',
  ],
  [
    'reverses',
    {
      listJobs: ({ values }, usual) =>
        values['sort'] === undefined ? (usual() as readonly Fields[]).toReversed() : usual(),
    },
    'LAW10 warn /jobs',
  ],
  ['repeats', { createJob: standardHandler }, 'LAW19 fail /jobs'],
  [
    'sorts-wrong',
    { listJobs: sortBy((one, other) => String(one['id']).localeCompare(String(other['id']))) },
    'LAW27 fail /jobs',
  ],
])('a service that %s what it stores is noticed', async (_, faults, expected) => {
  expect(findingsOf(await yards.check(faults))).toContain(expected);
});
