/** Faults of validation: valid requests are rejected, or invalid ones accepted. */
import type { FaultRow } from '../faults/fault.ts';
import {
  assumeProperty,
  ignoreHeader,
  readParameter,
  rejectBodies,
  retryRejected,
} from '../faults/request-faults.ts';
import { acceptRejected } from '../faults/response-faults.ts';

const card = { name: 'Inside', url: 'https://inside.test', version: '1.0.0', skills: [] };

const rejectNull = rejectBodies('rejects null', 'updateAgent', (body) => Object.values(body).includes(null));

const readAnything = readParameter('reads any value', 'pollProductEvents', 'onlyRegressions', (value) =>
  value === 'true' || value === 'false' ? value : null,
);

const findAnything = retryRejected('finds a record for every id', 'getAgent', (request) => ({
  ...request,
  path: request.path.replace(/[^/]+$/, 'agent_support'),
}));

/** Mutants for the checks of valid and invalid requests. */
export const caseMutants: readonly FaultRow[] = [
  ['P01', rejectNull],
  ['P02', ignoreHeader('resumeSandboxDeployment', 'idempotency-key')],
  ['N01', assumeProperty('createAgent', 'name', 'Nameless')],
  ['N02', readAnything],
  ['N03', findAnything],
  ['N04', acceptRejected('fetchAgentCard', card)],
];
