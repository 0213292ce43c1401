import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agents,
  agentsOfWorkspace,
  createAgent,
  workspacePrefix,
} from '../../../mock/agent-platform/domain/agents/agent.ts';
import type { AgentRecord } from '../../../mock/agent-platform/domain/agents/agent.ts';
import { readPage, type Page, type PageQuery } from '../../../mock/records/page.ts';
import { owner } from '../../../mock/agent-platform/fixtures/empty.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import type { World } from '../../../mock/kernel/world/world.ts';
import { openTestWorld } from '../../support/domain-world.ts';

const query: PageQuery<AgentRecord> = {
  source: agentsOfWorkspace,
  prefix: workspacePrefix(owner.workspaceId),
};

async function worldWithAgents(count: number): Promise<World> {
  const world = await openTestWorld();
  await world.dispatch((tx) => {
    for (let n = 0; n < count; n++) createAgent(tx, owner, { name: `Agent ${n}` }, []);
    return ok(null);
  });
  return world;
}

function read(world: World, change: Partial<PageQuery<AgentRecord>>): Page<AgentRecord> {
  const page = world.query((view) => readPage(view, { ...query, ...change }));
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
}

function walk(world: World, change: Partial<PageQuery<AgentRecord>>): AgentRecord[][] {
  const pages: AgentRecord[][] = [];
  let cursor: string | undefined;
  do {
    const page = read(world, { ...change, cursor });
    pages.push([...page.items]);
    cursor = page.pagination.nextCursor ?? undefined;
  } while (cursor !== undefined && pages.length < 100);
  return pages;
}

describe('readPage', () => {
  it('returns every record once, newest first, for any page size', async () => {
    const world = await worldWithAgents(23);
    const all = world.query((view) => view.scan(agents)).map(({ id }) => id);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (limit) => {
        const ids = walk(world, { limit: String(limit) })
          .flat()
          .map(({ id }) => id);
        expect(ids).toEqual([...all].sort().reverse());
      }),
      { numRuns: 30 },
    );
  });

  it('omits filtered records and still fills its pages', async () => {
    const world = await worldWithAgents(23);
    const keep = ({ name }: AgentRecord) => /[05]$/.test(name);
    expect(walk(world, { limit: '2', keep }).map((page) => page.map(({ name }) => name))).toEqual([
      ['Agent 20', 'Agent 15'],
      ['Agent 10', 'Agent 5'],
      ['Agent 0'],
    ]);
  });

  it('can page back to the previous page', async () => {
    const world = await worldWithAgents(7);
    const first = read(world, { limit: '3' });
    const second = read(world, { limit: '3', cursor: first.pagination.nextCursor ?? '' });
    const third = read(world, { limit: '3', cursor: second.pagination.nextCursor ?? '' });
    expect(read(world, { limit: '3', cursor: third.pagination.prevCursor ?? '' }).items).toEqual(
      second.items,
    );
    expect(read(world, { limit: '3', cursor: second.pagination.prevCursor ?? '' }).items).toEqual(
      first.items,
    );
    expect(
      [first, second, third].map(({ pagination }) => [
        pagination.hasPrev,
        pagination.hasMore,
        pagination.currentOffset,
      ]),
    ).toEqual([
      [false, true, 0],
      [true, true, 3],
      [true, false, 6],
    ]);
  });

  it('counts only if requested', async () => {
    const world = await worldWithAgents(7);
    expect(read(world, { limit: '3' }).pagination).not.toHaveProperty('totalCount');
    expect(read(world, { limit: '3', includeCount: 'true' }).pagination).toMatchObject({
      totalCount: 7,
      totalPages: 3,
      currentPage: 1,
    });
  });

  it('is not affected by a record created or deleted between two pages', async () => {
    const world = await worldWithAgents(6);
    const first = read(world, { limit: '3' });
    await world.dispatch((tx) => {
      createAgent(tx, owner, { name: 'Late' }, []);
      tx.delete(agents, first.items[2]!.id);
      return ok(null);
    });
    const second = read(world, { limit: '3', cursor: first.pagination.nextCursor ?? '' });
    expect(second.items.map(({ name }) => name)).toEqual(['Agent 2', 'Agent 1', 'Agent 0']);
  });

  it.each(['0', '-1', '1.5', 'ten', '', '1e3'])('rejects the limit %j', async (limit) => {
    const world = await openTestWorld();
    expect(world.query((view) => readPage(view, { ...query, limit }))).toMatchObject({
      ok: false,
      error: { code: 'LIMIT_INVALID' },
    });
  });

  it.each([
    'x',
    'bnVsbA',
    'W10',
    btoa(JSON.stringify(['another list', 0])),
    btoa(JSON.stringify(['', -0.5])),
  ])('rejects the cursor %j', async (cursor) => {
    const world = await openTestWorld();
    expect(world.query((view) => readPage(view, { ...query, cursor }))).toMatchObject({
      ok: false,
      error: { code: 'CURSOR_UNKNOWN' },
    });
  });
});
