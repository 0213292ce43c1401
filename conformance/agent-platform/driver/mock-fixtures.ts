/**
 * The test environment of the mock: credentials, ids of the fixture `default`, runs of every scenario, and for each
 * operation a body that the current state accepts.
 */
import { ok, type Api } from '../../../control/client.ts';
import { createApi as createServiceApi, type Api as ServiceApi } from '../../../generated/service/api.ts';
import type { Fetch } from '../../http/wire.ts';
import type { RunTemplate, TestEnvironment } from '../../model/test-environment.ts';

const SHOP = 'https://shop.test';

/** Origin to which the sessions are bound: local, since a mock server rejects pages of other sites. */
export const sessionOrigin = 'http://localhost:3000';

/**
 * Returns the records of a world with the fixture `default`. Shape: `cardsUrl` is its URL from the point of view of the
 * mock.
 */
export async function discoverFixtures(
  control: Api,
  baseUrl: string,
  fetch: Fetch,
  cardsUrl = baseUrl,
): Promise<TestEnvironment> {
  const service = createServiceApi({ baseUrl, fetch, retry: false, auth: { apiKey: 'rt_live_dev' } });
  // Why one after the other: worlds of one seed create the same keys in the order of the requests.
  const noScope = await control.createKey({ body: { environment: 'live', scopes: [] } });
  const revoked = await control.createKey({
    body: { environment: 'live', expiresAt: '2020-01-01T00:00:00Z' },
  });
  const otherKey = await control.createKey({ body: { environment: 'live', newOrganization: true } });
  const sessionBody = { agentId: 'agent_support', origin: sessionOrigin };
  const own = await control.createClientSession({ body: sessionBody });
  const other = await control.createClientSession({ body: sessionBody });
  const [scenarios, agent, calls] = await Promise.all([
    control.listScenarios(),
    service.getAgent({ path: { id: 'agent_support' } }).catch(() => null),
    service
      .listExecutionToolCalls({ path: { id: 'agent_support', executionId: 'exec_tools' } })
      .catch(() => null),
  ]);
  // Why: a service with defects may return anything; the checks report that, not the driver.
  const capabilityId = idIn(agent?.body, 'capabilities');
  const toolCallId = idIn(calls?.body, 'data');
  return {
    baseUrl,
    credentials: {
      full: 'rt_live_dev',
      readOnly: 'rt_live_readonly',
      test: 'rt_test_dev',
      session: 'session_dev',
      noScope: ok(noScope).body.key,
      revoked: ok(revoked).body.key,
      otherOrganization: ok(otherKey).body.key,
    },
    clientSession: { sessionId: ok(own).body.sessionId, origin: sessionOrigin },
    otherClientSession: { sessionId: ok(other).body.sessionId, origin: sessionOrigin },
    otherAgent: 'agent_research',
    parameters: parametersOf(capabilityId, toolCallId),
    bodies: bodiesOf(cardsUrl, ok(own).body.sessionId),
    runs: {
      ...Object.fromEntries(
        ok(scenarios).body.scenarios.map(({ name }) => [name, runTemplateFor(name)] as const),
      ),
      ownerGate: runTemplateFor('approval'),
      endUserGate: runTemplateFor('approval-end-user'),
      localTool: runTemplateFor('local-tool'),
      failing: runTemplateFor('error'),
      unhurried: runTemplateFor('text', 'fast'),
    },
  };
}

/** Returns the records of a world for a fork of it. Shape: `cardsUrl` as for `discoverFixtures`. */
export function moveFixtures(
  environment: TestEnvironment,
  baseUrl: string,
  cardsUrl: string,
): TestEnvironment {
  const { sessionId = '' } = environment.clientSession ?? {};
  return { ...environment, baseUrl, bodies: bodiesOf(cardsUrl, sessionId) };
}

function runTemplateFor(scenario: string, pace = 'instant'): RunTemplate {
  return {
    agentId: 'agent_support',
    message: 'Where is my order 1042?',
    headers: { prefer: `scenario=${scenario}, pace=${pace}` },
    body: {},
  };
}

/** Returns the id of the first record of a list in a body; `null` if there is none. */
function idIn(body: unknown, list: string): string | null {
  const records = (body as Readonly<Record<string, unknown>> | null | undefined)?.[list];
  const first: unknown = Array.isArray(records) ? records[0] : null;
  const id = (first as Readonly<Record<string, unknown>> | null | undefined)?.['id'];
  return typeof id === 'string' ? id : null;
}

function parametersOf(capabilityId: string | null, toolCallId: string | null): TestEnvironment['parameters'] {
  const run = {
    id: 'agent_support',
    executionId: 'exec_tools',
    ...(toolCallId === null ? {} : { toolCallId }),
  };
  return {
    any: { id: 'agent_support', agentId: 'agent_support', executionId: 'exec_tools' },
    removeAgentCapability: { id: 'agent_support', ...(capabilityId === null ? {} : { capabilityId }) },
    refreshAgentCard: { id: 'agent_partner' },
    getAgentVersion: { agentId: 'agent_support', versionId: 'aver_support_2' },
    getAgentExecution: run,
    listExecutionToolCalls: run,
    getExecutionToolCall: run,
    followExecutionEvents: run,
    cancelBatch: { id: 'batch_running' },
    getBatchStatus: { id: 'batch_done' },
    getBatchRecordCost: { batchId: 'batch_done', recordId: 'record_invoice_001' },
    destroySandboxDeployment: { id: 'sbx_running' },
    resumeSandboxDeployment: { id: 'sbx_suspended' },
    getAsset: { orgId: 'org_studio', assetId: 'asset_logo' },
    getAssetPreview: { orgId: 'org_studio', assetId: 'asset_report' },
    initClientSession: { Origin: SHOP },
    chatClientSession: { Origin: sessionOrigin },
    approveClientExecution: { Origin: sessionOrigin },
    resumeClientExecution: { Origin: sessionOrigin },
  };
}

function bodiesOf(cardsUrl: string, sessionId: string): TestEnvironment['bodies'] {
  const messages = [{ role: 'user', content: 'Where is my order 1042?' }];
  return {
    createAgent: { name: 'Made by a check' },
    updateAgent: { description: 'Looked at by a check' },
    fetchAgentCard: { url: `${cardsUrl}/_mock/agent-cards/travel.json` },
    publishAgentVersion: { versionId: 'aver_support_1' },
    executeAgent: { messages, streamResponse: false },
    dispatchRun: { agent: { agentId: 'agent_support' }, messages, streamResponse: false },
    initClientSession: { token: 'ct_live_shop' },
    chatClientSession: { sessionId, messages, streamResponse: false },
    addAgentCapability: { toolName: 'made_by_a_check', flowId: 'flow_triage' },
    synthesizeAgentVoice: { text: 'It is on its way.' },
    submitFlowBatch: { flowId: 'flow_invoices', recordIds: ['record_invoice_001'] },
    destroySandboxDeployment: {},
    resumeSandboxDeployment: {},
    registerAgent: { type: 'anonymous', requested_credential_type: 'api_key' },
  };
}

/**
 * Creates runs, sessions and claims that wait for a decision, an output or a code, and returns the bodies that resolve
 * them. Omits a body if a defective service does not reach its state.
 */
export async function prepareFixtures(
  control: Api,
  baseUrl: string,
  fetch: Fetch,
): Promise<TestEnvironment['bodies']> {
  const service = createServiceApi({ baseUrl, fetch, retry: false, auth: { apiKey: 'rt_live_dev' } });
  const session = await control.createClientSession({
    body: { agentId: 'agent_support', origin: sessionOrigin },
  });
  const { sessionId } = ok(session).body;
  const decided = { decision: 'approved', streamResponse: false };
  const responses: Readonly<Record<string, () => Promise<object>>> = {
    approveAgentExecution: async () => ({ ...(await pause(service, 'approval')).decision, ...decided }),
    approveDispatch: async () => ({ ...(await pause(service, 'approval')).decision, ...decided }),
    approveClientExecution: async () => {
      const { decision } = await pause(service, 'approval-end-user', sessionId);
      return { ...decision, ...decided, sessionId };
    },
    resumeAgentExecution: async () => (await pause(service, 'local-tool')).outputs,
    resumeDispatch: async () => (await pause(service, 'local-tool')).outputs,
    resumeClientExecution: async () => ({
      ...(await pause(service, 'local-tool', sessionId)).outputs,
      sessionId,
    }),
    requestClaimCode: async () => ({
      claim_token: await startClaim(service),
      email: 'claims@harbour-books.test',
    }),
    completeClaim: () => askForCode(service, control),
  };
  const entries = await Promise.all(
    Object.entries(responses).map(
      async ([operation, response]) => [operation, await response().catch(() => null)] as const,
    ),
  );
  return Object.fromEntries(entries.filter(([, body]) => body !== null));
}

async function startClaim(service: ServiceApi): Promise<string> {
  const body = { type: 'anonymous', requested_credential_type: 'api_key' } as const;
  const { claim_token } = ok(await service.registerAgent({ body })).body as { readonly claim_token: string };
  return claim_token;
}

async function askForCode(service: ServiceApi, control: Api) {
  const email = 'checks@harbour-books.test';
  const claim_token = await startClaim(service);
  ok(await service.requestClaimCode({ body: { claim_token, email } }));
  const [mail] = ok(await control.listOutbox({ query: { email } })).body.messages;
  return { claim_token, otp: mail?.otp ?? '' };
}

/** Plays a run to its pause and returns the ids for a decision and an output. */
async function pause(service: ServiceApi, scenario: string, sessionId?: string) {
  const { agentId, message, headers } = runTemplateFor(scenario);
  const body = {
    messages: [{ role: 'user' as const, content: message }],
    streamResponse: false as const,
    ...(sessionId === undefined ? {} : { sessionId }),
  };
  const origin = sessionId === undefined ? {} : { origin: sessionOrigin };
  const played = await service.executeAgent(
    { path: { id: agentId }, body },
    { headers: { ...headers, ...origin } },
  );
  const { executionId, events } = ok(played).body;
  const last = events.findLast(({ type }) => type === 'approval_start' || type === 'await');
  const approvalId = last?.type === 'approval_start' ? last.approvalId : '';
  const toolCallId = last?.type === 'await' ? (last.toolCallId ?? '') : '';
  return {
    decision: { executionId, approvalId },
    outputs: {
      executionId,
      toolOutputs: { [toolCallId]: 'One desk lamp, 42.50' },
      streamResponse: false,
    },
  };
}
