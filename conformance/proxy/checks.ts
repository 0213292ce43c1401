/**
 * The checks of requests, which only a proxy can make: what a client sends is judged nowhere else.
 */
import type { Check } from '../check.ts';

/** Rows of the checks of requests. Severity follows from the place that a request goes against, where that says more. */
export const requestChecks = [
  {
    id: 'Q01',
    family: 'request',
    title: 'The contract has the method and the path.',
    description: 'Looks for the operation that a request means, below the base path.',
    rationale:
      'A call that the contract does not have may be a misspelt one. It only warns: the source says that the service has further endpoints.',
    level: 'passive',
    basis: { kind: 'practice', description: 'Clients call what is documented.' },
  },
  {
    id: 'Q02',
    family: 'request',
    title: 'The parameters are those that the operation takes, each of the right type.',
    description: 'Reads the parameters of path, query and headers as a server does.',
    rationale: 'A service refuses such a call or, worse, overlooks the parameter.',
    level: 'passive',
    basis: { kind: 'practice', description: 'A parameter is sent as it is documented.' },
  },
  {
    id: 'Q03',
    family: 'request',
    title: 'The body is what the operation takes.',
    description: 'Reads the body as JSON and holds it to its schema.',
    rationale: 'A service refuses such a call, and a mock that is lenient hides that until it is too late.',
    level: 'passive',
    basis: { kind: 'facts', ids: ['F-4-002'] },
  },
  {
    id: 'Q04',
    family: 'request',
    title: 'The body is of a media type that the operation takes.',
    description: 'Looks at Content-Type where there is a body.',
    rationale: 'A service does not read a body that is called something else.',
    level: 'passive',
    basis: { kind: 'facts', ids: ['F-4-002'] },
  },
  {
    id: 'Q05',
    family: 'request',
    title: 'A request that needs a credential brings one.',
    description:
      'Looks for `Authorization: Bearer` where the operation asks for it. What the credential is worth only the service knows.',
    rationale: 'Without it the call is refused with 401.',
    level: 'passive',
    basis: { kind: 'facts', ids: ['F-4-001', 'F-5-001', 'F-5-003'] },
  },
] as const satisfies readonly Check[];
