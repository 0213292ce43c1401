/** Faults of single responses: status, media type, body, headers, errors, times. */
import { createFault, matcherOf, type Fault, type FaultRow, type Where } from '../faults/fault.ts';
import { fieldsOf, mapResponse, readJson, writeJson } from '../mutations/response-mutations.ts';
import { anyRequest, repeatResponse } from '../faults/repeat-faults.ts';
import {
  addProperty,
  changeProperty,
  changeText,
  delayResponse,
  omitHeader,
  omitProperty,
  repeatFirst,
  returnOther,
  returnStatus,
  returnType,
  sendHeader,
} from '../faults/response-faults.ts';

const resume = 'resumeSandboxDeployment';
const policy = 'getTokenAudiencePolicy';

/** Of checks that compare the responses of several operations. */
const everywhere = { subject: null };

const TRACE = 'Error: no row\n    at AgentStore.read (/srv/app/agents.js:104:2)';

/** Mutants for the checks of responses, but C18. */
export const responseMutants: readonly FaultRow[] = [
  ['C01', returnStatus('getAgent', 404, 410)],
  ['C02', omitHeader({ operation: 'getAnalyticsStats', status: 200 }, 'content-type')],
  ['C03', returnType(policy, 'policyRevision')],
  ['C04', omitHeader({ operation: 'listAgents', status: 401 }, 'www-authenticate')],
  ['C05', omitProperty({ operation: 'getAgent', status: 4 }, 'error')],
  ['C06', returnStatus('getAgent', 404, 500)],
  ['C07', addProperty(policy, 'debugTrace', 'trace_1042')],
  ['C08', changeText('writes times as in emails', resume, writeTime)],
  ['C09', omitProperty('pollProductEvents', 'cursor')],
  ['C10', delayResponse('getCurrentIdentity', 1_050), everywhere],
  ['C11', returnType('getAgent', 'id')],
  ['C12', repeatFirst('listAgents', 'data')],
  ['C13', repeatResponse('getAgent', anyRequest)],
  ['C14', repeatResponse('createAgent', anyRequest)],
  ['C15', returnOther('getAgent', 'updatedAt', '2001-01-01T00:00:00.000Z')],
  ['C16', returnOther('getAgent', 'createdAt')],
  ['C17', returnOther('listAgentExecutions', 'pagination.totalPages')],
  ['C19', sendHeader({ operation: 'listAgents', status: 200 }, 'cache-control', 'public, max-age=300')],
  ['C20', returnType('listAgentVersions', 'versions.[].versionNumber'), everywhere],
  ['C21', returnStatus('dispatchRun', 400, 401)],
  ['C22', sendHeader({ operation: 'listAgents', status: 200 }, 'content-encoding', 'gzip')],
  ['C23', waitAfterExpiry()],
  ['C24', addProperty({ operation: 'getAgent', status: 404 }, 'details', TRACE)],
  ['C25', nameOtherStatus()],
];

function waitAfterExpiry(): Fault {
  const expired = { status: 'pending', expiresAt: '2001-01-01T00:00:00.000Z' };
  return changeProperty('lets a record wait after its expiry', resume, 'deployment', (value) => ({
    ...(value as object),
    ...expired,
  }));
}

function nameOtherStatus(): Fault {
  const where: Where = { operation: 'getAgent', status: 404 };
  const mutation = mapResponse(matcherOf(where, 4), ({ headers, body, ...rest }) => ({
    ...rest,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    body: writeJson({ ...fieldsOf(readJson(body)), status: 500 }),
  }));
  return createFault('names another status in a problem', where, mutation);
}

function writeTime(text: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? new Date(text).toUTCString() : text;
}
