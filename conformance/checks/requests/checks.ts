/**
 * The checks of cases that stand alone: who is let in, what is accepted, what is refused. Rows only; the cases themselves are
 * made by the neighbours of this file.
 */
import type { Check } from '../../check.ts';

/** Every check of the case phase, in the order of their ids. */
export const caseChecks: readonly Check[] = [
  {
    id: 'A01',
    family: 'access',
    title: 'Without a credential the answer is 401 Unauthorized.',
    description:
      'Sends a valid request without an Authorization header to each operation that needs one, and looks at the status and at `error`.',
    rationale: 'Whoever finds the address could otherwise read and change everything.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-4-001', 'F-5-003', 'F-5-010'] },
  },
  {
    id: 'A02',
    family: 'access',
    title: 'An invalid or revoked credential is answered with 401 Unauthorized.',
    description:
      'Sends a valid request with a key that nobody issued, with a token that nobody issued, and with a revoked key; to the operations of a page, with a session that nobody began.',
    rationale: 'A key that leaked and was revoked would still open the door.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-5-010', 'F-7-004'] },
  },
  {
    id: 'A03',
    family: 'access',
    title: 'A credential of another scheme is answered with 401 Unauthorized.',
    description:
      'Sends a valid request with `Authorization: Basic` and a made-up user; tells it when even a right key is taken under this scheme.',
    rationale: 'A server that does not look at the scheme may take any text for a key.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-5-001', 'F-5-010'] },
  },
  {
    id: 'A04',
    family: 'access',
    title: 'A key without the permission is answered with 403 Insufficient permissions.',
    description:
      'Sends valid requests with the profiles noScope and readOnly to operations whose permission they lack. Which permission an operation needs is an assumption; how a missing one is told is a fact.',
    rationale:
      'Permissions that are not looked at are none, and a client that can’t tell a missing permission from a bad key asks its user to sign in again.',
    level: 'stateless',
    basis: { kind: 'assumption', id: 'A-SCOPE' },
  },
  {
    id: 'A05',
    family: 'access',
    title: 'An operation that takes no credential does not mind a bad one.',
    description: 'Sends a valid request with a made-up key to each operation that is open to everyone.',
    rationale: 'Clients and proxies send their header along everywhere, and lose what is public.',
    level: 'stateless',
    basis: {
      kind: 'practice',
      description: 'What an operation does not ask for is not looked at.',
    },
  },
  {
    id: 'A06',
    family: 'access',
    title: 'Registration and its metadata work without a credential.',
    description:
      'Sends valid requests without an Authorization header and expects that they are not answered with 401 or 403.',
    rationale: 'Whoever registers has no credential yet; this is how it gets one.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-4.8-001'] },
  },
  {
    id: 'P01',
    family: 'positive',
    title: 'A valid request is accepted.',
    description:
      'Sends the smallest and the largest body, each member alone, each member of each enum, null where it is allowed, a member that nobody knows, each query parameter alone, and some left to chance. Accepts success, and a refusal that the state explains.',
    rationale: 'A client that keeps to the contract must not be turned away.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-7-003'] },
  },
  {
    id: 'N01',
    family: 'negative',
    title: 'A body that the contract forbids is refused.',
    description:
      'Leaves out each required member, sends wrong types, outsiders of enums and null where it is not allowed, in every place; broken JSON, no object, another media type, no body; and some faults left to chance.',
    rationale: 'What is taken without a look breaks later, somewhere else, for someone else.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-7-003'] },
  },
  {
    id: 'N02',
    family: 'negative',
    title: 'A query that the contract forbids is refused.',
    description:
      'Sends texts that no reading turns into the type of a parameter, outsiders of enums, and values beyond a stated bound.',
    rationale: 'A filter that is dropped in silence shows more than was asked for.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-7-003'] },
  },
  {
    id: 'N03',
    family: 'negative',
    title: 'An id that names nothing is answered with 404 or 400.',
    description: 'Puts unknown and malformed ids in the place of each path parameter.',
    rationale:
      'A client that gets another record, or an error of the server, can’t know that its id is stale.',
    level: 'stateless',
    basis: { kind: 'facts', ids: ['F-7-003', 'F-7-007'] },
  },
  {
    id: 'N04',
    family: 'negative',
    title: 'A request that is well formed and still wrong is refused.',
    description:
      'Asks for cards at addresses inside a network, for a version of another agent, for a tool name that is taken, for the card of an agent that has none, for events that do not exist.',
    rationale: 'These are the mistakes that no schema sees.',
    level: 'stateless',
    basis: {
      kind: 'facts',
      ids: ['F-4.1-037', 'F-4.2-027', 'F-4.2-031', 'F-4.2-079', 'F-4.2-222', 'F-4.7-031', 'F-9-006'],
    },
  },
];
