/**
 * A walk over the whole service: one call of every operation at least, in an order in which each succeeds.
 */

/**
 * A call of the tour. Shape: `{name}` in a path or a body stands for the value that an earlier call
 * stored under that name.
 */
export interface TourCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What to store from the response: the property of its JSON, or of the last event that has it, under a name. */
  readonly keep?: Readonly<Record<string, string>>;
}

const session = { authorization: 'Bearer session_dev' };
const none = { authorization: '' };
const page = { authorization: '', origin: 'https://shop.test' };
const asks = { messages: [{ role: 'user', content: 'Please refund order 1042.' }] };

function follows(scenario: string): Record<string, string> {
  return { prefer: `scenario=${scenario}, pace=instant` };
}

/** A call with its request line. Shape: `status` is 200 when absent. */
function call(
  operationId: string,
  request: string,
  { status = 200, ...more }: Partial<Omit<TourCall, 'operationId' | 'method' | 'path'>> = {},
): TourCall {
  const [method = '', path = ''] = request.split(' ');
  return { operationId, method, path, status, ...more };
}

/** The calls, in order. They need the fixture `default`. */
export const tour: readonly TourCall[] = [
  call('listAgents', 'GET /v1/agents?limit=2&includeCount=true&search=a'),
  call('createAgent', 'POST /v1/agents', {
    status: 201,
    body: { name: 'Tour guide', config: { model: 'mock-1', voice: { enabled: true } } },
    keep: { agent: 'id' },
  }),
  call('getAgent', 'GET /v1/agents/{agent}'),
  call('updateAgent', 'PUT /v1/agents/{agent}', { body: { icon: '🧭' } }),
  call('addAgentCapability', 'POST /v1/agents/{agent}/capabilities', {
    status: 201,
    body: { toolName: 'find_order' },
    keep: { capability: 'id' },
  }),
  call('removeAgentCapability', 'DELETE /v1/agents/{agent}/capabilities/{capability}'),
  call('publishAgent', 'POST /v1/agents/{agent}/publish', { keep: { version: 'publishedVersionId' } }),
  call('listAgentVersions', 'GET /v1/agent-versions/{agent}'),
  call('getAgentVersion', 'GET /v1/agent-versions/{agent}/{version}'),
  call('publishAgentVersion', 'POST /v1/agent-versions/{agent}/publish', {
    body: { versionId: '{version}' },
  }),
  call('getPublishedAgentVersion', 'GET /v1/agent-versions/{agent}/published'),
  call('exportAgentRuntime', 'GET /v1/agents/agent_support/export-runtime'),
  call('synthesizeAgentVoice', 'POST /v1/agents/{agent}/voice', { body: { text: 'Hello' } }),
  call('getTokenAudiencePolicy', 'GET /v1/agents/agent_support/token-audience-policy'),
  call('fetchAgentCard', 'POST /v1/agents/fetch-agent-card', {
    body: { url: '{base}/_mock/agent-cards/travel.json' },
  }),
  call('refreshAgentCard', 'POST /v1/agents/agent_partner/refresh-agent-card'),

  call('executeAgent', 'POST /v1/agents/agent_support/execute', {
    headers: follows('approval'),
    body: asks,
    keep: { execution: 'executionId', approval: 'approvalId' },
  }),
  call('approveAgentExecution', 'POST /v1/agents/agent_support/approve', {
    body: { executionId: '{execution}', approvalId: '{approval}', decision: 'approved' },
    keep: { call: 'toolCallId' },
  }),
  call('executeAgent', 'POST /v1/agents/agent_support/execute', {
    headers: follows('local-tool'),
    body: { ...asks, streamResponse: false },
    keep: { waiting: 'executionId' },
  }),
  call('resumeAgentExecution', 'POST /v1/agents/agent_support/resume', {
    body: { executionId: '{waiting}', toolOutputs: { read_cart: [] }, streamResponse: false },
  }),
  call('executeAgent', 'POST /v1/agents/agent_support/execute', {
    headers: follows('everything'),
    body: asks,
  }),
  call('listAgentExecutions', 'GET /v1/agents/agent_support/executions?limit=3'),
  call('getAgentExecution', 'GET /v1/agents/agent_support/executions/{execution}'),
  call('listExecutionToolCalls', 'GET /v1/agents/agent_support/executions/{execution}/tool-calls'),
  call('getExecutionToolCall', 'GET /v1/agents/agent_support/executions/{execution}/tool-calls/{call}'),
  call('followExecutionEvents', 'GET /v1/agents/agent_support/executions/{execution}/events?after=3'),
  call('getExecutionStatus', 'GET /v1/executions/{execution}/status'),

  call('dispatchRun', 'POST /v1/dispatch', {
    headers: follows('approval'),
    body: { agent: { agentId: 'agent_support' }, ...asks },
    keep: { dispatched: 'executionId', gate: 'approvalId' },
  }),
  call('approveDispatch', 'POST /v1/dispatch/approve', {
    body: { executionId: '{dispatched}', approvalId: '{gate}', decision: 'denied' },
  }),
  call('dispatchRun', 'POST /v1/dispatch', {
    headers: follows('local-tool'),
    body: { agent: { agentId: 'agent_support' }, ...asks },
    keep: { away: 'executionId' },
  }),
  call('resumeDispatch', 'POST /v1/dispatch/resume', {
    body: { executionId: '{away}', toolOutputs: { read_cart: ['lamp'] } },
  }),

  call('initClientSession', 'POST /v1/client/init', {
    headers: page,
    body: { token: 'ct_live_shop' },
    keep: { visitor: 'sessionId' },
  }),
  call('chatClientSession', 'POST /v1/client/chat', {
    headers: { ...page, ...follows('approval-end-user') },
    body: { sessionId: '{visitor}', ...asks },
    keep: { chat: 'executionId', question: 'approvalId' },
  }),
  call('approveClientExecution', 'POST /v1/client/approve', {
    headers: page,
    body: {
      sessionId: '{visitor}',
      executionId: '{chat}',
      approvalId: '{question}',
      decision: 'approved',
      streamResponse: false,
    },
  }),
  call('chatClientSession', 'POST /v1/client/chat', {
    headers: { ...page, ...follows('local-tool') },
    body: { sessionId: '{visitor}', ...asks },
    keep: { talk: 'executionId' },
  }),
  call('resumeClientExecution', 'POST /v1/client/resume', {
    headers: page,
    body: { sessionId: '{visitor}', executionId: '{talk}', toolOutputs: { read_cart: [] } },
  }),

  call('getRecordResults', 'GET /v1/analytics/record-results?limit=5'),
  call('getRecordResults', 'GET /v1/analytics/record-results?days=7'),
  call('getAnalyticsStats', 'GET /v1/analytics/stats?from=2026-01-01'),
  call('getAsset', 'GET /v1/assets/org_studio/asset_logo', { headers: none }),
  call('getAssetPreview', 'GET /v1/assets/preview/org_studio/asset_report', { headers: none }),
  call('getCurrentIdentity', 'GET /v1/auth/me', { headers: session }),

  call('submitFlowBatch', 'POST /v1/batch/flow', {
    body: { flowId: 'flow_triage', recordIds: ['record_1', 'record_2'] },
    keep: { batch: 'batchExecutionId' },
  }),
  call('getBatchStatus', 'GET /v1/batch/status/{batch}'),
  call('getBatchSummary', 'GET /v1/batch/summary'),
  call('getBatchRecordCost', 'GET /v1/batch/{batch}/records/record_1/cost'),
  call('cancelBatch', 'POST /v1/batch/cancel/{batch}'),

  call('resumeSandboxDeployment', 'POST /v1/sandbox-deployments/sbx_suspended/resume', {
    status: 202,
    headers: { 'idempotency-key': 'tour-1' },
    body: {},
  }),
  call('destroySandboxDeployment', 'DELETE /v1/sandbox-deployments/sbx_running', { status: 202 }),

  call('listProductEventTypes', 'GET /v1/events/types'),
  call('pollProductEvents', 'GET /v1/events?after=0&maxEvents=5'),

  call('registerAgent', 'POST /agent/auth', {
    headers: none,
    body: { type: 'anonymous', requested_credential_type: 'api_key' },
    keep: { claim: 'claim_token' },
  }),
  call('requestClaimCode', 'POST /agent/auth/claim', {
    headers: none,
    body: { claim_token: '{claim}', email: 'new@studio.test' },
  }),
  call('completeClaim', 'POST /agent/auth/claim/complete', {
    headers: none,
    body: { claim_token: '{claim}', otp: '{otp}' },
  }),
  call('getAuthorizationServerMetadata', 'GET /.well-known/oauth-authorization-server', { headers: none }),
  call('getProtectedResourceMetadata', 'GET /.well-known/oauth-protected-resource', { headers: none }),
  call('deleteAgent', 'DELETE /v1/agents/{agent}'),
];
