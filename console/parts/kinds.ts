/** The kinds of records as people see them: their titles, and what fills an empty list. */

interface Kind {
  readonly title: string;
  readonly hint?: string;
}

/** The kinds that the API has, in the order of its areas. */
export const kinds: Readonly<Record<string, Kind>> = {
  agents: { title: 'Agents', hint: 'POST /v1/agents creates one.' },
  agentVersions: { title: 'Agent versions', hint: 'POST /v1/agents/{id}/versions publishes one.' },
  capabilities: { title: 'Capabilities' },
  executions: { title: 'Executions', hint: 'Start a run.' },
  toolCalls: { title: 'Tool calls' },
  approvals: { title: 'Approvals', hint: 'Start a run with the scenario approval.' },
  batches: { title: 'Batches', hint: 'POST /v1/batch/flow creates one.' },
  sandboxDeployments: {
    title: 'Sandbox deployments',
    hint: 'POST /_mock/sandbox-deployments creates one.',
  },
  productEvents: { title: 'Product events', hint: 'POST /_mock/product-events emits one.' },
  clientSessions: {
    title: 'Client sessions',
    hint: 'POST /v1/client/init opens one for the page of an end user.',
  },
  apiKeys: { title: 'API keys', hint: 'POST /_mock/keys creates one.' },
  assets: { title: 'Assets', hint: 'POST /_mock/assets stores one.' },
  mails: { title: 'Outbox', hint: 'A registration with an email address sends a one-time code.' },
};

/** The kinds that are rarely looked at. */
export const rareKinds: Readonly<Record<string, Kind>> = {
  organizations: { title: 'Organizations' },
  users: { title: 'Users' },
  sessions: { title: 'Session tokens', hint: 'POST /_mock/session-tokens creates one.' },
  behaviours: { title: 'Agent behaviours', hint: 'PUT /_mock/agents/{id}/behaviour sets one.' },
  tokenPolicies: { title: 'Token audience policies' },
  servedCards: { title: 'Agent cards', hint: 'PUT /_mock/agent-cards/{name} serves one.' },
  runs: { title: 'Unfinished runs' },
  keyUsages: { title: 'Key usage' },
  scenarios: { title: 'Scenarios of this world', hint: 'PUT /_mock/scenarios/{name} stores one.' },
  clientTokens: { title: 'Client tokens' },
  clientMessages: { title: 'Client messages' },
  libraryItems: { title: 'Library items' },
  recordResults: { title: 'Batch results' },
  registrations: { title: 'Registrations' },
  registrants: { title: 'Registrants' },
  usedAssertions: { title: 'Used identity assertions' },
  trustedIssuers: { title: 'Trusted issuers' },
  productFeeds: { title: 'Product event feeds' },
  storedReplies: { title: 'Responses by idempotency key' },
  faults: { title: 'Faults' },
};

/** Returns a kind; one without a title of its own has its name. */
export function kindNamed(name: string): Kind {
  return kinds[name] ?? rareKinds[name] ?? { title: name };
}
