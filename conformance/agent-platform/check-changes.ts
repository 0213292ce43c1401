/** What the Agent Platform changes in the checks of any API, its own check of responses, and the ids of former checks. */
import {
  changeBases,
  relyOnAssumption,
  relyOnFacts,
  relyOnPractice,
  type Check,
  type CheckChanges,
  type FormerCheck,
} from '../model/check.ts';

/** The basis of each check whose text is the same as for any API. */
const bases = {
  C01: relyOnFacts('F-7-002'),
  C02: relyOnFacts('F-4-002', 'F-4.2-098', 'F-4.3-044'),
  C06: relyOnFacts('F-7-003', 'F-7-014'),
  C09: relyOnFacts(
    'F-2.1-003',
    'F-2.1-004',
    'F-2.1-025..028',
    'F-2.1-034',
    'F-2.1-039',
    'F-2.1-085',
    'F-2.4-006',
    'F-2.4-007',
    'F-4.7-019',
  ),
  C11: relyOnFacts('F-2-001', 'F-2-002'),
  LAW01: relyOnFacts('F-4.2-015', 'F-4.2-038', 'F-2.2-001'),
  LAW02: relyOnAssumption('A-014'),
  LAW03: relyOnFacts('F-4.2-049'),
  LAW04: relyOnFacts('F-4.2-049', 'F-2.2-014'),
  LAW05: relyOnPractice('A request that is rejected has no effect.'),
  LAW06: relyOnFacts('F-4.2-006', 'F-4.2-038', 'F-4.2-071'),
  LAW07: relyOnPractice('A list and its records describe the same things.'),
  LAW08: relyOnFacts(
    'F-1-003',
    'F-4.2-002',
    'F-4.2-003',
    'F-4.2-006',
    'F-4.2-140',
    'F-4.2-147',
    'F-4.3-003..007',
  ),
  LAW09: relyOnPractice('A cursor that the service did not return is rejected.'),
  LAW11: relyOnFacts('F-1-003', 'F-4.2-145', 'F-4.2-146', 'F-4.2-148', 'F-4.3-003..007'),
  LAW13: relyOnFacts('F-4.2-060', 'F-4.2-084', 'F-7-007'),
  LAW14: relyOnPractice('Ids are compared as they are.'),
  LAW15: relyOnFacts('F-4.2-082', 'F-7-007'),
  LAW16: relyOnFacts('F-4.2-006', 'F-7-007'),
  LAW17: relyOnPractice('A request that is rejected has no effect.'),
  LAW19: relyOnFacts('F-2.3-002', 'F-4.2-072', 'F-4.2-079'),
  LAW31: relyOnFacts('F-5-001', 'F-7-003'),
  LAW33: relyOnFacts('F-7-003'),
  LAW35: relyOnFacts('F-4.2-143', 'F-4.2-144'),
  LAW36: relyOnFacts('F-4.2-006', 'F-7-007'),
  LAW37: relyOnFacts('F-1-003', 'F-4.2-117', 'F-4.2-118', 'F-4.2-133', 'F-4.2-134', 'F-4.2-147', 'F-7-007'),
  N01: relyOnFacts('F-7-003'),
  N02: relyOnFacts('F-7-003'),
  N03: relyOnFacts('F-4.4-031', 'F-7-003', 'F-7-007'),
  P01: relyOnFacts('F-7-003'),
  P02: relyOnFacts('F-4.5-048', 'F-8-011'),
  Q03: relyOnFacts('F-4-002'),
  Q04: relyOnFacts('F-4-002'),
  Q05: relyOnFacts('F-4-001', 'F-5-001', 'F-5-003'),
};

export const checkChanges: CheckChanges = {
  ...changeBases(bases),
  A01: {
    title: 'Without a credential the response is 401 Unauthorized.',
    basis: relyOnFacts('F-4-001', 'F-5-003', 'F-5-010'),
  },
  A02: {
    title: 'An invalid, revoked or expired credential is rejected with 401 Unauthorized.',
    description:
      'Sends a valid request with an unknown key, an unknown token, and the revoked and the expired credential of the configuration; for client operations, with an unknown session.',
    basis: relyOnFacts('F-5-010', 'F-7-004'),
  },
  A03: {
    title: 'A credential of another scheme is rejected with 401 Unauthorized.',
    basis: relyOnFacts('F-5-001', 'F-5-010'),
  },
  A04: {
    title: 'A key without the permission is rejected with 403 Insufficient permissions.',
    description:
      'Sends valid requests with the profiles noScope and readOnly to operations whose permission they lack. Which permission an operation needs is an assumption; the error for a missing one is a fact.',
    basis: relyOnAssumption('A-SCOPE'),
  },
  A06: {
    title: 'Registration and its metadata work without a credential.',
    basis: relyOnFacts('F-4.8-001'),
  },
  C03: {
    description:
      'Parses each JSON body and validates it against the declared schema. C09 checks required properties that may be null, C05 the form of errors, and the stream checks events.',
    basis: relyOnFacts('F-2-001', 'F-2.1-083', 'F-2.5-019', 'F-4.2-246', 'F-4.5-010', 'F-4.5-032'),
  },
  C04: {
    description:
      'Looks for the headers that are required for the status, and reads those that are declared: WWW-Authenticate, Retry-After, Content-Security-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset.',
    rationale:
      'Without them a client does not know where to sign in, when to retry, or what a stored page may do.',
    basis: relyOnFacts('F-5-012', 'F-7-017', 'F-4.3-028', 'F-8-018', 'F-8-019', 'F-8-020'),
  },
  C05: {
    description:
      'Checks the body of each 4xx and 5xx: an object with the string `error` and, where present, `details` that each have a `message`.',
    basis: relyOnFacts('F-4-003', 'F-7-001', 'F-2.7-001..006'),
  },
  C08: {
    description:
      'Parses the strings of properties that the contract describes as points in time. A time without a zone only warns, as does a property whose type the specification leaves open.',
    basis: relyOnFacts('F-2-002'),
  },
  C10: {
    description:
      'Compares the median response time of each operation with that of the others, without runs, waits and calls of other servers. Counts errors of operations that start runs. Where all are slow, looks whether that has spent the budget of the run.',
  },
  C14: {
    description: 'Compares the ids in all responses that create a record or start a run.',
  },
  C16: {
    description:
      'Compares createdAt, organizationId, createdByUserId, agentId and flowId of each record in all responses of the run, and the desired states of a deployment that has the same resourceVersion.',
  },
  N04: {
    description:
      'Requests cards at internal addresses, a version of another agent, a tool name that is taken, the card of an agent without one, unknown events, and an empty text.',
    basis: relyOnFacts(
      'F-4.1-037',
      'F-4.2-027',
      'F-4.2-031',
      'F-4.2-079',
      'F-4.2-222',
      'F-4.7-031',
      'F-9-006',
    ),
  },
};

export const ownResponseChecks: readonly Check[] = [
  {
    family: 'response',
    level: 'passive',
    id: 'C18',
    title: 'At most five agents an hour can register from one IP address.',
    description: 'Counts the registrations of the run that are accepted, if no driver advances the clock.',
    rationale: 'Anyone could create any number of keys.',
    basis: relyOnFacts('F-5-072', 'F-8-008'),
  },
];

const agents = '/v1/agents';
const capabilities = '/v1/agents/{id}/capabilities';
const executions = '/v1/agents/{id}/executions';

/** The former ids that each law or check replaces: for one resource, one operation, or (`null`) for all. */
const formerIds: readonly (readonly [law: string, subject: string | null, ids: readonly string[]])[] = [
  ['LAW01', agents, ['AGENT01']],
  ['LAW02', agents, ['AGENT02', 'VALUE01', 'VALUE02', 'VALUE03', 'VALUE04', 'VALUE05']],
  ['LAW03', agents, ['AGENT04', 'VALUE08', 'VALUE10']],
  ['LAW04', agents, ['VALUE09']],
  ['LAW05', agents, ['VALUE11']],
  ['LAW07', agents, ['VALUE07', 'AGENT33']],
  ['LAW07', executions, ['LIST01']],
  ['LAW08', agents, ['AGENT29', 'LIST02', 'LIST05']],
  ['LAW08', executions, ['LIST06', 'RUN07']],
  ['LAW09', agents, ['LIST08']],
  ['LAW10', executions, ['LIST07']],
  ['LAW11', executions, ['LIST03', 'RUN02']],
  ['LAW11', '/v1/analytics/record-results', ['STAT03']],
  ['LAW12', agents, ['AGENT30']],
  ['LAW13', agents, ['AGENT16', 'RUN18']],
  ['LAW14', agents, ['VALUE06']],
  ['LAW06', capabilities, ['AGENT08']],
  ['LAW13', capabilities, ['AGENT10', 'RUN25']],
  ['LAW15', capabilities, ['ISO15']],
  ['LAW16', agents, ['ISO01', 'ISO02']],
  ['A04', null, ['CRED06', 'CRED08', 'ISO10']],
  ['C14', null, ['RUN22']],
  ['LAW01', null, ['REG35']],
  ['N03', 'getAsset', ['ASSET14']],
  ['N03', 'getBatchStatus', ['BATCH04']],
  ['LAW19', capabilities, ['AGENT09']],
  ['LAW32', null, ['CRED02']],
  ['LAW35', 'listAgentExecutions', ['LIST04']],
  ['LAW36', null, ['ISO03', 'ISO04', 'ISO05', 'ISO06', 'ISO09']],
  ['LAW37', null, ['ISO11', 'ISO12', 'AGENT14']],
  ['LAW40', null, ['ODD01']],
  ['LAW41', null, ['ODD02']],
  ['LAW42', null, ['ODD03']],
  ['LAW43', null, ['ODD04']],
  ['LAW44', null, ['ODD05']],
  ['AGENT20', null, ['AGENT37']],
  ['BATCH01', null, ['BATCH09']],
  ['CLIENT08', null, ['CLIENT17']],
  ['EVENT01', null, ['EVENT07']],
  ['EVENT15', null, ['EVENT32']],
  ['EVENT34', null, ['EVENT35']],
  ['EVENT38', null, ['EVENT29']],
  ['LIMIT01', null, ['LIMIT02']],
  ['LIMIT04', null, ['LIMIT03']],
  ['LIMIT06', null, ['CLIENT18']],
  ['LOCAL05', null, ['LOCAL09', 'LOCAL10']],
  ['N01', 'requestClaimCode', ['REG39']],
  ['N02', 'pollProductEvents', ['EVENT18']],
  ['P01', 'followExecutionEvents', ['RUN12']],
  ['P01', 'pollProductEvents', ['EVENT25']],
  ['P02', null, ['SANDBOX11', 'SANDBOX12']],
  ['REG12', null, ['REG40']],
  ['RUN24', null, ['RUN16']],
  ['S22', null, ['RUN15']],
  ['S26', null, ['LOCAL08']],
  ['SANDBOX03', null, ['SANDBOX22']],
  ['SANDBOX08', null, ['SANDBOX05']],
  ['SANDBOX09', null, ['SANDBOX06']],
];

/** The current meaning of the ids of those checks. */
export const formerChecks: Readonly<Record<string, FormerCheck>> = Object.fromEntries(
  formerIds.flatMap(([check, subject, ids]) => ids.map((id) => [id, { check, subject }])),
);

/** The resources of groups that no longer have a check. */
export const formerGroups = { lists: executions, values: agents, parents: capabilities };
