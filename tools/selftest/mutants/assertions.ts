/** Further mutants of scenario checks: each breaks an assertion that the mutants of the groups do not reach. */
import type { OperationId } from '../../../conformance/agent-platform/contract.ts';
import type { MutantRow } from '../mutations/mutant.ts';
import { changeStatus, dropHeader, editJson, fieldsOf } from '../mutations/response-mutations.ts';
import { dropEventsOf, editEvents, withProperties } from '../mutations/stream-mutations.ts';

type Row<T extends readonly unknown[]> = readonly [
  check: string,
  id: string,
  description: string,
  operation: OperationId,
  ...change: T,
];

const approve = 'approveAgentExecution';
const resume = 'resumeAgentExecution';
const decide = 'approveClientExecution';
const execute = 'executeAgent';
const poll = 'pollProductEvents';
const resumeDeployment = 'resumeSandboxDeployment';
const calls = 'listExecutionToolCalls';

/** Services that return a wrong status. */
const statuses: readonly Row<[from: number, to: number, expects?: 'warn']>[] = [
  ['AGENT11', 'published-lost', 'has no published version', 'getPublishedAgentVersion', 200, 404],
  ['AGENT11', 'version-lost', 'does not find a version by its id', 'getAgentVersion', 200, 404],
  ['AGENT15', 'foreign-not-found', 'does not find foreign versions', 'publishAgentVersion', 400, 404, 'warn'],
  ['AGENT21', 'card-unreachable', 'returns 502 for an HTML page', 'fetchAgentCard', 400, 502],
  [
    'AGENT28',
    'voice-for-all',
    'synthesizes speech for an agent without a voice',
    'synthesizeAgentVoice',
    403,
    200,
    'warn',
  ],
  ['APPR02', 'approved-run-lost', 'does not find the run of an approval', approve, 200, 404],
  ['APPR05', 'other-approval-not-found', 'returns 404 for another approval', approve, 400, 404, 'warn'],
  ['APPR06', 'second-decision-forbidden', 'returns 403 for a second decision', approve, 409, 403, 'warn'],
  ['APPR06', 'second-decision-not-found', 'returns 404 for a second decision', approve, 409, 404, 'warn'],
  ['APPR09', 'expired-approval-accepted', 'accepts a decision after the timeout', approve, 404, 200, 'warn'],
  ['ASSET01', 'public-asset-protected', 'requires a credential for public assets', 'getAsset', 200, 401],
  ['ASSET06', 'signature-ignored', 'ignores the signature of an asset', 'getAsset', 403, 200],
  ['ASSET12', 'preview-always-expired', 'expires previews at once', 'getAssetPreview', 200, 410],
  ['BATCH02', 'summary-missing', 'has no summary of batches', 'getBatchSummary', 200, 404],
  ['BATCH03', 'cancelled-batch-lost', 'does not find a cancelled batch', 'getBatchStatus', 200, 404],
  ['BATCH05', 'cost-unknown', 'returns costs of unknown records', 'getBatchRecordCost', 404, 200, 'warn'],
  ['BATCH07', 'daily-limit-as-402', 'returns 402 beyond the daily limit', 'submitFlowBatch', 429, 402],
  ['CLIENT01', 'visitor-run-lost', 'does not find the run of a visitor', decide, 200, 404],
  ['CLIENT01', 'visitor-forbidden', 'forbids every decision of visitors', decide, 200, 403, 'warn'],
  ['CLIENT03', 'late-decision-not-found', 'returns 404 for a late decision', decide, 409, 404, 'warn'],
  ['CLIENT04', 'repeated-decision-not-found', 'returns 404 for a second decision', decide, 409, 404],
  ['CLIENT13', 'visitor-as-owner', 'lets visitors decide for the owner', decide, 403, 200],
  ['REG01', 'registration-forbidden', 'rejects every registration', 'registerAgent', 200, 403],
  ['REG02', 'pre-claim-key-lists-nothing', 'forbids pre-claim keys to list', 'listAgents', 200, 403, 'warn'],
  ['REG07', 'sixth-as-403', 'forbids the sixth registration', 'registerAgent', 429, 403, 'warn'],
  ['REG09', 'code-rejected', 'rejects every request for a code', 'requestClaimCode', 200, 400],
  ['REG31', 'second-account', 'creates a second account for an email address', 'registerAgent', 409, 200],
  ['REG35', 'claimed-agents-lost', 'loses agents with a claim', 'getAgent', 200, 404, 'warn'],
  ['REG36', 'agents-of-others-read', 'returns agents of other accounts', 'getAgent', 404, 200],
  ['SANDBOX04', 'suspended-lost', 'does not find a suspended deployment', resumeDeployment, 202, 404],
  ['SANDBOX18', 'version-ignored', 'destroys another version', 'destroySandboxDeployment', 412, 202, 'warn'],
];

/** Services that return a wrong value in a successful response. */
const values: readonly Row<[property: string, value: unknown, expects?: 'warn']>[] = [
  ['AGENT01', 'other-agent-returned', 'returns another agent', 'getAgent', 'id', 'agent_another'],
  [
    'AGENT23',
    'no-report',
    'reports no change of a card',
    'refreshAgentCard',
    'changeReport',
    undefined,
    'warn',
  ],
  ['AGENT26', 'policy-filled', 'has entries by default', 'getTokenAudiencePolicy', 'entries', [{}], 'warn'],
  ['AGENT30', 'search-finds-nothing', 'finds no agent by its name', 'listAgents', 'data', [], 'warn'],
  ['APPR01', 'pause-reason-empty', 'has an empty reason for a pause', execute, 'pausedReason', {}, 'warn'],
  ['APPR04', 'approved-status-running', 'reports a finished run as running', approve, 'status', 'running'],
  ['APPR04', 'decision-without-events', 'lists no events after a decision', approve, 'events', [], 'warn'],
  ['REG02', 'permission-missing', 'omits permissions', 'registerAgent', 'scopes', ['FLOWS:READ'], 'warn'],
  ['CLIENT01', 'visitor-of-other-run', 'returns another run to a visitor', decide, 'executionId', 'exec_x'],
  ['CLIENT01', 'visitor-without-events', 'lists no events for a visitor', decide, 'events', [], 'warn'],
  ['EVENT01', 'cursor-at-start', 'returns the first cursor without events', poll, 'cursor', '0'],
  ['EVENT04', 'always-more', 'always sets hasMore', poll, 'hasMore', true],
  ['EVENT13', 'skipping-hidden', 'never sets truncated', poll, 'truncated', false, 'warn'],
  ['EVENT13', 'always-truncated', 'always sets truncated', poll, 'truncated', true],
  ['LOCAL02', 'no-pause-reason', 'has no reason for a pause', execute, 'pausedReason', undefined, 'warn'],
  ['LOCAL04', 'result-of-other-run', 'returns the result of another run', resume, 'executionId', 'exec_x'],
  ['LOCAL04', 'resumed-status-running', 'reports a resumed run as running', resume, 'status', 'running'],
  ['REG01', 'claim-token-missing', 'returns no claim token', 'registerAgent', 'claim_token', undefined],
  ['REG10', 'claimed-test-key', 'returns a test key for a claim', 'completeClaim', 'credential', 'rt_test_1'],
  ['REG20', 'no-assertion-key', 'returns no key for an assertion', 'registerAgent', 'credential', undefined],
  ['RUN01', 'failure-as-success', 'reports a failed run as success', execute, 'success', true, 'warn'],
  ['RUN02', 'history-empty', 'lists no runs', 'listAgentExecutions', 'data', []],
  ['RUN03', 'detail-of-other-run', 'returns another run', 'getAgentExecution', 'executionId', 'exec_another'],
  ['RUN03', 'final-output-lost', 'has no final output', 'getAgentExecution', 'finalOutput', null, 'warn'],
  ['RUN03', 'loop-lost', 'has no loop configuration', 'getAgentExecution', 'loopConfig', undefined, 'warn'],
  ['RUN04', 'calls-renamed', 'lists calls under other ids', calls, 'data', [{ id: 'call_x' }], 'warn'],
  ['RUN08', 'version-invented', 'reports a wrong version', execute, 'agentVersionId', 'aver_none', 'warn'],
  ['RUN08', 'alias-invented', 'reports an unrequested alias', execute, 'alias', 'live', 'warn'],
  ['RUN09', 'version-missing', 'reports no version', execute, 'agentVersionId', undefined, 'warn'],
  ['RUN10', 'version-swapped', 'reports another version', execute, 'agentVersionId', 'aver_another'],
];

/** Services that omit required parts of a pause, a stream or a rate limit. */
const omissions: readonly MutantRow[] = [
  ...['toolId', 'parameters', 'executionId', 'type'].map((name): MutantRow => ({
    id: `pause-without-${name.toLowerCase()}`,
    check: 'LOCAL02',
    description: `omits \`${name}\` in the reason of a pause`,
    mutation: editJson({ operation: execute, status: 200 }, (body) => ({
      ...body,
      pausedReason: { ...fieldsOf(body['pausedReason']), [name]: undefined },
    })),
  })),
  ...(
    [
      ['APPR02', approve],
      ['LOCAL03', resume],
    ] as const
  ).flatMap(([check, operation]): MutantRow[] => [
    {
      id: `${check.toLowerCase()}-never-ends`,
      check,
      description: 'omits the end of a run that continues',
      mutation: dropEventsOf({ operation }, 'execution_complete'),
    },
    {
      id: `${check.toLowerCase()}-continues-other-run`,
      check,
      description: 'continues another run',
      mutation: editEvents({ operation }, (frame) => [
        withProperties(frame, { executionId: 'exec_another' }),
      ]),
    },
  ]),
  {
    id: 'pause-without-await',
    check: 'LOCAL01',
    description: 'omits await in a stream that pauses for a tool',
    expects: 'warn',
    mutation: dropEventsOf({ operation: execute }, 'await'),
  },
  ...(
    [
      ['LIMIT02', execute],
      ['REG07', 'registerAgent'],
    ] as const
  ).map(([check, operation]): MutantRow => ({
    id: `${check.toLowerCase()}-without-retry-after`,
    check,
    description: 'omits Retry-After in a 429',
    mutation: dropHeader({ operation, status: 429 }, 'retry-after'),
  })),
];

/** Mutants of checks of several groups. */
export const assertionMutants: readonly MutantRow[] = [
  ...statuses.map(([check, id, description, operation, from, to, expects]): MutantRow => ({
    ...row(check, id, description, expects),
    mutation: changeStatus({ operation, status: from }, to),
  })),
  ...values.map(([check, id, description, operation, property, value, expects]): MutantRow => ({
    ...row(check, id, description, expects),
    mutation: editJson({ operation, status: 2 }, (body) => ({ ...body, [property]: value })),
  })),
  ...omissions,
];

function row(check: string, id: string, description: string, expects: 'warn' | undefined) {
  return { check, id, description, ...(expects === undefined ? {} : { expects }) };
}
