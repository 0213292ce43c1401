/** Times at the limits of a world, and edited dumps. */
import { describe, expect, it } from 'vitest';
import { useMock } from '../support/mock-client.ts';

const service = useMock();

/** Whether the world still accepts its own dump. */
async function expectUsable(base = ''): Promise<void> {
  const created = await service.post(`${base}/v1/agents`, { name: 'New' });
  const run = await service.post(`${base}/v1/agents/agent_support/execute`, {
    messages: [{ role: 'user', content: 'Hello' }],
    streamResponse: false,
  });
  const events = await service.get(`${base}/v1/events`);
  const list = await service.get(`${base}/v1/agents/agent_support/executions`);
  expect([created.status, run.status, events.status, list.status]).toEqual([201, 200, 200, 200]);
}

describe('an instant outside the years 1970 to 9999', () => {
  it.each<[method: string, path: string, body: object, at: string]>([
    ['PUT', '/_mock/clock', { mode: 'frozen', now: '1969-06-01T00:00:00Z' }, 'now'],
    ['PUT', '/_mock/clock', { mode: 'scaled', rate: 2, now: '1970-01-01T00:00:00+01:00' }, 'now'],
    ['PUT', '/_mock/clock', { mode: 'real', now: '9999-12-31T23:59:59-01:00' }, 'now'],
    ['POST', '/_mock/clock/advance', { by: 'P99999999999D' }, 'by'],
    ['POST', '/_mock/clock/advance', { by: `P${'9'.repeat(400)}D` }, 'by'],
    ['POST', '/_mock/clock/advance', { ms: 1e308 }, 'ms'],
    ['POST', '/_mock/clock/advance', { ms: 9_007_199_254_740_992 }, 'ms'],
    ['POST', '/_mock/worlds', { clock: { mode: 'frozen', now: '0001-01-01T00:00:00Z' } }, 'clock.now'],
    ['POST', '/_mock/sandbox-deployments', { expiresAt: '1969-12-31T23:59:59.999Z' }, 'expiresAt'],
    ['PATCH', '/_mock/sandbox-deployments/sbx_running', { expiresAt: '0001-01-01T00:00:00Z' }, 'expiresAt'],
    ['POST', '/_mock/keys', { environment: 'live', expiresAt: '1969-01-01T00:00:00Z' }, 'expiresAt'],
    [
      'POST',
      '/_mock/client-sessions',
      { agentId: 'agent_support', expiresAt: '1969-01-01T00:00:00Z' },
      'expiresAt',
    ],
    [
      'POST',
      '/_mock/identity-assertions',
      { email: 'a@b.test', issuedAt: '1969-01-01T00:00:00Z' },
      'issuedAt',
    ],
  ])('is rejected by %s %s %j', async (method, path, body, at) => {
    const { status, body: error } = await service.call(method, path, body);
    expect([status, error['details']]).toEqual([
      400,
      [expect.objectContaining({ path: at, code: 'INVALID_VALUE' })],
    ]);
    await expectUsable();
  });

  it.each(['1970-01-01T00:00:00Z', '1970-02-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])(
    'does not include %s, but a world works with it',
    async (now) => {
      const clock = { mode: 'frozen', now };
      expect((await service.post('/_mock/worlds', { id: 'edge', clock })).status).toBe(201);
      await expectUsable('/w/edge');
    },
  );
});

describe('a dump', () => {
  type Dump = Record<string, unknown> & { records: Record<string, Record<string, unknown>[]> };
  const edited = async (edit: (dump: Dump) => void) => {
    const dump = (await service.get('/_mock/state')).body as Dump;
    edit(dump);
    return service.put('/_mock/state', dump);
  };

  it.each<[string, (dump: Dump) => void, path: string]>([
    ['a clock before 1970', (dump) => (dump['clock'] = { mode: 'frozen', now: -1 }), 'clock.now'],
    [
      'a stopped clock',
      (dump) => (dump['clock'] = { mode: 'scaled', now: 1, since: 1, rate: 0 }),
      'clock.rate',
    ],
    ['a negative counter', (dump) => (dump['counters'] = { agent: -1 }), 'counters.agent'],
    [
      'an instant that is a string',
      (dump) => (dump.records['agent']![0]!['createdAt'] = 'now'),
      'records.agent.0.createdAt',
    ],
    [
      'an instant that is a fraction',
      (dump) => (dump.records['agent']![0]!['updatedAt'] = 0.5),
      'records.agent.0.updatedAt',
    ],
    ['a record without an id', (dump) => (dump.records['agent']![0]!['id'] = ''), 'records.agent.0.id'],
    [
      'a duplicate record',
      (dump) => dump.records['agent']!.push(dump.records['agent']![0]!),
      'records.agent.3.id',
    ],
  ])('with %s is rejected with its path', async (_, edit, path) => {
    const { status, body } = await edited(edit);
    expect([status, body['details']]).toEqual([400, [expect.objectContaining({ path })]]);
    await expectUsable();
  });
});
