/** The mock page lists the records of its fixture. */
import { afterAll, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { readPage } from './support/blocks.ts';

const mock = await createMock({ fixture: 'default', clock: { mode: 'frozen' } });
afterAll(() => mock.close());

/** Finds the ids in the first columns of the tables below the heading; `res_…` matches all ids with that prefix. */
function listedIds(): readonly string[] {
  const section =
    /^## Records of the fixture `default`$(.*?)^## /ms.exec(readPage('docs/mock.md'))?.[1] ?? '';
  const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id));
}

const covers = (listed: string, id: string): boolean =>
  listed.endsWith('…') ? id.startsWith(listed.slice(0, -1)) : id === listed;

const fixtureIds = (): readonly string[] =>
  Object.values(mock.world().dump().records).flatMap((records) => records.map(({ id }) => id));

it('every record of the fixture is listed', () => {
  const listed = listedIds();
  expect(fixtureIds().filter((id) => !listed.some((one) => covers(one, id)))).toEqual([]);
});

it('every listed id is in the fixture', () => {
  const ids = fixtureIds();
  expect(listedIds().filter((one) => !ids.some((id) => covers(one, id)))).toEqual([]);
});

it('ids listed in full are the same in every world and for every seed', async () => {
  const other = await mock.createWorld({ seed: 99, clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' } });
  const ids = new Set(Object.values(other.dump().records).flatMap((records) => records.map(({ id }) => id)));
  expect(listedIds().filter((one) => !one.endsWith('…') && !ids.has(one))).toEqual([]);
});

it.each(['exec_waits_for_approval', 'exec_waits_for_tool'])(
  '%s is still pending after a week',
  async (id) => {
    const world = await mock.world().fork();
    await world.clock.advance('P7D');
    const headers = { authorization: 'Bearer rt_live_dev' };
    const execution = await world.fetch(`/v1/agents/agent_support/executions/${id}`, { headers });
    expect(await execution.json()).toMatchObject({ status: 'paused' });
  },
);
