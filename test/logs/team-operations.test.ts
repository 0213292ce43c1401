/** The operations of the service through HAProxy, so that each request of a test reaches another mock. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Asset, BehaviourRequest } from '../../generated/control-agent-platform/types.ts';
import type { ExecutionResult, ProductEventPage } from '../../generated/service/types.ts';
import { hasTeam, Team, token } from './support/team.ts';

interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of one mock; by default that of HAProxy. */
  readonly at?: string;
}

const messages = [{ role: 'user', content: 'Hello' }];
const instant = { prefer: 'pace=instant' };
const frozen = { mode: 'frozen', now: '2026-01-15T09:30:00.000Z' };

describe.runIf(hasTeam())('behind HAProxy', () => {
  let team: Team;
  let count = 0;

  beforeAll(async () => {
    team = await Team.start(2);
  });
  afterAll(() => team.stop());

  /** Calls an address below that of the team, or one that a response has named. */
  async function call<Body = undefined>(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ) {
    const isControl = path.includes('/_mock/');
    const { key = isControl ? token : 'rt_live_dev', headers = {}, at = team.url } = options;
    const response = await fetch(new URL(path, at), {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, text, body: (type.includes('json') ? JSON.parse(text) : null) as Body };
  }

  /** Creates a world with a frozen clock; returns the path before its operations. */
  async function createWorld(more: object = {}): Promise<string> {
    const id = `w${(count += 1)}`;
    const created = await call('POST', '/_mock/worlds', { id, clock: frozen, ...more });
    expect(created.status, created.text).toBe(201);
    return `/w/${id}`;
  }

  test('scenarios, behaviours, keys and uploads of the control API apply to all mocks', async () => {
    const world = await createWorld();
    const scenario = { description: 'A test.', steps: [{ say: 'Shared.' }] };
    await call('PUT', `${world}/_mock/scenarios/shared`, scenario);
    const behaviour: BehaviourRequest = { scenario: 'shared' };
    expect((await call('PUT', `${world}/_mock/agents/agent_support/behaviour`, behaviour)).status).toBe(200);
    const made = { environment: 'live', scopes: ['AGENTS:EXECUTE'] };
    const { key } = (await call<{ key: string }>('POST', `${world}/_mock/keys`, made)).body;
    for (const { url: at } of team.replicas) {
      const path = `${world}/v1/agents/agent_support/execute`;
      const run = await call<ExecutionResult>(
        'POST',
        path,
        { messages, streamResponse: false },
        { key, at, headers: instant },
      );
      expect(run.text).toContain('Shared.');
    }
    const upload = { visibility: 'private', contentType: 'text/plain', body: 'kept' };
    const { signedUrl } = (await call<Asset>('POST', `${world}/_mock/assets`, upload)).body;
    const { pathname, search } = new URL(signedUrl!);
    for (const { url: at } of team.replicas)
      expect((await call('GET', pathname + search, undefined, { key: null, at })).text).toBe('kept');
    const card = { name: 'Far', description: 'A card.', version: '1', url: 'https://far.test' };
    expect((await call('PUT', `${world}/_mock/agent-cards/far`, card)).status).toBeLessThan(300);
    for (const { url: at } of team.replicas)
      expect((await call('GET', `${world}/_mock/agent-cards/far.json`, undefined, { at })).text).toContain(
        'Far',
      );
  });

  test('limits of keys count the requests of all mocks', async () => {
    const world = await createWorld();
    const statuses: number[] = [];
    for (let number = 0; number < 21; number += 1) {
      const sent = { flowId: 'flow_invoices', recordIds: ['a'] };
      statuses.push((await call('POST', `${world}/v1/batch/flow`, sent, { key: 'rt_test_dev' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  test('a deleted world ends the waits on other mocks', async () => {
    const empty = await createWorld({ fixture: 'empty' });
    const polls = team.replicas.map(({ url: at }) =>
      call<ProductEventPage>('GET', `${empty}/v1/events?after=0&waitMs=50000`, undefined, { at }),
    );
    const fault = { operationId: 'createAgent', latencyMs: 60_000 };
    expect((await call('POST', `${empty}/_mock/faults`, fault)).status).toBe(201);
    const slow = team.replicas.map(({ url: at }) =>
      call('POST', `${empty}/v1/agents`, { name: 'Late' }, { at }),
    );
    await wait(200);
    expect((await call('DELETE', `/_mock/worlds/${empty.slice(3)}`)).status).toBe(204);
    for (const page of await Promise.all(polls)) expect(page.body.events).toEqual([]);
    for (const { status } of await Promise.all(slow)) expect(status).toBe(404);
  });

  test('a world that no mock uses expires on all, one that any uses does not', async () => {
    const settings = { fixture: 'empty', expiresAfter: 'PT1.5S' };
    const [idle, used] = [await createWorld(settings), await createWorld(settings)];
    const [first, second] = team.replicas;
    for (const world of [idle, used])
      for (const { url: at } of team.replicas) await call('GET', `${world}/v1/agents`, undefined, { at });
    const use = async () => (await call('GET', `${used}/v1/agents`, undefined, { at: first!.url })).status;
    await vi.waitFor(
      async () => {
        expect(await use()).toBe(200);
        const { text } = await call('GET', '/_mock/worlds');
        expect(text).not.toContain(`"${idle.slice(3)}"`);
        expect(text).toContain(`"${used.slice(3)}"`);
      },
      { timeout: 10_000, interval: 200 },
    );
    expect((await call('GET', `${used}/v1/agents`, undefined, { at: second!.url })).status).toBe(200);
    for (const { url: at } of team.replicas)
      expect((await call('GET', `${idle}/v1/agents`, undefined, { at })).status).toBe(404);
  });
});
