/** Faults of validation: valid requests are rejected, or invalid ones accepted. */
import { operationOf } from '../../../conformance/agent-platform/contract.ts';
import { createFault, type Fault, type FaultRow } from '../faults/fault.ts';
import {
  assumeProperty,
  ignoreHeader,
  readHeader,
  readParameter,
  rejectBodies,
  retryRejected,
} from '../faults/request-faults.ts';
import { acceptRejected, loseLast, rejectAll } from '../faults/response-faults.ts';
import { editQuery } from '../mutations/request-mutations.ts';
import { jsonResponse } from '../mutations/response-mutations.ts';

const card = { name: 'Inside', url: 'https://inside.test', version: '1.0.0', skills: [] };

const rejectNull = rejectBodies('rejects null', 'updateAgent', (body) => Object.values(body).includes(null));

const readAnything = readParameter('reads any value', 'pollProductEvents', 'onlyRegressions', (value) =>
  value === 'true' || value === 'false' ? value : null,
);

const findAnything = retryRejected('finds a record for every id', 'getAgent', (request) => ({
  ...request,
  path: request.path.replace(/[^/]+$/, 'agent_support'),
}));

const readOneScheme = readHeader('knows one spelling of a scheme', 'listAgents', 'authorization', (value) =>
  value?.startsWith('bearer ') === true ? null : value,
);

const readBareType = readHeader(
  'reads no parameters of a media type',
  'createAgent',
  'content-type',
  (value) => (value?.includes(';') === true ? 'text/plain' : value),
);

const ignoreZone = readParameter('ignores a time zone', 'listAgentExecutions', 'from', (value) =>
  value === null ? null : value.replace(/[+-]\d\d:\d\d$/, 'Z'),
);

/** Mutants for the checks of valid and invalid requests. */
export const caseMutants: readonly FaultRow[] = [
  ['P01', rejectNull],
  ['P02', ignoreHeader('resumeSandboxDeployment', 'idempotency-key')],
  ['N01', assumeProperty('createAgent', 'name', 'Nameless')],
  ['N02', readAnything],
  ['N03', findAnything],
  ['N04', acceptRejected('fetchAgentCard', card)],
  ['LAW31', rejectAll({ operation: 'listAgents', header: 'accept-encoding' }, 406)],
  ['LAW32', readOneScheme],
  ['LAW33', readBareType],
  ['LAW34', skipRow()],
  ['LAW35', ignoreZone, 'warn'],
  ['LAW40', acceptUndeclared(), { subject: 'getAgent' }],
  ['LAW41', failForNul()],
  ['LAW42', rejectAll({ operation: 'publishAgent', header: 'content-type' }, 500)],
  ['LAW43', acceptUndeclared(), { subject: 'listAgents' }],
  ['LAW44', rejectAll({ operation: 'listAgents', query: /limit=1&limit=2/ }, 500)],
];

/** Reads one row more than a page has, and omits it. */
function skipRow(): Fault {
  const where = { operation: 'listAgentExecutions', query: /limit=/ } as const;
  const more = editQuery(where, (query) => query.set('limit', String(Number(query.get('limit')) + 1)));
  const { mutation } = loseLast(where, 'data');
  return createFault('skips a row after every page', where, (serve) => mutation(more(serve)));
}

function acceptUndeclared(): Fault {
  return createFault('returns a success for what no operation describes', {}, (serve) => async (request) => {
    const path = request.path.replace(/^\/w\/[^/]+/, '');
    const isOwn = path.startsWith('/v1/') && operationOf(request.method, path) === null;
    return isOwn ? jsonResponse(200, {}) : serve(request);
  });
}

function failForNul(): Fault {
  const error = jsonResponse(500, { error: 'Internal server error' });
  return createFault(
    'fails for an id with a NUL',
    'getAgent',
    (serve) => async (request) => (request.path.includes('%00') ? error : serve(request)),
  );
}
