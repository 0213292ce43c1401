/** The differences between two states of a world in the control API. */
import { describe, expect, it } from 'vitest';
import type { StateChanges } from '../../generated/control/types.ts';
import { agentId, agentPath, startOfTests, useMock } from '../support/mock-client.ts';

const service = useMock();

async function snapshot(): Promise<string> {
  return (await service.post<{ id: string }>('/_mock/snapshots', {})).body.id;
}

async function changes(from: string, query = ''): Promise<StateChanges> {
  const { status, text, body } = await service.get<StateChanges>(`/_mock/snapshots/${from}/changes${query}`);
  expect(status, text).toBe(200);
  return body as StateChanges;
}

const nothing = {
  summary: [],
  records: [],
  topics: [],
  timers: [],
  counters: [],
  settings: [],
  isTruncated: false,
};

describe('the changes since a snapshot', () => {
  it('are none at first', async () => {
    const id = await snapshot();
    expect(await changes(id)).toEqual({
      from: { id, name: null, createdAt: startOfTests },
      to: null,
      clock: { before: startOfTests, after: startOfTests },
      ...nothing,
    });
  });

  it('have created, updated and deleted records with their values', async () => {
    const id = await snapshot();
    const made = await service.createAgent({ name: 'New' });
    await service.put(agentPath, { name: 'Renamed' });
    await service.delete('/v1/agents/agent_partner');
    const { records, summary } = await changes(id);
    const ofAgents = records.filter(({ kind }) => kind === 'agents');
    expect(ofAgents).toMatchObject([
      { id: made, change: 'created', before: null, after: { name: 'New' } },
      { id: 'agent_partner', change: 'deleted', before: { id: 'agent_partner' }, after: null },
      { id: agentId, change: 'updated', before: { name: 'Customer support' }, after: { name: 'Renamed' } },
    ]);
    expect(summary).toContainEqual({ kind: 'agents', created: 1, updated: 1, deleted: 1 });
  });

  it('have streams, timers, counters and settings', async () => {
    const id = await snapshot();
    const { executionId, events, pausedReason } = await service.run('approval');
    const { approvalId } = pausedReason as { approvalId: string };
    await service.put('/_mock/feature-gates', { batch: 'unavailable' });
    await service.advance('PT1S');
    const later = await snapshot();
    const found = await changes(id);
    expect(found.topics).toContainEqual({
      topic: `execution/${executionId}`,
      before: null,
      after: events.length,
      newEvents: events.length,
    });
    expect(found.timers).toContainEqual(
      expect.objectContaining({
        key: `approval/${approvalId}`,
        before: null,
        after: expect.objectContaining({ kind: 'approvals', targetId: approvalId }) as object,
      }),
    );
    expect(found.counters.find(({ name }) => name === 'id:exec')).toMatchObject({
      after: expect.any(Number) as number,
    });
    expect(found.settings).toMatchObject([
      { name: 'featureGates', before: null, after: { batch: 'unavailable' } },
    ]);
    expect(found.clock.after).toBe('2026-01-15T09:30:01.000Z');
    const both = await changes(id, `?to=${later}`);
    expect({ ...both, to: null }).toEqual(found);
    expect(both.to?.id).toBe(later);
    const back = await changes(later, `?to=${id}`);
    expect(back.topics).toContainEqual({
      topic: `execution/${executionId}`,
      before: events.length,
      after: null,
      newEvents: 0,
    });
  });

  it('are none after the snapshot was restored, or its dump was loaded', async () => {
    const id = await snapshot();
    await service.run('tools');
    await service.post(`/_mock/snapshots/${id}/restore`);
    expect(await changes(id)).toMatchObject(nothing);
    expect((await service.put('/_mock/state', service.mock.world().dump())).status).toBe(200);
    expect(await changes(id)).toMatchObject(nothing);
  });

  it('are cut to a limit, except for the summary', async () => {
    const id = await snapshot();
    for (const name of ['a', 'b', 'c']) await service.createAgent({ name });
    const found = await changes(id, '?limit=2');
    expect([found.records.length, found.isTruncated]).toEqual([2, true]);
    expect(found.summary).toContainEqual({ kind: 'agents', created: 3, updated: 0, deleted: 0 });
  });

  it('do not show credentials', async () => {
    const id = await snapshot();
    const key = await service.makeKey('AGENTS:READ');
    const found = await changes(id);
    expect(found.records).toMatchObject([{ kind: 'apiKeys', change: 'created' }]);
    expect(JSON.stringify(found)).not.toContain(key);
  });

  it('are 404 for an unknown snapshot', async () => {
    const id = await snapshot();
    for (const path of ['snapshot_9/changes', `${id}/changes?to=snapshot_9`]) {
      const { status, body } = await service.get(`/_mock/snapshots/${path}`);
      expect([status, body]).toEqual([404, { error: 'Snapshot snapshot_9 does not exist' }]);
    }
  });
});
