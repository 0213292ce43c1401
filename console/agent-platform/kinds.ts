/** The kinds of records of the Agent Platform, in the order of its areas; rarely used kinds come last. */
import type { StoredRecord } from '../../generated/control/types.ts';
import { formatDuration } from '../format.ts';
import { countColumn, textColumn, timeColumn } from '../parts/columns.ts';
import type { RecordKind } from '../plugin.ts';
import { Outbox } from './parts/outbox.tsx';
import { Pollers } from './parts/pollers.tsx';
import { SandboxMachine } from './parts/sandbox-machine.tsx';

function progressOf({ processed, recordIds }: StoredRecord): readonly [number, number] {
  return [Number(processed), Array.isArray(recordIds) ? recordIds.length : 0];
}

const listed: Readonly<Record<string, RecordKind>> = {
  agents: {
    title: 'Agents',
    hint: 'POST /v1/agents creates one.',
    columns: [
      textColumn('Name', 'name'),
      textColumn('Type', 'agentType', '7rem'),
      timeColumn('Updated', 'updatedAt'),
    ],
  },
  agentVersions: { title: 'Agent versions', hint: 'POST /v1/agents/{id}/versions publishes one.' },
  capabilities: {
    title: 'Capabilities',
    columns: [textColumn('Name', 'toolName'), timeColumn('Created', 'createdAt')],
  },
  executions: {
    title: 'Executions',
    hint: 'Start a run.',
    columns: [
      textColumn('Agent', 'agentName'),
      textColumn('Scenario', 'scenario'),
      timeColumn('Started', 'startedAt'),
    ],
    page: { name: 'executions', title: 'Open the execution' },
  },
  toolCalls: {
    title: 'Tool calls',
    columns: [
      textColumn('Tool', 'toolName'),
      textColumn('Status', 'status', '7rem'),
      {
        title: 'Took',
        width: '6rem',
        isNumber: true,
        value: ({ executionTimeMs }) =>
          typeof executionTimeMs === 'number' ? formatDuration(executionTimeMs) : '',
      },
    ],
  },
  approvals: {
    title: 'Approvals',
    hint: 'Start a run with the scenario approval.',
    columns: [
      textColumn('Tool', 'toolName'),
      textColumn('Decided by', 'approver', '8rem'),
      timeColumn('Expires', 'expiresAt'),
    ],
  },
  batches: {
    title: 'Batches',
    hint: 'POST /v1/batch/flow creates one.',
    columns: [
      textColumn('Flow', 'flowName'),
      {
        title: 'Progress',
        width: '14rem',
        value: (record) => progressOf(record).join(' of '),
        progress: progressOf,
      },
      timeColumn('Submitted', 'submittedAt'),
    ],
  },
  sandboxDeployments: {
    title: 'Sandbox deployments',
    hint: 'POST /_mock/sandbox-deployments creates one.',
    columns: [
      textColumn('Name', 'displayName'),
      textColumn('Wanted', 'desiredState', '7rem'),
      textColumn('Reason', 'statusReason'),
      timeColumn('Updated', 'updatedAt'),
    ],
    Machine: SandboxMachine,
  },
  productEvents: {
    title: 'Product events',
    hint: 'POST /_mock/product-events emits one.',
    columns: [
      countColumn('Cursor', 'cursor'),
      textColumn('Name', 'name', '15rem'),
      textColumn('Summary', 'data.summary'),
      timeColumn('At', 'at'),
    ],
    Below: Pollers,
  },
  clientSessions: {
    title: 'Client sessions',
    hint: 'POST /v1/client/init opens one for the page of an end user.',
    columns: [
      textColumn('Origin', 'origin'),
      textColumn('Opens', 'target.id'),
      countColumn('Messages', 'messageCount'),
      timeColumn('Expires', 'expiresAt'),
    ],
  },
  apiKeys: {
    title: 'API keys',
    hint: 'POST /_mock/keys creates one.',
    columns: [
      textColumn('Name', 'name'),
      textColumn('Credential', 'token', '9rem'),
      textColumn('Environment', 'environment', '7rem'),
      textColumn('Scopes', 'scopes'),
      timeColumn('Expires', 'expiresAt'),
    ],
  },
  assets: {
    title: 'Assets',
    hint: 'POST /_mock/assets stores one.',
    columns: [
      textColumn('Type', 'contentType'),
      textColumn('Visibility', 'visibility', '7rem'),
      timeColumn('Created', 'createdAt'),
    ],
  },
  mails: {
    title: 'Outbox',
    hint: 'A registration with an email address sends a one-time code.',
    columns: [textColumn('To', 'to'), textColumn('Subject', 'subject'), timeColumn('Sent', 'sentAt')],
    Below: Outbox,
  },
};

const rare: Readonly<Record<string, Omit<RecordKind, 'isRare'>>> = {
  organizations: { title: 'Organizations' },
  users: { title: 'Users' },
  sessions: { title: 'Session tokens', hint: 'POST /_mock/session-tokens creates one.' },
  behaviours: { title: 'Agent behaviours', hint: 'PUT /_mock/agents/{id}/behaviour sets one.' },
  tokenPolicies: { title: 'Token audience policies' },
  servedCards: { title: 'Agent cards', hint: 'PUT /_mock/agent-cards/{name} serves one.' },
  runs: { title: 'Unfinished runs' },
  keyUsages: { title: 'Key usage' },
  clientTokens: {
    title: 'Client tokens',
    columns: [
      textColumn('Token', 'token', '9rem'),
      textColumn('Opens', 'target'),
      textColumn('Origins', 'origins'),
    ],
  },
  clientMessages: { title: 'Client messages' },
  libraryItems: { title: 'Library items' },
  recordResults: {
    title: 'Batch results',
    columns: [
      textColumn('Batch', 'batchId'),
      textColumn('Status', 'status', '7rem'),
      textColumn('Record', 'recordId'),
    ],
  },
  registrations: { title: 'Registrations' },
  registrants: { title: 'Registrants' },
  usedAssertions: { title: 'Used identity assertions' },
  trustedIssuers: { title: 'Trusted issuers' },
  productFeeds: { title: 'Product event feeds' },
};

export const kinds: Readonly<Record<string, RecordKind>> = {
  ...listed,
  ...Object.fromEntries(
    Object.entries(rare).map(([name, kind]) => [name, { ...kind, isRare: true } as const]),
  ),
};
