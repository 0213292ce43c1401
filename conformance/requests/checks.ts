/**
 * The checks of independent cases: access, accepted requests, rejected requests. Rows only; the other files of this
 * folder create the cases.
 */
import type { Basis, Check } from '../model/check.ts';

const stated: Basis = { kind: 'contract' };

/** Every check of the case phase, in the order of their ids. */
export const caseChecks: readonly Check[] = [
  {
    id: 'A01',
    family: 'access',
    title: 'Without a credential the response is 401.',
    description:
      'Sends a valid request without an Authorization header to each operation that needs one, and looks at the status and at `error`.',
    rationale: 'Otherwise anyone who knows the URL has full access.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'A02',
    family: 'access',
    title: 'An invalid, revoked or expired credential is rejected with 401.',
    description:
      'Sends a valid request with an unknown key, an unknown token, and the revoked and the expired credential of the configuration.',
    rationale: 'A leaked key would keep working after it was revoked.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'A03',
    family: 'access',
    title: 'A credential of another scheme is rejected with 401.',
    description:
      'Sends a valid request with `Authorization: Basic` and an invented user. Also reports a valid key that is accepted under this scheme.',
    rationale: 'A server that ignores the scheme may accept any text as a key.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'A04',
    family: 'access',
    title: 'A key without the permission is rejected with 403.',
    description:
      'Sends valid requests with the profiles noScope and readOnly to operations whose permission they lack.',
    rationale:
      'Permissions that are not enforced have no effect. A client that cannot distinguish a missing permission from a bad key makes its user sign in again.',
    level: 'stateless',
    basis: {
      kind: 'practice',
      description: 'A key may do what its permissions say.',
    },
  },
  {
    id: 'A05',
    family: 'access',
    title: 'An operation without authentication ignores a bad credential.',
    description: 'Sends a valid request with an invented key to each public operation.',
    rationale: 'Clients and proxies add their header to every request and would lose access to public data.',
    level: 'stateless',
    basis: {
      kind: 'practice',
      description: 'A server ignores a credential that the operation does not require.',
    },
  },
  {
    id: 'A06',
    family: 'access',
    title: 'Operations for clients that have no credential yet work without one.',
    description: 'Sends valid requests without an Authorization header and expects neither 401 nor 403.',
    rationale: 'A client that registers has no credential yet.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'P01',
    family: 'positive',
    title: 'A valid request is accepted.',
    description:
      'Sends the smallest and the largest body, each property alone, each enum value, null where it is allowed, an unknown property, each query parameter alone, and random values. Accepts success, and an error that the state explains.',
    rationale: 'A client that follows the contract must not be rejected.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'P02',
    family: 'positive',
    title: 'A request that is repeated with its idempotency key returns the stored response.',
    description:
      'Sends each accepted request that takes an idempotency key again, unchanged and with another body, which must return 409, or 400 since it is not empty.',
    rationale: 'A client that retries after a broken connection would do its work twice.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'N01',
    family: 'negative',
    title: 'A body that violates the contract is rejected.',
    description:
      'Omits each required property, sends wrong types, invalid enum values and disallowed nulls at every place; malformed JSON, a body that is not an object, another media type, no body; and random faults.',
    rationale: 'Input that is accepted unchecked fails later and elsewhere.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'N02',
    family: 'negative',
    title: 'A query that violates the contract is rejected.',
    description:
      'Sends text that cannot be parsed as the type of a parameter, invalid enum values, and values beyond a stated bound.',
    rationale: 'A filter that is silently ignored returns more than was requested.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'N03',
    family: 'negative',
    title: 'An unknown id is rejected with 404 or 400.',
    description: 'Sends unknown and malformed ids for each path parameter.',
    rationale: 'A client that gets another record or a server error does not notice that its id is stale.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'N04',
    family: 'negative',
    title: 'A request that is well-formed but invalid is rejected.',
    description:
      'Sends the requests that `x-test` of an operation lists: they match the schemas, and the operation can’t accept them.',
    rationale: 'No schema can express these errors.',
    level: 'stateless',
    basis: stated,
  },
];
