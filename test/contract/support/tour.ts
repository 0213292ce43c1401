/**
 * A walk over the whole service: one call of every operation at least, in an order in which each succeeds.
 */

/** A call of the tour. Shape: `{name}` in a path or a body stands for what an earlier call kept under that name. */
export interface TourCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What to keep of the response: the member of its JSON, or of the last event that has it, under a name. */
  readonly keep?: Readonly<Record<string, string>>;
}

const session = { authorization: 'Bearer session_dev' };
const none = { authorization: '' };
const page = { authorization: '', origin: 'https://shop.test' };
const asks = { messages: [{ role: 'user', content: 'Please refund order 1042.' }] };

function follows(scenario: string): Record<string, string> {
  return { prefer: `scenario=${scenario}, pace=instant` };
}

/** The calls, in order. They need the fixture `default`. */
export const tour: readonly TourCall[] = [
  {
    operationId: 'listAgents',
    method: 'GET',
    path: '/v1/agents?limit=2&includeCount=true&search=a',
    status: 200,
  },
  {
    operationId: 'createAgent',
    method: 'POST',
    path: '/v1/agents',
    status: 201,
    body: { name: 'Tour guide', config: { model: 'mock-1', voice: { enabled: true } } },
    keep: { agent: 'id' },
  },
  { operationId: 'getAgent', method: 'GET', path: '/v1/agents/{agent}', status: 200 },
  {
    operationId: 'updateAgent',
    method: 'PUT',
    path: '/v1/agents/{agent}',
    status: 200,
    body: { icon: '🧭' },
  },
  {
    operationId: 'addAgentCapability',
    method: 'POST',
    path: '/v1/agents/{agent}/capabilities',
    status: 201,
    body: { toolName: 'find_order' },
    keep: { capability: 'id' },
  },
  {
    operationId: 'removeAgentCapability',
    method: 'DELETE',
    path: '/v1/agents/{agent}/capabilities/{capability}',
    status: 200,
  },
  {
    operationId: 'publishAgent',
    method: 'POST',
    path: '/v1/agents/{agent}/publish',
    status: 200,
    keep: { version: 'publishedVersionId' },
  },
  { operationId: 'listAgentVersions', method: 'GET', path: '/v1/agent-versions/{agent}', status: 200 },
  {
    operationId: 'getAgentVersion',
    method: 'GET',
    path: '/v1/agent-versions/{agent}/{version}',
    status: 200,
  },
  {
    operationId: 'publishAgentVersion',
    method: 'POST',
    path: '/v1/agent-versions/{agent}/publish',
    status: 200,
    body: { versionId: '{version}' },
  },
  {
    operationId: 'getPublishedAgentVersion',
    method: 'GET',
    path: '/v1/agent-versions/{agent}/published',
    status: 200,
  },
  {
    operationId: 'exportAgentRuntime',
    method: 'GET',
    path: '/v1/agents/agent_support/export-runtime',
    status: 200,
  },
  {
    operationId: 'synthesizeAgentVoice',
    method: 'POST',
    path: '/v1/agents/{agent}/voice',
    status: 200,
    body: { text: 'Hello' },
  },
  {
    operationId: 'getTokenAudiencePolicy',
    method: 'GET',
    path: '/v1/agents/agent_support/token-audience-policy',
    status: 200,
  },
  {
    operationId: 'fetchAgentCard',
    method: 'POST',
    path: '/v1/agents/fetch-agent-card',
    status: 200,
    body: { url: '{base}/_mock/agent-cards/travel.json' },
  },
  {
    operationId: 'refreshAgentCard',
    method: 'POST',
    path: '/v1/agents/agent_partner/refresh-agent-card',
    status: 200,
  },

  {
    operationId: 'executeAgent',
    method: 'POST',
    path: '/v1/agents/agent_support/execute',
    status: 200,
    headers: follows('approval'),
    body: asks,
    keep: { execution: 'executionId', approval: 'approvalId' },
  },
  {
    operationId: 'approveAgentExecution',
    method: 'POST',
    path: '/v1/agents/agent_support/approve',
    status: 200,
    body: { executionId: '{execution}', approvalId: '{approval}', decision: 'approved' },
    keep: { call: 'toolCallId' },
  },
  {
    operationId: 'executeAgent',
    method: 'POST',
    path: '/v1/agents/agent_support/execute',
    status: 200,
    headers: follows('local-tool'),
    body: { ...asks, streamResponse: false },
    keep: { waiting: 'executionId' },
  },
  {
    operationId: 'resumeAgentExecution',
    method: 'POST',
    path: '/v1/agents/agent_support/resume',
    status: 200,
    body: { executionId: '{waiting}', toolOutputs: { read_cart: [] }, streamResponse: false },
  },
  {
    operationId: 'executeAgent',
    method: 'POST',
    path: '/v1/agents/agent_support/execute',
    status: 200,
    headers: follows('everything'),
    body: asks,
  },
  {
    operationId: 'listAgentExecutions',
    method: 'GET',
    path: '/v1/agents/agent_support/executions?limit=3',
    status: 200,
  },
  {
    operationId: 'getAgentExecution',
    method: 'GET',
    path: '/v1/agents/agent_support/executions/{execution}',
    status: 200,
  },
  {
    operationId: 'listExecutionToolCalls',
    method: 'GET',
    path: '/v1/agents/agent_support/executions/{execution}/tool-calls',
    status: 200,
  },
  {
    operationId: 'getExecutionToolCall',
    method: 'GET',
    path: '/v1/agents/agent_support/executions/{execution}/tool-calls/{call}',
    status: 200,
  },
  {
    operationId: 'followExecutionEvents',
    method: 'GET',
    path: '/v1/agents/agent_support/executions/{execution}/events?after=3',
    status: 200,
  },
  {
    operationId: 'getExecutionStatus',
    method: 'GET',
    path: '/v1/executions/{execution}/status',
    status: 200,
  },

  {
    operationId: 'dispatchRun',
    method: 'POST',
    path: '/v1/dispatch',
    status: 200,
    headers: follows('approval'),
    body: { agent: { agentId: 'agent_support' }, ...asks },
    keep: { dispatched: 'executionId', gate: 'approvalId' },
  },
  {
    operationId: 'approveDispatch',
    method: 'POST',
    path: '/v1/dispatch/approve',
    status: 200,
    body: { executionId: '{dispatched}', approvalId: '{gate}', decision: 'denied' },
  },
  {
    operationId: 'dispatchRun',
    method: 'POST',
    path: '/v1/dispatch',
    status: 200,
    headers: follows('local-tool'),
    body: { agent: { agentId: 'agent_support' }, ...asks },
    keep: { away: 'executionId' },
  },
  {
    operationId: 'resumeDispatch',
    method: 'POST',
    path: '/v1/dispatch/resume',
    status: 200,
    body: { executionId: '{away}', toolOutputs: { read_cart: ['lamp'] } },
  },

  {
    operationId: 'initClientSession',
    method: 'POST',
    path: '/v1/client/init',
    status: 200,
    headers: page,
    body: { token: 'ct_live_shop' },
    keep: { visitor: 'sessionId' },
  },
  {
    operationId: 'chatClientSession',
    method: 'POST',
    path: '/v1/client/chat',
    status: 200,
    headers: { ...page, ...follows('approval-end-user') },
    body: { sessionId: '{visitor}', ...asks },
    keep: { chat: 'executionId', question: 'approvalId' },
  },
  {
    operationId: 'approveClientExecution',
    method: 'POST',
    path: '/v1/client/approve',
    status: 200,
    headers: page,
    body: {
      sessionId: '{visitor}',
      executionId: '{chat}',
      approvalId: '{question}',
      decision: 'approved',
      streamResponse: false,
    },
  },
  {
    operationId: 'chatClientSession',
    method: 'POST',
    path: '/v1/client/chat',
    status: 200,
    headers: { ...page, ...follows('local-tool') },
    body: { sessionId: '{visitor}', ...asks },
    keep: { talk: 'executionId' },
  },
  {
    operationId: 'resumeClientExecution',
    method: 'POST',
    path: '/v1/client/resume',
    status: 200,
    headers: page,
    body: { sessionId: '{visitor}', executionId: '{talk}', toolOutputs: { read_cart: [] } },
  },

  {
    operationId: 'getRecordResults',
    method: 'GET',
    path: '/v1/analytics/record-results?limit=5',
    status: 200,
  },
  {
    operationId: 'getRecordResults',
    method: 'GET',
    path: '/v1/analytics/record-results?days=7',
    status: 200,
  },
  {
    operationId: 'getAnalyticsStats',
    method: 'GET',
    path: '/v1/analytics/stats?from=2026-01-01',
    status: 200,
  },
  {
    operationId: 'getAsset',
    method: 'GET',
    path: '/v1/assets/org_studio/asset_logo',
    status: 200,
    headers: none,
  },
  {
    operationId: 'getAssetPreview',
    method: 'GET',
    path: '/v1/assets/preview/org_studio/asset_report',
    status: 200,
    headers: none,
  },
  { operationId: 'getCurrentIdentity', method: 'GET', path: '/v1/auth/me', status: 200, headers: session },

  {
    operationId: 'submitFlowBatch',
    method: 'POST',
    path: '/v1/batch/flow',
    status: 200,
    body: { flowId: 'flow_triage', recordIds: ['record_1', 'record_2'] },
    keep: { batch: 'batchExecutionId' },
  },
  { operationId: 'getBatchStatus', method: 'GET', path: '/v1/batch/status/{batch}', status: 200 },
  { operationId: 'getBatchSummary', method: 'GET', path: '/v1/batch/summary', status: 200 },
  {
    operationId: 'getBatchRecordCost',
    method: 'GET',
    path: '/v1/batch/{batch}/records/record_1/cost',
    status: 200,
  },
  { operationId: 'cancelBatch', method: 'POST', path: '/v1/batch/cancel/{batch}', status: 200 },

  {
    operationId: 'resumeSandboxDeployment',
    method: 'POST',
    path: '/v1/sandbox-deployments/sbx_suspended/resume',
    status: 202,
    headers: { 'idempotency-key': 'tour-1' },
    body: {},
  },
  {
    operationId: 'destroySandboxDeployment',
    method: 'DELETE',
    path: '/v1/sandbox-deployments/sbx_running',
    status: 202,
  },

  { operationId: 'listProductEventTypes', method: 'GET', path: '/v1/events/types', status: 200 },
  { operationId: 'pollProductEvents', method: 'GET', path: '/v1/events?after=0&maxEvents=5', status: 200 },

  {
    operationId: 'registerAgent',
    method: 'POST',
    path: '/agent/auth',
    status: 200,
    headers: none,
    body: { type: 'anonymous', requested_credential_type: 'api_key' },
    keep: { claim: 'claim_token' },
  },
  {
    operationId: 'requestClaimCode',
    method: 'POST',
    path: '/agent/auth/claim',
    status: 200,
    headers: none,
    body: { claim_token: '{claim}', email: 'new@studio.test' },
  },
  {
    operationId: 'completeClaim',
    method: 'POST',
    path: '/agent/auth/claim/complete',
    status: 200,
    headers: none,
    body: { claim_token: '{claim}', otp: '{otp}' },
  },
  {
    operationId: 'getAuthorizationServerMetadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    status: 200,
    headers: none,
  },
  {
    operationId: 'getProtectedResourceMetadata',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    status: 200,
    headers: none,
  },
  { operationId: 'deleteAgent', method: 'DELETE', path: '/v1/agents/{agent}', status: 200 },
];
