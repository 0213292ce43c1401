/**
 * The checks of independent cases: access, accepted requests, rejected requests. Rows only; other files in this folder
 * create the cases.
 */
import { relyOnPractice, type Basis, type Check, type Level } from '../model/check.ts';

const stated: Basis = { kind: 'contract' };

const harmless: Basis = relyOnPractice(
  'A request that the contract does not describe is rejected and harms nothing.',
);

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
      'Sends a valid request with an unknown key, an unknown token, the valid credential and further characters, and the revoked and the expired credential of the configuration.',
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
    basis: relyOnPractice('A key may do what its permissions say.'),
  },
  {
    id: 'A05',
    family: 'access',
    title: 'An operation without authentication ignores a bad credential.',
    description: 'Sends a valid request with an invented key to each public operation.',
    rationale: 'Clients and proxies add their header to every request and would lose access to public data.',
    level: 'stateless',
    basis: relyOnPractice('A server ignores a credential that the operation does not require.'),
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
    title: 'A request repeated with its idempotency key returns the stored response.',
    description:
      'Sends each accepted request that takes an idempotency key again, unchanged and with another body, which must return 409, 400 since it is not empty, or the error that the description states.',
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
  {
    id: 'LAW30',
    family: 'access',
    title: 'HEAD needs the same credential as GET.',
    description:
      'Sends HEAD with and without the credential to each read operation that requires one. Any error except 500 is valid: a service need not support HEAD.',
    rationale: 'The headers show that a record exists, how long it is and when it changed.',
    level: 'stateless',
    basis: relyOnPractice('RFC 9110: HEAD is GET without the body.'),
  },
  {
    id: 'LAW31',
    family: 'positive',
    title: 'Header names are case-insensitive.',
    description: 'Repeats an accepted request of each read operation with header names in capitals.',
    rationale: 'Clients and proxies write `Authorization`, `authorization` or `AUTHORIZATION`.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'LAW32',
    family: 'positive',
    title: 'The name of the authentication scheme is case-insensitive.',
    description: 'Sends the credential of each accepted read request as `bearer`.',
    rationale: 'Some clients write the scheme in lower case, as HTTP allows.',
    level: 'stateless',
    basis: relyOnPractice('RFC 9110: the names of authentication schemes are case-insensitive.'),
  },
  {
    id: 'LAW33',
    family: 'positive',
    title: 'A JSON media type may have a charset.',
    description:
      'Sends a body with a non-ASCII letter and `charset=utf-8`, which has no effect and must be accepted.',
    rationale: 'Many clients name UTF-8.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'LAW34',
    family: 'positive',
    title: 'The pages of a filtered list have every row that the filter keeps.',
    description:
      'Filters each paged list by a value that hides a row between two others, and compares pages of one row with a single page.',
    rationale: 'A client that reads page by page would miss rows, or see them twice.',
    level: 'stateless',
    basis: relyOnPractice('The size of pages changes no row of a list.'),
  },
  {
    id: 'LAW35',
    family: 'positive',
    title: 'A time bound selects the rows on its side, in any time zone.',
    description:
      'Reads each list with a time parameter, once in UTC and once as the same instant with the offset +05:30, and compares the rows and their times.',
    rationale: 'A daily report would lack some hours.',
    level: 'stateless',
    basis: relyOnPractice('RFC 3339: an offset is a part of the time.'),
  },
  {
    id: 'LAW36',
    family: 'access',
    title: 'A request about a record of another account is rejected.',
    description:
      'Sends the valid request of each operation that refers to a record, in its path or its body, with the credential of another account. Ignores requests that also succeed for an unknown record.',
    rationale: 'Customers could read, change or use the records of others.',
    level: 'stateless',
    basis: relyOnPractice('The records of an account are only accessible with its credentials.'),
  },
  {
    id: 'LAW37',
    family: 'access',
    title: 'A request below another parent is rejected.',
    description:
      'Sends the valid request of each operation that refers to a record and its parent with the id of another parent, and reads the lists of another parent.',
    rationale: 'A permission for one record would give access to what belongs to another.',
    level: 'stateless',
    basis: relyOnPractice('A path with two ids identifies a record that belongs to both.'),
  },
  {
    id: 'LAW38',
    family: 'positive',
    title: 'A resumed stream continues after the last event that the client received.',
    description:
      'Reads each stream with a parameter Last-Event-ID, then resumes it after one of its events, and compares the ids of the events. Also reads streams with a query with which they end according to their text.',
    rationale: 'A client that reconnects would miss events, or apply them twice.',
    level: 'stateless',
    basis: stated,
  },
  {
    id: 'LAW40',
    family: 'negative',
    title: 'An undeclared method is rejected.',
    description: 'Sends POST, PUT and PATCH with an empty object to every path that does not declare them.',
    rationale: 'A forgotten route can be called without the checks of the declared ones.',
    level: 'destructive',
    basis: harmless,
  },
  {
    id: 'LAW41',
    family: 'negative',
    title: 'An id of an unexpected form is rejected.',
    description:
      'Reads records by ids with quotes, line breaks, non-ASCII letters, 1400 characters, a NUL, and slashes.',
    rationale: 'Ids reach queries, file names and logs.',
    level: 'stateless',
    basis: harmless,
  },
  {
    id: 'LAW42',
    family: 'negative',
    title: 'An unexpected body does no harm.',
    description: 'Sends malformed JSON and a text to operations without a body.',
    rationale: 'Some clients and proxies always send a body.',
    level: 'stateless',
    basis: harmless,
  },
  {
    id: 'LAW43',
    family: 'negative',
    title: 'An unknown path returns 404.',
    description:
      'Requests undeclared paths next to those of the contract, with a valid credential. Accepts any client error.',
    rationale: 'A typo in a path would look like a success.',
    level: 'stateless',
    basis: harmless,
  },
  {
    id: 'LAW44',
    family: 'negative',
    title: 'A repeated, unknown or odd query parameter does no harm.',
    description:
      'For each read operation, repeats a parameter and adds an unknown one, sends one without encoding, and sends an odd text in each.',
    rationale: 'Tracking parameters and careless clients must not make a list fail.',
    level: 'stateless',
    basis: harmless,
  },
];

/** Returns the lowest level at which a check of this file runs. */
export function levelOfCase(check: string): Level {
  return caseChecks.find(({ id }) => id === check)?.level ?? 'stateless';
}
