/** Faults of sandbox deployments: desired state, idempotency keys, limits. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { type FaultRow } from '../faults/fault.ts';
import { readBody, readHeader } from '../faults/request-faults.ts';
import {
  alterRepeated,
  raceRequests,
  rejectRepeats,
  repeatResponse,
  samePath,
} from '../faults/repeat-faults.ts';
import {
  acceptRejected,
  failSometimes,
  omitProperty,
  returnOther,
  returnStatus,
} from '../faults/response-faults.ts';

const destroy = 'destroySandboxDeployment';
const resume = 'resumeSandboxDeployment';
const either = [destroy, resume] as const;
const version = 'deployment.counters.resourceVersion';
const key = 'idempotency-key';
const running = { deployment: { status: 'running', desiredState: 'running' }, operationId: 'op_again' };

export const sandboxMutants: readonly FaultRow[] = [
  ['SANDBOX01', failSometimes(destroy, 3, 409)],
  ['SANDBOX02', rejectRepeats(destroy, samePath, 409)],
  ['SANDBOX03', acceptRejected({ operation: resume, status: 409 }, running, 202)],
  ['SANDBOX04', omitProperty(resume, 'operationId')],
  ['SANDBOX07', alterRepeated({ operation: resume, header: key }, 'deployment.displayName', byPathAndKey)],
  ['SANDBOX08', readBody('ignores the body', resume, () => ({}))],
  ['SANDBOX09', readBody('ignores the body', destroy, () => ({}))],
  ['SANDBOX10', raceRequests(resume, 202, running, byPathAndKey)],
  ['SANDBOX13', repeatResponse({ operation: resume, header: key }, byPathAndKey)],
  ['SANDBOX14', returnStatus(resume, 402, 429)],
  ['SANDBOX15', returnStatus(resume, 412, 409)],
  ['SANDBOX16', returnStatus(resume, 422, 400)],
  ['SANDBOX17', returnStatus(resume, 429, 402)],
  ['SANDBOX18', returnStatus(destroy, 422, 409)],
  ['SANDBOX19', repeatResponse({ operation: resume, status: 4 }, ({ headers }) => headers.get(key))],
  ['SANDBOX20', returnOther(either, version, 7)],
  ['SANDBOX21', returnStatus({ operation: either, header: 'if-match' }, 412, 409)],
  ['SANDBOX23', readHeader('ignores case', resume, key, (value) => value?.toLowerCase() ?? null), 'warn'],
];

function byPathAndKey({ path, headers }: HttpRequest): string {
  return `${path} ${headers.get(key) ?? ''}`;
}
