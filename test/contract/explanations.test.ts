/** The explanation of responses in the journal: one step for each decision of the mock. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';

let mock: Mock;

beforeEach(async () => {
  mock = await createMock({ clock: { mode: 'frozen' } });
});

afterEach(() => mock.close());

interface Step {
  readonly step: string;
  readonly outcome: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface Explained {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly steps: Readonly<Record<string, Step>>;
}

/** Sends a request and returns the explanation of its response. */
async function call(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
): Promise<Explained> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await mock.fetch(path, {
    method,
    headers: {
      authorization: 'Bearer rt_live_dev',
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(text.length),
      }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  const received = await response.text();
  const { control } = mock.world();
  const { requests } = await control.listRequests({ query: { order: 'newest', limit: 1 } });
  const detail = await control.getRequest({ path: { id: requests[0]!.id } });
  return {
    status: response.status,
    json: received.startsWith('{') ? (JSON.parse(received) as Record<string, unknown>) : {},
    headers: detail.headers,
    body: detail.body,
    steps: Object.fromEntries(detail.explanation.map((step) => [step.step, step])),
  };
}

async function createAgent(): Promise<string> {
  const { json } = await call('POST', '/v1/agents', { body: { name: 'a', type: 'native' } });
  return json['id'] as string;
}

function execute(id: string, text: string, headers: Readonly<Record<string, string>> = {}) {
  return call('POST', `/v1/agents/${id}/execute`, {
    headers,
    body: { messages: [{ role: 'user', content: text }] },
  });
}

describe('the explanation of a response', () => {
  test('lists the steps of a request that succeeded', async () => {
    const { steps, body } = await call('POST', '/v1/agents', { body: { name: 'a', type: 'native' } });
    expect(Object.keys(steps)).toEqual(['operation', 'credential', 'validation', 'changes', 'response']);
    expect(body).toEqual({ name: 'a', type: 'native' });
    expect(steps['operation']?.message).toBe('POST /v1/agents is createAgent.');
    expect(steps['credential']).toMatchObject({ outcome: 'passed', details: { scopes: ['*'] } });
    expect(steps['changes']).toMatchObject({ outcome: 'applied', details: { events: 0 } });
    expect(steps['changes']?.message).toMatch(/^Transaction \d+: 1 record written\.$/);
    expect(steps['response']).toMatchObject({ outcome: 'passed', message: '201' });
  });

  test('separates the changes of due timers from those of the request', async () => {
    const real = await createMock();
    try {
      const { world, fetch } = { world: real.world(), fetch: real.fetch.bind(real) };
      const due = (await world.control.listTimers()).timers[0]?.due ?? '';
      await expect.poll(() => world.clock.now > due, { timeout: 5_000 }).toBe(true);
      await fetch('/v1/agents/agent_suport', { headers: { authorization: 'Bearer rt_live_dev' } });
      const { explanation } = await world.control.getRequest({ path: { id: '1' } });
      const step = (name: string) => explanation.find((each) => each.step === name);
      expect(step('timers')?.message).toMatch(/^Due timers fired before the request: \d+ records written/);
      expect(step('timers')?.details?.['durationMs']).toBeGreaterThan(0);
      expect(step('changes')?.message).toBe('Nothing was written.');
    } finally {
      await real.close();
    }
  });

  test('suggests the id that a path may have meant', async () => {
    const { status, steps } = await call('GET', '/v1/agents/agent_suport');
    expect(status).toBe(404);
    expect(steps['response']).toMatchObject({
      message: expect.stringMatching(/; did you mean agent_support\?$/) as string,
      details: { nearest: ['agent_support'] },
    });
    const other = await call('GET', '/v1/agents/agent_entirely_different');
    expect(other.steps['response']?.message).not.toContain('did you mean');
  });

  test.each([
    ['GET', '/v1/agentz', 'GET /v1/agents (listAgents): it has agents, not agentz'],
    ['PATCH', '/v1/agents', 'GET /v1/agents (listAgents): the method is GET'],
    ['GET', '/agents', null],
    ['GET', '/v1/agents/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o', null],
  ])('names the nearest operations of %s %s', async (method, path, nearest) => {
    const { steps } = await call(method, path);
    expect(steps['operation']?.outcome).toBe('rejected');
    if (nearest === null) expect(steps['operation']?.message).not.toContain('nearest');
    else expect(steps['operation']?.message).toContain(`Closest: ${nearest}`);
  });

  test.each([
    ['Bearer rt_live_0123456789abcdef', 'The world has no key rt_live_…cdef.'],
    ['Bearer rt_live_x', 'The world has no key rt_live_….'],
    ['Bearer something-else-entirely', 'The world has no session token …rely.'],
    ['', 'The request has no bearer credential in Authorization.'],
  ])('explains why the credential %j was rejected', async (authorization, message) => {
    const { status, steps, headers } = await call('GET', '/v1/agents', { headers: { authorization } });
    expect([status, steps['credential']]).toEqual([
      401,
      { step: 'credential', outcome: 'rejected', message },
    ]);
    expect(JSON.stringify(headers)).not.toContain('0123456789');
  });

  test('explains why an expired or revoked key was rejected', async () => {
    const world = mock.world();
    const key = await world.createKey({ environment: 'live', expiresAt: '2020-01-01T00:00:00.000Z' });
    const { steps } = await call('GET', '/v1/agents', { headers: { authorization: `Bearer ${key.key}` } });
    expect(steps['credential']?.message).toMatch(/^The key rt_\w+_….{4} has expired\.$/);
  });

  test('includes the missing scope', async () => {
    const { status, steps } = await call('POST', '/v1/agents', {
      headers: { authorization: 'Bearer rt_live_readonly' },
      body: { name: 'a', type: 'native' },
    });
    expect(status).toBe(403);
    expect(steps['credential']).toMatchObject({ outcome: 'rejected' });
    expect(steps['credential']?.message).toContain('but the operation needs AGENTS:WRITE.');
  });

  test('lists the violations of the contract', async () => {
    const { steps, body } = await call('POST', '/v1/agents', { body: { name: 7 } });
    expect(body).toEqual({ name: 7 });
    expect(steps['validation']).toMatchObject({
      outcome: 'rejected',
      details: { problems: [{ pointer: '/name' }] },
    });
    expect(steps['response']?.message).toBe('400: Validation failed');
  });

  test('includes the applied fault, and why others were not applied', async () => {
    const id = await createAgent();
    const world = mock.world();
    const once = await world.addFault({ operationId: 'getAgent', status: 503, times: 1 });
    const other = await world.addFault({ operationId: 'updateAgent' });
    const never = await world.addFault({ operationId: 'getAgent', status: 500, probability: 0 });
    const first = await call('GET', `/v1/agents/${id}`);
    expect([first.status, first.steps['fault']?.outcome]).toEqual([503, 'skipped']);
    await world.removeFault(other);
    const second = await call('GET', `/v1/agents/${id}`);
    expect(second.steps['fault']).toMatchObject({ outcome: 'skipped', details: { faultId: never.id } });
    await world.removeFault(never);
    const third = await call('GET', `/v1/agents/${id}`);
    expect(third.steps['fault']?.message).toBe(
      `Fault ${once.id} was not applied: it has been applied 1 of 1 times.`,
    );
  });

  test('explains why an execution plays its scenario', async () => {
    const id = await createAgent();
    const reasons = [
      (await execute(id, 'hi')).steps['scenario']?.details,
      (await execute(id, 'hi #scenario:tools')).steps['scenario']?.details,
      (await execute(id, 'hi #scenario:tools', { prefer: 'scenario=reasoning' })).steps['scenario']?.details,
    ];
    await mock.world().setAgentBehaviour(id, { scenario: 'error' });
    reasons.push((await execute(id, 'hi')).steps['scenario']?.details);
    expect(reasons).toEqual([
      { scenario: 'text', reason: 'default' },
      { scenario: 'tools', reason: 'message' },
      { scenario: 'reasoning', reason: 'Prefer header' },
      { scenario: 'error', reason: 'behaviour of the agent' },
    ]);
  });

  test('reports when an idempotency key repeated a response', async () => {
    const path = '/v1/sandbox-deployments/sbx_suspended/resume';
    const resume = () => call('POST', path, { headers: { 'idempotency-key': 'k-1' }, body: {} });
    const [first, second] = [await resume(), await resume()];
    expect([first.steps['idempotency']?.outcome, second.steps['idempotency']?.outcome]).toEqual([
      'passed',
      'applied',
    ]);
  });

  const batch = { flowId: 'flow_invoices', recordIds: ['record_invoice_001'] };
  const resume = '/v1/sandbox-deployments/sbx_suspended/resume';

  test.each([
    ['agents', 'unavailable', 'POST', '/v1/agents', { name: 'a', type: 'native' }],
    ['agents', 'hidden', 'POST', '/v1/agents', { name: 'a', type: 'native' }],
    ['batch', 'unavailable', 'POST', '/v1/batch/flow', batch],
    ['dailyBatches', 'exhausted', 'POST', '/v1/batch/flow', batch],
    ['quota', 'exhausted', 'POST', '/v1/batch/flow', batch],
    ['quota', 'exhausted', 'POST', resume, undefined],
    ['sandboxQuota', 'exhausted', 'POST', resume, undefined],
    ['sandboxAdmission', 'profile', 'POST', resume, undefined],
    ['resourceVersion', 'stale', 'POST', resume, undefined],
    ['spendBudget', 'exhausted', 'POST', resume, undefined],
    ['assetStorage', 'unconfigured', 'GET', '/v1/assets/org_studio/asset_none', undefined],
  ])('includes the feature gate %s %s that rejected %s %s', async (gate, value, method, path, body) => {
    await mock.world().setFeatureGates({ [gate]: value });
    const { status, steps } = await call(method, path, { body, headers: { 'idempotency-key': 'k-1' } });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(steps['gate']).toEqual({
      step: 'gate',
      outcome: 'rejected',
      message: `The feature gate ${gate} is set to ${value}.`,
      details: { gate, value },
    });
    expect((await call('GET', '/v1/agents/agent_none')).steps['gate']).toBeUndefined();
  });

  test('includes the feature gate that closes the chat of a page', async () => {
    const { json } = await call('POST', '/v1/client/init', { body: { token: 'ct_test_any_page' } });
    await mock.world().setFeatureGates({ platformKeyLimit: 'exhausted' });
    const { steps } = await call('POST', '/v1/client/chat', {
      body: { sessionId: json['sessionId'], messages: [{ role: 'user', content: 'Hello' }] },
    });
    expect(steps['gate']).toMatchObject({ outcome: 'rejected', details: { gate: 'platformKeyLimit' } });
  });

  test('includes the feature gate that makes an execution fail', async () => {
    await mock.world().setFeatureGates({ spendBudget: 'exhausted' });
    expect((await execute('agent_support', 'Hello')).steps['gate']).toMatchObject({ outcome: 'applied' });
  });

  test('is kept for the newest 200 requests', async () => {
    for (let count = 0; count < 202; count += 1) await mock.fetch('/v1/agents');
    const { control } = mock.world();
    const of = async (id: number) =>
      (await control.getRequest({ path: { id: String(id) } })).explanation.length;
    expect([await of(2), (await of(3)) > 0, (await of(202)) > 0]).toEqual([0, true, true]);
    await expect(control.getRequest({ path: { id: '203' } })).rejects.toThrow(
      'Request 203 is not in the journal',
    );
    await expect(control.getRequest({ path: { id: 'x' } })).rejects.toThrow();
  });
});
