/**
 * A world in which something of every kind has happened, its dump reduced so that a test can change
 * each value, and its reads.
 */
import type { MockWorld } from '../../mock/index.ts';

/** A value of a dump. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };
type DumpRecord = Record<string, JsonValue> & { id: string };

/** The parts of a dump that tests change. */
export interface DumpBody {
  records: Record<string, DumpRecord[]>;
  topics: Record<string, Record<string, JsonValue>>;
  timers: Record<string, JsonValue>[];
  settings: Record<string, JsonValue>;
}

const scenarios = [
  'text',
  'tools',
  'everything',
  'approval',
  'approval-end-user',
  'local-tool',
  'elicitation',
  'crawl',
  'durable-poll',
  'subagent',
  'subagent-approval',
  'flow',
  'flow-error',
  'error',
];

/** Sends a request with the key that has all permissions. */
export async function send(
  world: MockWorld,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return world.fetch(path, {
    method,
    headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Performs every kind of action in a world with the default fixture. */
export async function fillWorld(world: MockWorld): Promise<void> {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Record<string, string>> =>
    (await (await send(world, method, path, body, headers)).json()) as Record<string, string>;
  const messages = [{ role: 'user', content: 'Hello' }];
  const run = { messages, streamResponse: false };
  for (const scenario of scenarios)
    await call('POST', '/v1/agents/agent_support/execute', run, {
      prefer: `scenario=${scenario}, pace=instant`,
    });
  const live = await send(
    world,
    'POST',
    '/v1/agents/agent_support/execute',
    { messages },
    { prefer: 'scenario=slow, pace=real' },
  );
  await live.body?.cancel();
  const agent = await call('POST', '/v1/agents', {
    name: 'Own',
    agentType: 'native',
    maxTurns: 3,
    config: { model: 'm1', tools: { approval: { require: true, timeout: 5000 } } },
  });
  const id = agent['id'] ?? '';
  await call('POST', `/v1/agents/${id}/capabilities`, { toolName: 'own_tool', flowId: 'flow_refund' });
  await call('POST', `/v1/agents/${id}/publish`, { label: 'one' });
  await call('PUT', `/_mock/agents/${id}/behaviour`, { scenario: 'text', pace: 'instant' });
  await call('PUT', `/_mock/agents/${id}/token-audience-policy`, {
    entries: [{ resource: 'https://api.example.com', allowedGrants: ['principal'], ttlCeilingSeconds: 60 }],
  });
  await call('PUT', '/_mock/scenarios/mine', {
    description: 'Mine',
    steps: [{ say: 'Hello' }, { tool: { name: 'look', result: 1 } }],
  });
  await call('PUT', '/_mock/agent-cards/card', { body: { name: 'Card' } });
  await call('PUT', '/_mock/issuers/own', {
    issuer: 'https://issuer.test',
    jwks: {
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'k' }],
    },
  });
  await call('POST', '/_mock/faults', { operationId: 'getAgent', status: 503, times: 1, probability: 0 });
  await call('PUT', '/_mock/feature-gates', { spendBudget: 'ok' });
  await call('POST', '/v1/batch/flow', {
    flowId: 'flow_refund',
    recordIds: ['rec_1', 'rec_fail', 'rec_slow'],
  });
  const key = await call('POST', '/_mock/keys', { environment: 'test', scopes: ['*'] });
  await call('POST', '/v1/agents/agent_support/execute', run, {
    authorization: `Bearer ${key['key']}`,
    prefer: 'pace=instant',
  });
  const registered = await call('POST', '/agent/auth', {
    type: 'anonymous',
    requested_credential_type: 'api_key',
  });
  await call('POST', '/agent/auth/claim', {
    claim_token: registered['claim_token'],
    email: 'ada@example.com',
  });
  const session = await call('POST', '/_mock/client-sessions', { agentId: 'agent_support' });
  await send(
    world,
    'POST',
    '/v1/client/chat',
    { sessionId: session['sessionId'], messages, assistantMessageId: 'a1' },
    { prefer: 'pace=instant' },
  ).then((stream) => stream.body?.cancel());
  await call('DELETE', '/v1/sandbox-deployments/sbx_running', undefined, { 'idempotency-key': 'k1' });
  await world.clock.advance('PT2S');
}

/** Omits most of the past, so that the rest is consistent and small. */
export function trimDump(whole: DumpBody): DumpBody {
  const dump = structuredClone(whole);
  const { records } = dump;
  const keep = (kind: string, isKept: (record: DumpRecord, place: number) => boolean): DumpRecord[] =>
    (records[kind] = (records[kind] ?? []).filter(isKept));
  const few = keep('recordResult', (_, place) => place < 6);
  const batches = new Set(few.map(({ batchId }) => batchId));
  keep(
    'batch',
    ({ id, status }, place) => place < 4 || batches.has(id) || status === 'running' || status === 'queued',
  );
  const live = new Set(
    Object.keys(dump.topics)
      .map((name) => name.slice(name.indexOf('/') + 1))
      .concat(
        few.map(({ executionId }) => textOf(executionId)),
        (records['batch'] ?? []).map(({ executionId }) => textOf(executionId)),
        (records['run'] ?? []).map(({ id }) => id),
      ),
  );
  const all = new Map((records['execution'] ?? []).map((one) => [one.id, one]));
  for (const id of live) live.add(textOf(all.get(id)?.['parentExecutionId']));
  const kept = new Set(keep('execution', ({ id }, place) => live.has(id) || place < 4).map(({ id }) => id));
  for (const [place, one] of [...all.values()].entries())
    if (place < 4) kept.add(textOf(one['parentExecutionId']));
  keep('execution', ({ id }) => kept.has(id));
  records['execution'] = [...all.values()].filter(({ id }) => kept.has(id));
  keep('toolCall', ({ executionId }) => kept.has(textOf(executionId)));
  keep('libraryItem', ({ type }, place) => type === 'flow' || place < 12);
  return dump;
}

/** The paths of every read for the records of a dump. */
export function readsOf({ records }: DumpBody): string[] {
  const of = (kind: string, paths: (record: DumpRecord) => readonly string[]): string[] =>
    (records[kind] ?? []).flatMap((record) => paths(record));
  return [
    '/v1/agents?includeTotal=true',
    '/v1/agents/virtual/executions?limit=100&includeTotal=true',
    '/v1/events?after=0&maxEvents=1000',
    '/v1/events?waitMs=0&minIntervalMs=1000',
    '/v1/events/types',
    '/v1/batch/summary',
    '/v1/analytics/record-results?limit=100',
    '/v1/analytics/stats',
    '/v1/auth/me',
    '/_mock/world',
    '/_mock/clock',
    '/_mock/issuers',
    '/_mock/outbox',
    '/_mock/agent-cards',
    '/_mock/scenarios',
    '/_mock/faults',
    '/_mock/feature-gates',
    '/_mock/state',
    '/.well-known/jwks.json',
    '/.well-known/oauth-authorization-server',
    '/_mock/sandbox-deployments',
    ...of('agent', ({ id }) => [
      `/v1/agents/${id}`,
      `/v1/agents/${id}/export-runtime`,
      `/v1/agents/${id}/executions?limit=100&includeTotal=true`,
      `/v1/agents/${id}/token-audience-policy`,
      `/v1/agent-versions/${id}`,
      `/v1/agent-versions/${id}/published`,
    ]),
    ...of('agentVersion', ({ id, agentId }) => [`/v1/agent-versions/${textOf(agentId)}/${id}`]),
    ...of('execution', ({ id, agentId }) => {
      const below = `/v1/agents/${textOf(agentId ?? 'virtual')}/executions/${id}`;
      return [`/v1/executions/${id}/status`, below, `${below}/tool-calls`, `${below}/events`];
    }),
    ...of('toolCall', ({ id, executionId }) => [
      `/v1/agents/agent_support/executions/${textOf(executionId)}/tool-calls/${id}`,
    ]),
    ...of('batch', ({ id }) => [`/v1/batch/status/${id}`]),
    ...of('recordResult', ({ batchId, recordId }) => [
      `/v1/batch/${textOf(batchId)}/records/${textOf(recordId)}/cost`,
    ]),
    ...of('asset', ({ id }) => [`/v1/assets/org_studio/${id}`, `/v1/assets/preview/org_studio/${id}`]),
    ...of('servedCard', ({ id }) => [`/_mock/agent-cards/${id}`]),
    ...of('scenario', ({ name }) => [`/_mock/scenarios/${textOf(name)}`]),
  ];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
