/**
 * Drives Backlot's own mock through its control API: each run has a world of its own, so nothing of anybody's is touched.
 * Knows the ids of the fixture `default`; nothing here is needed for another implementation.
 */
import { createApi, type Api } from '../../generated/control/api.ts';
import { ok } from '../../generated/control/client.ts';
import { createApi as createServiceApi } from '../../generated/service/api.ts';
import type { Fetch } from '../wire/wire.ts';
import type { Abilities, Driver, DriverSession, RunRecipe, Surroundings } from './driver.ts';

/** How the mock is found. Shape: `controlToken` is what it was started with, `null` for none. */
export interface MockDriverOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly seed: number;
  readonly controlToken: string | null;
}

/** Makes the driver of a mock, or answers `null` when it is not Backlot's mock that answers there. */
export async function findMock(options: MockDriverOptions): Promise<Driver | null> {
  const root = options.baseUrl.replace(/\/+$/, '').replace(/\/w\/[^/]+$/, '');
  const control = createApi({
    baseUrl: root,
    fetch: options.fetch,
    retry: false,
    ...(options.controlToken === null
      ? {}
      : { headers: { authorization: `Bearer ${options.controlToken}` } }),
  });
  const health = await control.getHealth().catch(() => null);
  if (health?.status !== 200) return null;
  return {
    name: `the mock of Backlot ${health.body.version}`,
    isIsolating: true,
    setUp: () => openWorld(control, root, options),
  };
}

async function openWorld(root: Api, rootUrl: string, options: MockDriverOptions): Promise<DriverSession> {
  const made = ok(await root.createWorld({ body: { fixture: 'default', seed: options.seed } })).body;
  const baseUrl = `${rootUrl}/w/${made.id}`;
  const headers =
    options.controlToken === null ? {} : { headers: { authorization: `Bearer ${options.controlToken}` } };
  const control = createApi({ baseUrl, fetch: options.fetch, retry: false, ...headers });
  return {
    surroundings: await lookAround(control, baseUrl, options.fetch),
    abilities: abilitiesOf(control, baseUrl),
    tearDown: async () => {
      await root.deleteWorld({ path: { id: made.id } });
    },
  };
}

/** Origin of the page that the browser sessions belong to. */
const SHOP = 'https://shop.test';

async function lookAround(control: Api, baseUrl: string, fetch: Fetch): Promise<Surroundings> {
  const service = createServiceApi({ baseUrl, fetch, retry: false, auth: { apiKey: 'rt_live_dev' } });
  const [noScope, revoked, own, other, scenarios, agent, calls] = await Promise.all([
    control.createKey({ body: { environment: 'live', scopes: [] } }),
    control.createKey({ body: { environment: 'live', expiresAt: '2020-01-01T00:00:00Z' } }),
    control.createClientSession({ body: { agentId: 'agent_support', origin: SHOP } }),
    control.createClientSession({ body: { agentId: 'agent_support', origin: SHOP } }),
    control.listScenarios(),
    service.getAgent({ path: { id: 'agent_support' } }),
    service.listExecutionToolCalls({ path: { id: 'agent_support', executionId: 'exec_tools' } }),
  ]);
  const { capabilities = [] } = ok(agent).body;
  const [call] = ok(calls).body.data;
  return {
    baseUrl,
    credentials: {
      full: 'rt_live_dev',
      readOnly: 'rt_live_readonly',
      test: 'rt_test_dev',
      session: 'session_dev',
      noScope: ok(noScope).body.key,
      revoked: ok(revoked).body.key,
    },
    clientSession: { sessionId: ok(own).body.sessionId, origin: SHOP },
    otherClientSession: { sessionId: ok(other).body.sessionId, origin: SHOP },
    parameters: parametersOf(
      capabilities[0]?.id ?? '',
      typeof call?.toolCallId === 'string' ? call.toolCallId : '',
    ),
    bodies: bodiesOf(baseUrl, ok(own).body.sessionId),
    runs: {
      ...Object.fromEntries(ok(scenarios).body.scenarios.map(({ name }) => [name, recipeFor(name)] as const)),
      ownerGate: recipeFor('approval'),
      endUserGate: recipeFor('approval-end-user'),
      localTool: recipeFor('local-tool'),
      failing: recipeFor('error'),
    },
  };
}

function recipeFor(scenario: string): RunRecipe {
  return {
    agentId: 'agent_support',
    message: 'Where is my order 1042?',
    headers: { prefer: `scenario=${scenario}, pace=instant` },
    body: {},
  };
}

function parametersOf(capabilityId: string, toolCallId: string): Surroundings['parameters'] {
  const run = { id: 'agent_support', executionId: 'exec_tools', toolCallId };
  return {
    any: { id: 'agent_support', agentId: 'agent_support', executionId: 'exec_tools' },
    removeAgentCapability: { id: 'agent_support', capabilityId },
    refreshAgentCard: { id: 'agent_partner' },
    getAgentVersion: { agentId: 'agent_support', versionId: 'aver_support_2' },
    getAgentExecution: run,
    listExecutionToolCalls: run,
    getExecutionToolCall: run,
    followExecutionEvents: run,
    cancelBatch: { id: 'batch_running' },
    getBatchStatus: { id: 'batch_done' },
    getBatchRecordCost: { batchId: 'batch_done', recordId: 'record_invoice_1' },
    destroySandboxDeployment: { id: 'sbx_running' },
    resumeSandboxDeployment: { id: 'sbx_suspended' },
    getAsset: { orgId: 'org_studio', assetId: 'asset_logo' },
    getAssetPreview: { orgId: 'org_studio', assetId: 'asset_report' },
    initClientSession: { Origin: SHOP },
    chatClientSession: { Origin: SHOP },
    approveClientExecution: { Origin: SHOP },
    resumeClientExecution: { Origin: SHOP },
  };
}

function bodiesOf(baseUrl: string, sessionId: string): Surroundings['bodies'] {
  const messages = [{ role: 'user', content: 'Where is my order 1042?' }];
  return {
    createAgent: { name: 'Made by a check' },
    updateAgent: { description: 'Looked at by a check' },
    fetchAgentCard: { url: `${baseUrl}/_mock/agent-cards/travel.json` },
    publishAgentVersion: { versionId: 'aver_support_1' },
    executeAgent: { messages, streamResponse: false },
    dispatchRun: { agent: { id: 'agent_support' }, messages, streamResponse: false },
    initClientSession: { token: 'ct_live_shop' },
    chatClientSession: { sessionId, messages, streamResponse: false },
    submitFlowBatch: { flowId: 'flow_invoices', recordIds: ['record_invoice_1'] },
    destroySandboxDeployment: {},
    resumeSandboxDeployment: {},
    registerAgent: { type: 'anonymous', requested_credential_type: 'api_key' },
  };
}

function abilitiesOf(control: Api, baseUrl: string): Abilities {
  return {
    async advance(ms) {
      ok(await control.advanceClock({ body: { ms } }));
    },
    now: async () => Date.parse(ok(await control.getClock()).body.now),
    makeKey: async ({ environment = 'live', scopes, ...rest }) =>
      ok(
        await control.createKey({
          body: { environment, ...(scopes === undefined ? {} : { scopes: [...scopes] }), ...rest } as never,
        }),
      ).body,
    async makeClientSession(wish) {
      const { sessionId, origin } = ok(await control.createClientSession({ body: wish })).body;
      return { sessionId, origin };
    },
    async makeDeployment(fields) {
      return ok(await control.createSandboxDeployment({ body: fields })).body.deploymentId;
    },
    async patchDeployment(id, fields) {
      ok(await control.patchSandboxDeployment({ path: { id }, body: fields }));
    },
    async makeProductEvent(wish) {
      return ok(await control.createProductEvent({ body: wish as never })).body.cursor;
    },
    storeAsset: async (wish) => ok(await control.createAsset({ body: wish })).body,
    async signAssertion(wish) {
      return ok(await control.createIdentityAssertion({ body: wish as never })).body.assertion;
    },
    async readCode(email) {
      return ok(await control.listOutbox({ query: { email } })).body.messages[0]?.otp ?? null;
    },
    async setSwitch(name, value) {
      ok(await control.setFeatureGates({ body: { [name]: value } }));
    },
    async serveCard(name, card) {
      ok(await control.putAgentCard({ path: { name }, body: card as never }));
      return `${baseUrl}/_mock/agent-cards/${name}.json`;
    },
    async setAudiences(agentId, entries) {
      ok(
        await control.setTokenAudiencePolicy({ path: { id: agentId }, body: { entries: entries as never } }),
      );
    },
  };
}
