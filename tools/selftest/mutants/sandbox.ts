/** Defects of sandbox deployments: desired state, idempotency keys, limits. */
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';
import {
  respondToRepeats,
  editCounted,
  editWhileInFlight,
  repeatResponse,
} from '../mutations/stateful-mutations.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import {
  changeStatus,
  editJson,
  fieldsOf,
  jsonResponse,
  readJson,
  respondWith,
  writeJson,
} from '../mutations/response-mutations.ts';
import { editRequest, ignoreHeader, mapRequest, withHeader } from '../mutations/request-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';

const destroy = { operation: 'destroySandboxDeployment' } as const;
const resume = { operation: 'resumeSandboxDeployment' } as const;
const either = { operation: ['destroySandboxDeployment', 'resumeSandboxDeployment'] } as const;

/** Mutants for the group `sandbox`. */
export const sandboxMutants: readonly MutantRow[] = [
  {
    id: 'destroyed-still-admits',
    check: 'SANDBOX20',
    description: 'keeps the ingress of a deployment that is destroyed',
    mutation: editJson({ ...either, status: 202 }, (body) => {
      fieldsOf(body['deployment'])['ingressEnabled'] = true;
    }),
  },
  {
    id: 'destroy-sometimes-rejected',
    check: 'SANDBOX01',
    description: 'rejects every third destroy in any status',
    mutation: respondToRepeats(
      destroy,
      () => '',
      (count) => (count % 3 === 0 ? jsonResponse(409, { error: 'Not in this status' }) : null),
    ),
  },
  {
    id: 'expired-stays-expired',
    check: 'SANDBOX01',
    description: 'keeps the desired state of a deployment that has expired',
    mutation: editCounted(
      { ...destroy, status: 202 },
      () => '',
      (body, count) => {
        if (count === 10) fieldsOf(body['deployment'])['desiredState'] = 'expired';
      },
    ),
  },
  {
    id: 'second-destroy-rejected',
    check: 'SANDBOX02',
    description: 'rejects a second destroy',
    mutation: respondToRepeats(
      destroy,
      ({ path }) => path,
      () => jsonResponse(409, { error: 'It is being destroyed' }),
    ),
  },
  {
    id: 'second-destroy-starts-again',
    check: 'SANDBOX02',
    description: 'starts another operation for a second destroy',
    expects: 'warn',
    mutation: editCounted(
      { ...destroy, status: 202 },
      ({ path }) => path,
      (body, count) => {
        body['operationId'] = `op_${count}`;
      },
    ),
  },
  {
    id: 'destroyed-comes-back',
    check: 'SANDBOX03',
    description: 'resumes a deployment that was destroyed',
    mutation: resumeDestroyed,
  },
  {
    id: 'operation-missing',
    check: 'SANDBOX04',
    description: 'resumes without an operation id',
    mutation: editJson({ ...resume, status: 202 }, (body) => {
      delete body['operationId'];
    }),
  },
  {
    id: 'key-ignored',
    check: 'SANDBOX05',
    description: 'ignores the idempotency key of a resume',
    mutation: ignoreHeader(resume, 'idempotency-key'),
  },
  {
    id: 'destroyed-twice',
    check: 'SANDBOX06',
    description: 'starts another operation when a destroy is sent again with its key',
    mutation: editCounted({ ...destroy, header: 'idempotency-key', status: 202 }, keyOf, (body, count) => {
      if (count > 1) body['operationId'] = `op_again_${count}`;
    }),
  },
  {
    id: 'replay-brought-up-to-date',
    check: 'SANDBOX07',
    description: 'replays a response with the current name of the deployment',
    mutation: editCounted({ ...resume, header: 'idempotency-key', status: 202 }, keyOf, (body, count) => {
      if (count > 1) fieldsOf(body['deployment'])['displayName'] = 'Renamed by a check';
    }),
  },
  {
    id: 'key-with-any-body',
    check: 'SANDBOX08',
    description: 'replays a resume for a key with another body',
    mutation: editRequest(resume, () => ({})),
  },
  {
    id: 'key-with-any-body-destroyed',
    check: 'SANDBOX09',
    description: 'replays a destroy for a key with another body',
    mutation: editRequest(destroy, () => ({})),
  },
  {
    id: 'key-raced',
    check: 'SANDBOX10',
    description: 'starts an operation for each of several concurrent requests with one key',
    mutation: editWhileInFlight({ ...resume, status: 202 }, keyOf, (response, others) => ({
      ...response,
      body: writeJson({ ...fieldsOf(readJson(response.body)), operationId: `op_raced_${others}` }),
    })),
  },
  {
    id: 'key-of-any-deployment',
    check: 'SANDBOX11',
    description: 'replays the response for another deployment',
    mutation: repeatResponse({ ...resume, status: 202 }, (request) => request.headers.get('idempotency-key')),
  },
  {
    id: 'key-of-any-operation',
    check: 'SANDBOX12',
    description: 'replays a resume for a destroy with the same key',
    mutation: repeatResponse({ ...either, status: 202 }, keyOfDeployment),
  },
  {
    id: 'key-never-expires',
    check: 'SANDBOX13',
    description: 'never expires an idempotency key',
    mutation: repeatResponse({ ...resume, status: 202 }, (request) =>
      request.headers.get('idempotency-key') === null ? null : keyOf(request),
    ),
  },
  {
    id: 'keys-without-case',
    check: 'SANDBOX23',
    expects: 'warn',
    description: 'ignores the case of idempotency keys',
    mutation: mapRequest(resume, (request) =>
      withHeader(request, 'idempotency-key', request.headers.get('idempotency-key')?.toLowerCase() ?? null),
    ),
  },
  {
    id: 'expired-resumed',
    check: 'SANDBOX22',
    expects: 'warn',
    description: 'resumes a deployment that has expired',
    mutation: respondWith({ ...resume, status: 409 }, 202, {
      deployment: { status: 'running', desiredState: 'active', expiresAt: '2020-01-01T00:00:00.000Z' },
      operationId: null,
    }),
  },
  {
    id: 'budget-as-quota',
    check: 'SANDBOX14',
    description: 'returns 429 when the budget is exhausted',
    mutation: changeStatus({ ...resume, status: 402 }, 429),
  },
  {
    id: 'stale-as-conflict',
    check: 'SANDBOX15',
    description: 'returns 409 for a stale version',
    mutation: changeStatus({ ...resume, status: 412 }, 409),
  },
  {
    id: 'not-admitted-as-wrong',
    check: 'SANDBOX16',
    description: 'returns 400 for a deployment that is not admitted',
    mutation: changeStatus({ ...resume, status: 422 }, 400),
  },
  {
    id: 'quota-as-budget',
    check: 'SANDBOX17',
    description: 'returns 402 when the quota is exhausted',
    mutation: changeStatus({ ...resume, status: 429 }, 402),
  },
  {
    id: 'destroy-as-conflict',
    check: 'SANDBOX18',
    description: 'returns 409 for a destroy that is not admitted',
    mutation: changeStatus({ ...destroy, status: 422 }, 409),
  },
  {
    id: 'error-stored',
    check: 'SANDBOX19',
    description: 'stores an error under its idempotency key',
    mutation: repeatResponse({ ...resume, status: 4 }, (request) => request.headers.get('idempotency-key')),
  },
  {
    id: 'fence-not-advanced',
    check: 'SANDBOX20',
    description: 'keeps the counters of a deployment that is destroyed',
    mutation: editJson({ ...either, status: 202 }, (body) => {
      const counters = fieldsOf(fieldsOf(body['deployment'])['counters']);
      for (const name of Object.keys(counters)) counters[name] = 1;
    }),
  },
  {
    id: 'version-not-advanced',
    check: 'SANDBOX20',
    description: 'keeps the version of a deployment that is destroyed',
    mutation: editJson({ ...either, status: 202 }, (body) => {
      fieldsOf(fieldsOf(body['deployment'])['counters'])['resourceVersion'] = 7;
    }),
  },
  {
    id: 'stale-tag-as-conflict',
    check: 'SANDBOX21',
    description: 'returns 409 for a stale entity tag',
    mutation: changeStatus({ ...either, header: 'if-match', status: 412 }, 409),
  },
];

function keyOf(request: HttpRequest): string {
  return `${request.path} ${request.headers.get('idempotency-key') ?? ''}`;
}

function keyOfDeployment(request: HttpRequest): string | null {
  const key = request.headers.get('idempotency-key');
  return key === null ? null : `${key} ${request.path.replace(/\/resume$/, '')}`;
}

/** Accepts a rejected resume with the last response for that deployment. */
function resumeDestroyed(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  const responses = new Map<string, HttpResponse>();
  return async (request) => {
    const response = await serve(request);
    if (matchesRequest(destroy, request) && response.status === 202) responses.set(request.path, response);
    const before = responses.get(request.path.replace(/\/resume$/, ''));
    if (before === undefined || !matchesRequest(resume, request) || response.status === 202) return response;
    const body = fieldsOf(readJson(before.body));
    return jsonResponse(202, {
      ...body,
      deployment: { ...fieldsOf(body['deployment']), desiredState: 'running' },
    });
  };
}
