/** Faults of agents: their records, capabilities, versions, exports, grants, lists and cards. */
import { bodyOf, parseBody, withBody, withJson } from '../mutations/request-mutations.ts';
import type { Mutation } from '../mutations/mutation.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';
import { fieldsOf } from '../mutations/response-mutations.ts';
import { changeTexts } from '../faults/json-places.ts';
import { createFault, type FaultRow } from '../faults/fault.ts';
import { assumeProperty, ignoreParameter, readProperty, rejectBodies } from '../faults/request-faults.ts';
import {
  alterRepeated,
  anyRequest,
  leakRequests,
  repeatResponse,
  samePath,
} from '../faults/repeat-faults.ts';
import {
  acceptRejected,
  changeText,
  emptyList,
  omitProperty,
  pretendSuccess,
  returnBody,
  returnOther,
  returnStatus,
} from '../faults/response-faults.ts';

const create = 'createAgent';
const update = 'updateAgent';
const version = 'getAgentVersion';
const exportAgent = 'exportAgentRuntime';
const policy = 'getTokenAudiencePolicy';
const fetchCard = 'fetchAgentCard';
const refreshCard = 'refreshAgentCard';

export const agentMutants: readonly FaultRow[] = [
  ['LAW01', returnOther(create, 'id')],
  ['AGENT03', assumeProperty(create, 'agentType', 'external')],
  ['AGENT05', readProperty('drops other settings', update, 'config.settings.tone', dropFormal)],
  [
    'AGENT06',
    readProperty('appends to lists', update, 'config.settings.words', (words) => ['yes', ...listed(words)]),
  ],
  ['AGENT07', rejectBodies('rejects null', update, ({ externalConfig }) => externalConfig === null)],
  ['LAW19', createFault('accepts a tool name twice', 'addAgentCapability', bindTwice)],
  ['AGENT11', emptyList('listAgentVersions', 'versions')],
  [
    'AGENT12',
    alterRepeated(version, 'agentSnapshot', samePath, (agent) =>
      changeTexts(agent, (text) => text.replaceAll('first', 'second')),
    ),
  ],
  ['AGENT13', pretendSuccess('publishAgentVersion')],
  ['AGENT15', returnStatus('publishAgentVersion', 400, 200)],
  ['LAW13', acceptRejected({ operation: 'executeAgent', status: 404 }, { events: [] }), { subject: null }],
  [
    'AGENT17',
    changeText('exports nested agents by name', exportAgent, (text) =>
      text.replace('Nested at depth 3.', ''),
    ),
  ],
  [
    'AGENT18',
    leakRequests(create, exportAgent, 'below', (sent) => sent.map(({ description }) => description)),
  ],
  [
    'AGENT19',
    leakRequests(create, exportAgent, 'settings', (sent) => sent.map(({ config }) => config)),
    'warn',
  ],
  ['AGENT20', returnOther(fetchCard, 'description')],
  ['AGENT21', returnStatus(fetchCard, 502, 400)],
  ['AGENT22', repeatResponse(refreshCard, samePath)],
  ['AGENT23', returnBody(refreshCard, {})],
  ['AGENT24', returnStatus(refreshCard, 400, 200)],
  ['AGENT25', returnStatus(refreshCard, 502, 500)],
  ['AGENT26', returnOther(policy, 'policyRevision')],
  ['AGENT27', returnOther(policy, 'policyRevision', 0)],
  ['AGENT28', returnStatus('synthesizeAgentVoice', 403, 404)],
  ['LAW12', ignoreParameter('listAgents', 'search')],
  ['AGENT32', returnOther('addAgentCapability', 'subAgentId')],
  ['AGENT34', returnStatus(refreshCard, 502, 400), 'warn'],
  [
    'AGENT35',
    rejectBodies('rejects external agents', create, ({ agentType }) => agentType === 'external', 403),
    'warn',
  ],
  ['AGENT36', returnStatus(create, 402, 403)],
];

export const figureMutants: readonly FaultRow[] = [
  ['STAT01', ignoreParameter('getAnalyticsStats', 'from')],
  ['STAT02', ignoreParameter('getRecordResults', 'days')],
  ['STAT04', repeatResponse('getAnalyticsStats', anyRequest)],
  ['STAT05', omitProperty('getAnalyticsStats', 'evals'), 'warn'],
  ['STAT06', returnOther('getAnalyticsStats', 'executions', 12)],
  ['ISO16', pretendSuccess('getCurrentIdentity', { organization: { id: 'org_of_all', name: 'One' } })],
];

function dropFormal(tone: unknown): unknown {
  const fields = fieldsOf(tone);
  return 'warmth' in fields ? { ...fields, formal: null } : tone;
}

function listed(words: unknown): readonly unknown[] {
  return Array.isArray(words) ? words : [];
}

/** Renames the tool of a capability whose name is already in use. */
function bindTwice(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let count = 1;
  return async (request) => {
    if (!matchesRequest({ operation: 'addAgentCapability' }, request)) return serve(request);
    const body = await bodyOf(request);
    const response = await serve(withBody(request, body));
    if (response.status !== 409) return response;
    const value = fieldsOf(parseBody(body));
    count += 1;
    return serve(withJson(request, { ...value, toolName: `${String(value['toolName'])}_${count}` }));
  };
}
