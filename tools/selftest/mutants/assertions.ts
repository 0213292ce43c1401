/** Further mutants of scenario checks: each breaks an assertion that the mutants of the groups do not reach. */
import type { OperationId } from '../../../conformance/agent-platform/contract.ts';
import type { MutantRow } from '../mutations/mutant.ts';
import { changeStatus, editJson } from '../mutations/response-mutations.ts';

type Row<T extends readonly unknown[]> = readonly [
  check: string,
  id: string,
  description: string,
  operation: OperationId,
  ...change: T,
];

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
];

function row(check: string, id: string, description: string, expects: 'warn' | undefined) {
  return { check, id, description, ...(expects === undefined ? {} : { expects }) };
}
