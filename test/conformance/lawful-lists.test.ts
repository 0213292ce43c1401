/** Lists that no law reports, because the description leaves the choice. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { defineService } from './support/defined-service.ts';
import { integer, listOf, object, readOnly, text, type Fields } from './support/service-definition.ts';

const shelf = await defineService({
  title: 'Shelf',
  resources: [
    {
      name: 'Book',
      path: '/books',
      fields: { id: readOnly(integer()), title: text },
      initial: { title: '' },
      list: {
        query: { page: { schema: integer(1) } },
        run({ values }, usual) {
          const start = 2 * (Number(values['page'] ?? 1) - 1);
          const all = usual() as readonly Fields[];
          return 'page' in values ? all.slice(start, start + 2) : all;
        },
      },
      create: {},
      get: {},
    },
  ],
});

const circles = await defineService({
  title: 'Circles',
  resources: [
    {
      name: 'Circle',
      path: '/circles',
      fields: { id: readOnly(integer()), owner: readOnly(text), name: text, members: listOf(text) },
      shown: { members: listOf(object({ id: text, label: text })) },
      initial: { owner: 'ada', name: '', members: [] },
      list: { query: { owner: { required: true, schema: text } } },
      create: {
        run({ body: { members = [] }, store }, usual) {
          const { id } = usual() as Fields;
          const named = (members as readonly string[]).map((member) => ({ id: member, label: `${member}!` }));
          return store.change(store.find('Circle', id)!, { members: named });
        },
      },
      get: {},
    },
  ],
});

const lawsOf = ({ outcomes }: RunReport, laws: readonly string[]) =>
  outcomes.filter(({ check }) => laws.includes(check));

it('a list may return everything unless a page is requested', async () => {
  const laws = lawsOf(await shelf.check(), ['LAW06', 'LAW08']);
  expect(laws).toContainEqual(expect.objectContaining({ check: 'LAW06', verdict: 'pass' }));
  expect(laws.flatMap(({ findings }) => findings)).toEqual([]);
});

it('a list may have the records of one owner, and a record the records that it names', async () => {
  const laws = lawsOf(await circles.check(), ['LAW02', 'LAW06']);
  expect(laws.map(({ check }) => check)).toEqual(['LAW02', 'LAW06']);
  expect(laws.flatMap(({ findings }) => findings)).toEqual([]);
});
