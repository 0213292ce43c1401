/** What every single response is held to, whoever asked for it and why. */
import type { Check } from '../../check.ts';

const common = { family: 'response', level: 'passive' } as const;

/** The checks of single responses, C01 to C09. */
export const responseChecks: readonly Check[] = [
  {
    ...common,
    id: 'C01',
    title: 'The status is one that the operation declares.',
    description:
      'Looks up the status of each reply among those of its operation. An undeclared 5xx is left to C06; an undeclared 400, 401, 403, 404 or 429 is only told.',
    rationale:
      'A client has no branch for a status that nobody announced, and takes a success for a failure or the other way round.',
    basis: { kind: 'facts', ids: ['F-7-002'] },
  },
  {
    ...common,
    id: 'C02',
    title: 'The content type is one that the operation declares for the status.',
    description:
      'Compares the media type of each reply that has a body with those declared for its status, without parameters and case.',
    rationale:
      'Clients choose how to read a body by its content type; with another one they do not read it at all.',
    basis: { kind: 'facts', ids: ['F-4-002', 'F-4.2-098', 'F-4.3-044'] },
  },
  {
    ...common,
    id: 'C03',
    title: 'The body fits the schema of its status.',
    description:
      'Parses each JSON body and checks it against the declared schema. Members that are required and may be null belong to C09, the form of errors to C05, events to the checks of streams.',
    rationale:
      'A typed client trusts the schema: a member that is missing or of another type breaks it far from the cause.',
    basis: {
      kind: 'facts',
      ids: ['F-2-001', 'F-2.1-083', 'F-2.5-019', 'F-4.2-246', 'F-4.5-010', 'F-4.5-032'],
    },
  },
  {
    ...common,
    id: 'C04',
    title: 'Declared headers are there and have their form.',
    description:
      'Looks for the headers that are required for the status, and reads those that are declared: WWW-Authenticate, Retry-After, Content-Security-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset.',
    rationale:
      'Without them a client cannot find out where to sign in, when to try again, or what a stored page may do.',
    basis: {
      kind: 'facts',
      ids: ['F-5-012', 'F-7-017', 'F-4.3-028', 'F-8-018', 'F-8-019', 'F-8-020'],
    },
  },
  {
    ...common,
    id: 'C05',
    title: 'Every error has the error object as its body.',
    description:
      'Checks the body of each 4xx and 5xx: an object with the text `error` and, where there are any, `details` that each have a `message`.',
    rationale:
      'Clients have one place that shows errors; a body of another form leaves their users without a reason.',
    basis: { kind: 'facts', ids: ['F-4-003', 'F-7-001', 'F-2.7-001..006'] },
  },
  {
    ...common,
    id: 'C06',
    title: 'No request makes the service fail.',
    description:
      'Looks for a 5xx on whatever was sent. A declared one counts too, unless the driver provoked it or it says that another server could not be reached.',
    rationale:
      'A 5xx says that the service broke, not that the request was wrong: a caller can neither correct it nor know what was done.',
    basis: { kind: 'facts', ids: ['F-7-003', 'F-7-014'] },
  },
  {
    ...common,
    id: 'C07',
    title: 'Bodies have no members that the contract does not list.',
    description:
      'Compares the members of each object with those of its schema, where the source shows what the object holds. Events may have more.',
    rationale:
      'What the contract does not list nobody can rely on, and it is often what was never meant to leave the service.',
    basis: {
      kind: 'practice',
      description: 'Whoever reads the contract finds every member of a reply described.',
    },
  },
  {
    ...common,
    id: 'C08',
    title: 'Timestamps are ISO 8601.',
    description:
      'Reads the texts of members that the contract describes as points in time. One without a zone, and one in a member whose type the source leaves open, is only told.',
    rationale: 'A time in another form is read as another time, or not at all.',
    basis: { kind: 'facts', ids: ['F-2-002'] },
  },
  {
    ...common,
    id: 'C09',
    title: 'Members that are required and may be null are there even when they are.',
    description: 'Looks for each member that the schema requires and allows to be null.',
    rationale:
      'A client that checks for null does not expect that a member is missing, and `undefined` slips through.',
    basis: {
      kind: 'facts',
      ids: [
        'F-2.1-003',
        'F-2.1-004',
        'F-2.1-025..028',
        'F-2.1-034',
        'F-2.1-039',
        'F-2.1-085',
        'F-2.4-006',
        'F-2.4-007',
        'F-4.7-019',
      ],
    },
  },
];
