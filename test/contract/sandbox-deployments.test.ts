/**
 * Sandbox deployments: destroyed and resumed by clients, advanced by the world's clock, created, patched and moved
 * through the control API.
 */
import { describe, expect, it } from 'vitest';
import type { SandboxDeploymentTransitions } from '../../generated/control-agent-platform/types.ts';
import { fullKey, useMock } from '../support/mock-client.ts';
import { itemsOf, type ApiResponse, type JsonBody } from '../support/api-response.ts';

const service = useMock();

interface MutationOptions {
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly body?: string;
  readonly credential?: string | null;
}

type Operation = 'destroy' | 'resume';

const operations = ['destroy', 'resume'] as const;

async function mutate(operation: Operation, id: string, options: MutationOptions = {}) {
  const { idempotencyKey, ifMatch, body, credential = fullKey } = options;
  const address = `/v1/sandbox-deployments/${id}`;
  const response = await service.mock.fetch(operation === 'destroy' ? address : `${address}/resume`, {
    method: operation === 'destroy' ? 'DELETE' : 'POST',
    headers: {
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as JsonBody, text };
}

const destroy = (id: string, options?: MutationOptions) => mutate('destroy', id, options);
const resume = (id: string, options?: MutationOptions) => mutate('resume', id, options);
const create = (fields: JsonBody) => service.post('/_mock/sandbox-deployments', fields);
const patch = (id: string, fields: JsonBody) =>
  service.call('PATCH', `/_mock/sandbox-deployments/${id}`, fields);
const look = async (id: string) => (await patch(id, {})).body;
const setGates = (gates: JsonBody) => service.put('/_mock/feature-gates', gates);
const deploymentOf = ({ body }: Pick<ApiResponse, 'body'>) =>
  body['deployment'] as JsonBody & { readonly counters: JsonBody };
const countersOf = (deployment: JsonBody) => deployment['counters'] as Readonly<Record<string, number>>;

const statuses = [
  'provisioning',
  'running',
  'sleeping',
  'suspended',
  'degraded',
  'failed',
  'blocked',
  'destroying',
  'destroyed',
  'expired',
] as const;

// @fact F-2.1-001..085 F-3-001 F-3-002
it.each(statuses)('the fixture has a deployment that is %s, even after a week', async (status) => {
  await service.advance('P7D');
  expect((await look(`sbx_${status}`))['status']).toBe(status);
});

it('destroying closes the ingress of a deployment that was created with one', async () => {
  const body = { status: 'running', ingressEnabled: true };
  const made = await service.post('/_mock/sandbox-deployments', body);
  expect(made.body['ingressEnabled']).toBe(true);
  const deployment = deploymentOf(await destroy(String(made.body['deploymentId'])));
  expect(deployment).toMatchObject({ ingressEnabled: false, url: null });
});

describe('resuming', () => {
  it('restarts the retention', async () => {
    await patch('sbx_suspended', { effectivePolicy: { retention: '1h' }, expiresAt: '2026-01-15T10:00:00Z' });
    await service.advance('PT20M');
    expect(deploymentOf(await resume('sbx_suspended'))).toMatchObject({
      retentionAnchorAt: '2026-01-15T09:50:00.000Z',
      expiresAt: '2026-01-15T10:50:00.000Z',
    });
  });

  it('is also accepted for a deployment that is being suspended', async () => {
    await patch('sbx_running', { desiredState: 'suspended' });
    expect(deploymentOf(await resume('sbx_running'))).toMatchObject({ status: 'provisioning' });
  });
});

describe.each(operations)('%s', (operation) => {
  const id = operation === 'destroy' ? 'sbx_running' : 'sbx_suspended';

  it.each([
    ['the current version', (version: number) => `"${version}"`, 202],
    ['any version', () => '*', 202],
    ['one of several', (version: number) => `"0", "${version}"`, 202],
    ['another version', (version: number) => `"${version + 1}"`, 412],
    ['the version as a weak ETag', (version: number) => `W/"${version}"`, 412],
  ])('expects %s', async (_, tag, status) => {
    const { resourceVersion = 0 } = countersOf(await look(id));
    expect((await mutate(operation, id, { ifMatch: tag(resourceVersion) })).status).toBe(status);
  });
});

describe('time', () => {
  const policy = (fields: JsonBody) => ({ effectivePolicy: fields });

  // @fact F-2.1-069..076
  it.each([
    ['5m', 'PT4M59S', 'PT1S'],
    ['15m', 'PT14M59S', 'PT1S'],
    ['30m', 'PT29M59S', 'PT1S'],
    ['1h', 'PT59M59S', 'PT1S'],
  ])('puts a deployment to sleep after %s', async (after, before, then) => {
    const fields = policy({ retention: 'unlimited', sleepPolicy: { mode: 'idle', after } });
    const id = String((await create(fields)).body['deploymentId']);
    await service.advance(before);
    const awake = (await look(id))['status'];
    expect(awake).toBe('running');
    await service.advance(then);
    expect((await look(id))['status']).toBe('sleeping');
  });

  // @fact F-2.1-062..066 F-2.1-033 F-2.1-034
  it.each([
    ['10m', 'PT9M59S'],
    ['1h', 'PT59M59S'],
    ['24h', 'PT23H59M59S'],
  ])('ends a retention of %s, counted from its anchor', async (retention, before) => {
    const fields = { ...policy({ retention, sleepPolicy: { mode: 'never' } }), displayName: 'kept' };
    const created = (await create(fields)).body;
    const id = String(created['deploymentId']);
    await service.advance(before);
    expect((await look(id))['status']).toBe('running');
    await service.advance('PT1S');
    expect(await look(id)).toMatchObject({ status: 'expired', desiredState: 'expired', url: null });
    expect(Date.parse(String(created['expiresAt']))).toBeGreaterThan(
      Date.parse(String(created['retentionAnchorAt'])),
    );
  });

  it('never ends an unlimited retention', async () => {
    const fields = policy({ retention: 'unlimited', sleepPolicy: { mode: 'never' } });
    const { deploymentId, expiresAt } = (await create(fields)).body;
    expect(expiresAt).toBeNull();
    await service.advance('P60D');
    expect((await look(String(deploymentId)))['status']).toBe('running');
  });

  it.each([
    [{ sandboxAdmission: 'source' }, 'blocked', 'Blocked by source admission'],
    [{ spendBudget: 'exhausted' }, 'suspended', 'Suspended because the spend budget is used up'],
    [{ quota: 'exhausted' }, 'failed', 'The organization quota is exhausted'],
  ])('ends provisioning under %o in %s', async (gates, status, statusReason) => {
    const id = String((await create({ status: 'provisioning' })).body['deploymentId']);
    await setGates(gates);
    await service.advance('PT5S');
    expect(await look(id)).toMatchObject({ status, statusReason });
  });

  // @fact F-2.1-058..061
  it.each([
    ['never', 'degraded', 0],
    ['process', 'running', 0],
    ['replace-sandbox', 'running', 1],
  ])('lets a degraded deployment with restart policy %s be %s', async (restartPolicy, status, more) => {
    const fields = { status: 'degraded', ...policy({ restartPolicy, retention: 'unlimited' }) };
    const { deploymentId, counters } = (await create(fields)).body;
    await service.advance('PT35S');
    const after = await look(String(deploymentId));
    expect(after['status']).toBe(status);
    expect(countersOf(after)['providerGeneration']).toBe(
      (counters as Readonly<Record<string, number>>)['providerGeneration']! + more,
    );
  });

  it('starts a deployment without ingress without a URL', async () => {
    const { body } = await create({ status: 'provisioning', ingressEnabled: false });
    await service.advance('PT5S');
    expect(await look(String(body['deploymentId']))).toMatchObject({ status: 'running', url: null });
  });

  it('stops for a deployment that is being destroyed', async () => {
    const fields = policy({ retention: '10m', sleepPolicy: { mode: 'idle', after: '5m' } });
    const id = String((await create(fields)).body['deploymentId']);
    await destroy(id);
    await service.advance('PT1H');
    expect((await look(id))['status']).toBe('destroyed');
  });
});

describe('the control API', () => {
  it.each(statuses)('creates a deployment that is %s with consistent properties', async (status) => {
    const { status: code, body } = await create({ status });
    expect(code).toBe(201);
    expect(body['status']).toBe(status);
    const isAlive = !['destroying', 'destroyed', 'expired'].includes(status);
    expect(body['ingressEnabled']).toBe(isAlive);
    expect(body['activeOperationId'] === null).toBe(!['provisioning', 'destroying'].includes(status));
    expect((body['profile'] as JsonBody)['environment']).toBe(body['environment']);
  });

  it('keeps the given properties and fills in the rest', async () => {
    const { body } = await create({
      deploymentId: 'sbx_mine',
      createdByUserId: null,
      environment: 'staging',
      counters: { resourceVersion: 41 },
      effectivePolicy: { sleepPolicy: { mode: 'never' }, networkAccess: {} },
      retentionAnchorAt: '2026-01-15T09:00:00.000Z',
    });
    expect(body).toMatchObject({
      deploymentId: 'sbx_mine',
      organizationId: 'org_studio',
      createdByUserId: null,
      environment: 'staging',
      profile: { environment: 'staging' },
      counters: { resourceVersion: 41, desiredRevision: 1 },
      effectivePolicy: { sleepPolicy: { mode: 'never' }, networkAccess: {}, retention: '24h' },
      retentionAnchorAt: '2026-01-15T09:00:00.000Z',
      expiresAt: '2026-01-16T09:00:00.000Z',
    });
  });

  it('accepts an empty request for a running deployment', async () => {
    const answer = await service.post('/_mock/sandbox-deployments');
    expect([answer.status, answer.body['status']]).toEqual([201, 'running']);
  });

  it.each([
    [{ status: 'asleep' }, 'status'],
    [{ unknown: 1 }, 'unknown'],
    [{ deploymentId: 'sbx_running' }, 'deploymentId'],
    [{ effectivePolicy: { sleepPolicy: { mode: 'idle' } } }, 'effectivePolicy.sleepPolicy.after'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('rejects %o', async (fields, path) => {
    const answer = await create(fields);
    expect(answer.status).toBe(400);
    expect(itemsOf(answer.body['details']).map((detail) => detail['path'])).toContain(path);
  });

  it('patches individual properties, creating a new version', async () => {
    const before = await look('sbx_running');
    await service.advance('PT1M');
    const { status, body } = await patch('sbx_running', {
      displayName: null,
      counters: { runtimeEpoch: 99 },
      effectivePolicy: { networkAccess: { profile: 'open' } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      displayName: null,
      status: 'running',
      counters: { runtimeEpoch: 99, resourceVersion: countersOf(before)['resourceVersion']! + 1 },
      effectivePolicy: { networkAccess: { profile: 'open', allow: ['api.shop.test'] }, access: 'public' },
      updatedAt: '2026-01-15T09:31:00.000Z',
    });
  });

  it('uses a patched retention, and an explicitly set time', async () => {
    const { body } = await patch('sbx_sleeping', { effectivePolicy: { retention: '24h' } });
    expect(Date.parse(String(body['expiresAt'])) - Date.parse(String(body['retentionAnchorAt']))).toBe(
      24 * 3_600_000,
    );
    await patch('sbx_running', { expiresAt: '2026-01-15T09:40:00.000Z' });
    await service.advance('PT10M');
    expect((await look('sbx_running'))['status']).toBe('expired');
  });

  it('starts the timers of a patched status', async () => {
    await patch('sbx_suspended', { status: 'provisioning' });
    await service.advance('PT5S');
    expect((await look('sbx_suspended'))['status']).toBe('running');
    await patch('sbx_destroying', { status: 'suspended', desiredState: 'suspended' });
    await service.advance('P40D');
    expect((await look('sbx_destroying'))['status']).toBe('suspended');
  });

  it('clears the reason of a block together with the block', async () => {
    await patch('sbx_blocked', { status: 'suspended', blockReason: null });
    expect((await look('sbx_blocked'))['statusReason']).toBeNull();
    expect((await resume('sbx_blocked')).status).toBe(202);
  });

  it('treats an empty patch as a read', async () => {
    const before = await look('sbx_running');
    await service.advance('PT1M');
    expect(await look('sbx_running')).toEqual(before);
  });

  it('rejects patches of an unknown deployment or of its id', async () => {
    expect((await patch('sbx_nowhere', {})).status).toBe(404);
    const renamed = await patch('sbx_running', { deploymentId: 'sbx_other' });
    expect(renamed.status).toBe(400);
    expect(itemsOf(renamed.body['details'])[0]?.['path']).toBe('deploymentId');
  });
});

describe('triggers', () => {
  const transitionsOf = async (id: string) =>
    (await service.get<SandboxDeploymentTransitions>(`/_mock/sandbox-deployments/${id}/transitions`)).body;
  const send = (id: string, body: JsonBody) =>
    service.post(`/_mock/sandbox-deployments/${id}/transitions`, body);

  it('are listed if they apply to the deployment, with the feature gates', async () => {
    const names = async (id: string) => {
      const { status, transitions } = await transitionsOf(id);
      return [status, ...transitions.map(({ trigger, to }) => `${trigger} ${to}`)];
    };
    expect(await names('sbx_running')).toEqual([
      'running',
      'destroy destroying',
      'expire expired',
      'sleep sleeping',
    ]);
    await patch('sbx_running', { desiredState: 'suspended' });
    expect(await names('sbx_running')).toContain('resume provisioning');
    expect(await names('sbx_destroyed')).toEqual(['destroyed']);
    expect(await names('sbx_provisioning')).toContain('provisioned running');
    await setGates({ sandboxAdmission: 'source' });
    expect(await names('sbx_provisioning')).toContain('provisioned blocked');
  });

  it.each(statuses)('that are listed for the status %s lead to the listed status', async (status) => {
    const { transitions } = await transitionsOf(`sbx_${status}`);
    for (const { trigger, to } of transitions) {
      const { body } = await create({ ...(await look(`sbx_${status}`)), deploymentId: `sbx_${trigger}` });
      expect(body).toMatchObject({ status });
      expect((await send(`sbx_${trigger}`, { trigger })).body).toMatchObject({ status: to });
    }
  });

  it('have the effects of the transition: properties, version and timers', async () => {
    const before = countersOf(await look('sbx_suspended'));
    const resumed = await send('sbx_suspended', { trigger: 'resume' });
    expect(resumed.body).toMatchObject({ status: 'provisioning', desiredState: 'active' });
    expect(countersOf(resumed.body)['resourceVersion']).toBe(before['resourceVersion']! + 1);
    const blocked = await send('sbx_suspended', { trigger: 'block', blockReason: 'profile' });
    expect(blocked.body).toMatchObject({ status: 'blocked', statusReason: 'Blocked by profile admission' });
    await service.advance('PT5S');
    expect((await look('sbx_suspended'))['status']).toBe('blocked');
  });

  it('are rejected, with those that apply, when the table or a guard does not allow them', async () => {
    const before = await look('sbx_running');
    for (const trigger of ['clean', 'resume']) {
      const { status, body } = await send('sbx_running', { trigger });
      expect([status, body]).toEqual([
        409,
        {
          error: 'The state machine does not allow this transition',
          details: [
            {
              message: `trigger ${trigger} does not apply to this deployment with status running`,
              code: 'TRANSITION_NOT_ALLOWED',
              path: 'trigger',
              suggestion: 'Triggers that apply: destroy, expire, sleep.',
            },
          ],
        },
      ]);
    }
    expect((await send('sbx_running', { trigger: 'sleeps' })).status).toBe(400);
    expect((await send('sbx_nowhere', { trigger: 'sleep' })).status).toBe(404);
    expect(await look('sbx_running')).toEqual(before);
  });
});
