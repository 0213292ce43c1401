/** Stored records and state machines in the control API. */
import { describe, expect, it } from 'vitest';
import type { MachineList, RecordList } from '../../generated/control/types.ts';
import { fullKey, ownerSession, useMock } from '../support/mock-client.ts';

const service = useMock();

async function read(kind: string, query = ''): Promise<RecordList> {
  const { status, text, body } = await service.get<RecordList>(`/_mock/records/${kind}${query}`);
  expect(status, text).toBe(200);
  return body as RecordList;
}

describe('the records of a type', () => {
  it('can be read for every type that the world counts', async () => {
    const { counts } = (await service.get<{ counts: Record<string, number> }>('/_mock/world')).body;
    for (const [kind, count] of Object.entries(counts)) {
      const { records, total, cursor } = await read(kind, '?limit=1000');
      expect([kind, total, cursor === null]).toEqual([kind, count, count <= 1000]);
      expect(records).toHaveLength(Math.min(count, 1000));
    }
  });

  it('continue after the cursor, to the end', async () => {
    const all = await read('sandboxDeployments');
    const ids: string[] = [];
    for (let after = ''; ;) {
      const page = await read('sandboxDeployments', `?limit=3${after}`);
      ids.push(...page.records.map(({ id }) => id));
      if (page.cursor === null) break;
      after = `&after=${encodeURIComponent(page.cursor)}`;
    }
    expect(ids).toEqual(all.records.map(({ id }) => id));
    expect(ids).toContain('sbx_running');
  });

  it('are searched by id and values, regardless of case', async () => {
    expect((await read('agents', '?q=AGENT_SUPP')).records.map(({ id }) => id)).toContain('agent_support');
    expect((await read('agents', '?q=customer%20SUPPORT')).records.map(({ id }) => id)).toContain(
      'agent_support',
    );
    expect((await read('agents', '?q=createdAt')).records).toEqual([]);
  });

  it('have no credentials, and cannot be searched for them', async () => {
    await service.createAgent({
      name: 'Secretive',
      config: {
        tools: { customTools: [{ name: 'call', headers: { Authorization: 'Bearer secret-of-mine-1234' } }] },
      },
    });
    const key = await service.makeKey('AGENTS:READ');
    const texts = await Promise.all(
      ['apiKeys', 'sessions', 'clientTokens', 'agents', 'registrations'].map(async (kind) =>
        JSON.stringify(await read(kind)),
      ),
    );
    for (const secret of [key, `"${fullKey}"`, `"${ownerSession}"`, 'secret-of-mine'])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect(texts[0]).toContain('rt_live_…');
    expect((await read('apiKeys', `?q=${key.slice(8, 20)}`)).records).toEqual([]);
  });

  it('have long texts cut', async () => {
    const { body } = await service.post<{ assetId: string }>('/_mock/assets', {
      visibility: 'public',
      contentType: 'text/plain',
      body: 'x'.repeat(10_000),
    });
    const asset = (await read('assets', `?q=${body.assetId}`)).records[0] as { body?: string };
    expect(asset.body).toBe(`${'x'.repeat(4096)}…`);
  });

  it.each(['unicorns', 'agent', '__proto__', 'constructor'])('are 404 for the type %s', async (kind) => {
    const { status, body } = await service.get<{ error: string }>(`/_mock/records/${kind}`);
    expect([status, body.error]).toEqual([
      404,
      expect.stringMatching(`^There is no type ${kind}. Types: .*agents`) as string,
    ]);
  });
});

it('the state machines have the types of the records and all transitions between their states', async () => {
  const { machines } = (await service.get<MachineList>('/_mock/machines')).body;
  expect(machines.map(({ id, kind }) => [id, kind])).toEqual([
    ['approval', 'approvals'],
    ['batch', 'batches'],
    ['claim', 'registrations'],
    ['execution', 'executions'],
    ['sandboxDeployment', 'sandboxDeployments'],
  ]);
  for (const { initial, states, transitions } of machines) {
    const names = states.map(({ name }) => name);
    expect(names).toContain(initial);
    for (const { from, to } of transitions) expect(names).toEqual(expect.arrayContaining([from, to]));
    for (const { name, isFinal } of states)
      if (isFinal) expect(transitions.filter(({ from }) => from === name)).toEqual([]);
  }
  expect(machines[1]?.transitions.filter(({ trigger }) => trigger === 'finishRecord')).toEqual([
    { from: 'running', to: 'running', trigger: 'finishRecord', isConditional: true },
    { from: 'running', to: 'completed', trigger: 'finishRecord', isConditional: true },
    { from: 'running', to: 'failed', trigger: 'finishRecord', isConditional: false },
  ]);
});
