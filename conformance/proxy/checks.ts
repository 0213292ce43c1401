/** The request checks. Only the proxy runs them, because only it sees the requests of a client. */
import type { Basis, Check } from '../model/check.ts';

const stated: Basis = { kind: 'contract' };

/** Rows of the request checks. Shape: the provenance of the violated place overrides their severity, if it has one. */
export const requestChecks = [
  {
    id: 'Q01',
    family: 'request',
    title: 'The contract declares the method and the path.',
    description: 'Looks up the operation of a request, below the base path.',
    rationale:
      'An unknown call may be misspelt. It only warns: the specification says that the service has further endpoints.',
    level: 'passive',
    basis: { kind: 'practice', description: 'Clients call what is documented.' },
  },
  {
    id: 'Q02',
    family: 'request',
    title: 'The parameters are declared and have the right type.',
    description: 'Parses the path, query and header parameters as a server does.',
    rationale: 'A service rejects such a call or, worse, ignores the parameter.',
    level: 'passive',
    basis: { kind: 'practice', description: 'A parameter is sent as it is documented.' },
  },
  {
    id: 'Q03',
    family: 'request',
    title: 'The body matches the schema of the operation.',
    description: 'Parses the body as JSON and validates it against its schema.',
    rationale: 'A service rejects such a call, and a lenient mock hides it until it is too late.',
    level: 'passive',
    basis: stated,
  },
  {
    id: 'Q04',
    family: 'request',
    title: 'The media type of the body is declared by the operation.',
    description: 'Checks Content-Type where there is a body.',
    rationale: 'A service does not parse a body of another type.',
    level: 'passive',
    basis: stated,
  },
  {
    id: 'Q05',
    family: 'request',
    title: 'A request that needs a credential has one.',
    description:
      'Looks for the credential of a security scheme where the operation requires one: a bearer token, Basic, or a key in a header, the query or a cookie. Its validity is not checked.',
    rationale: 'Without it the call is rejected with 401.',
    level: 'passive',
    basis: stated,
  },
] as const satisfies readonly Check[];
