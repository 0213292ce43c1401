/**
 * The checks of approvals that visitors answer, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { clientApprovalSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
import {
  after,
  editing,
  editingEvents,
  pretending,
  replacing,
  rowsOf,
  swapping,
  type LieRow,
} from './support/tell-lies.ts';
import { describeOutcome, tellOnMock, type Mutation, type LieRequest } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(clientApprovalSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(clientApprovalSuite, id))).toBe('pass');
  });
});

const execute = /\/execute$/;
const decide = /^POST \/v1\/client\/approve$/;
const already = 'APPROVAL_ALREADY_RESOLVED';
const owner = 'APPROVAL_APPROVER_NOT_END_USER';

const mutations: readonly LieRow[] = [
  ['CLIENT01', 'does not find the run', () => swapping(decide, 200, 404)],
  [
    'CLIENT01',
    'tells a yes as a no',
    () => replacing(decide, '"decision":"approved"', '"decision":"denied"'),
  ],
  [
    'CLIENT01',
    'answers for another run',
    () => editing(decide, (body) => ({ ...body, executionId: 'exec_x' })),
  ],
  ['CLIENT01', 'lets no session answer', () => swapping(decide, 200, 403), 'warn'],
  ['CLIENT01', 'tells no events', () => editing(decide, (body) => ({ ...body, events: [] })), 'warn'],
  [
    'CLIENT02',
    'tells a no as a yes',
    () => replacing(decide, '"decision":"denied"', '"decision":"approved"'),
  ],
  ['CLIENT02', 'takes no note', () => refusingNotes()],
  ['CLIENT03', 'takes every decision', () => swapping(decide, 409, 200)],
  ['CLIENT03', 'breaks on late decisions', () => swapping(decide, 409, 500)],
  ['CLIENT03', 'does not find what is answered', () => swapping(decide, 409, 404), 'warn'],
  ['CLIENT04', 'takes a second decision', () => swapping(decide, 409, 200)],
  ['CLIENT04', 'does not find what is answered', () => swapping(decide, 409, 404)],
  ['CLIENT04', 'gives no code', () => replacing(decide, already, 'TOO_LATE')],
  [
    'CLIENT05',
    'takes a decision for a new run',
    () => after(decide, 1, pretending(decide, 200, { executionId: 'x' })),
    'warn',
  ],
  ['CLIENT05', 'refuses a re-send', () => after(decide, 1, pretending(decide, 409, already)), 'warn'],
  ['CLIENT06', 'streams', () => swapping(decide, 400, 200)],
  ['CLIENT06', 'breaks when it shall stream', () => swapping(decide, 400, 500)],
  ['CLIENT07', 'takes any approval', () => swapping(decide, 400, 200)],
  ['CLIENT07', 'does not find another approval', () => swapping(decide, 400, 404)],
  ['CLIENT08', 'lets anybody in', () => swapping(decide, 401, 200)],
  ['CLIENT08', 'forbids what it does not know', () => swapping(decide, 401, 403)],
  ['CLIENT09', 'keeps sessions for ever', () => swapping(decide, 401, 200)],
  ['CLIENT10', 'does not look whether a token is switched on', () => swapping(decide, 403, 200)],
  ['CLIENT10', 'forgets who is switched off', () => swapping(decide, 403, 401)],
  ['CLIENT11', 'takes decisions from any page', () => swapping(decide, 403, 200)],
  ['CLIENT11', 'forgets sessions on other pages', () => swapping(decide, 403, 401)],
  ['CLIENT12', 'takes decisions of any session', () => swapping(decide, 403, 200)],
  ['CLIENT12', 'hides runs of other sessions', () => swapping(decide, 403, 404)],
  ['CLIENT13', 'lets visitors decide for the owner', () => swapping(decide, 403, 200)],
  ['CLIENT13', 'gives no code', () => replacing(decide, owner, 'FORBIDDEN')],
  ['CLIENT14', 'calls every run answered', () => swapping(decide, 404, 409)],
  ['CLIENT14', 'goes on with what is over', () => swapping(decide, 404, 200)],
  ['CLIENT15', 'takes what comes too late', () => swapping(decide, 404, 200)],
  ['CLIENT15', 'calls what has run out answered', () => swapping(decide, 404, 409)],
  ['CLIENT16', 'breaks without money', () => swapping(decide, 503, 500)],
  ['CLIENT16', 'works without money', () => swapping(decide, 503, 200)],
  [
    'CLIENT16',
    'tells of the money',
    () => replacing(decide, 'not available', 'over its spend limit'),
    'warn',
  ],
  ['CLIENT17', 'asks for the run before the session', () => swapping(decide, 401, 404), 'warn'],
  ['CLIENT17', 'asks for the approval before the session', () => swapping(decide, 403, 400), 'warn'],
  [
    'CLIENT18',
    'counts decisions',
    () => after(execute, 19, pretending(execute, 429, { error: 'Rate limit exceeded' })),
  ],
  ['CLIENT19', 'lets parameters be swapped', () => slippingIn()],
  ['CLIENT20', 'asks once for ever', () => asksOnce()],
  ['CLIENT05', 'takes every message id for the first', () => repeating()],
];

describe('with a defect', () => {
  it.each(rowsOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    const outcome = await tellOnMock(clientApprovalSuite, id, { mutation: mutation() });
    expect(outcome.verdict, describeOutcome(outcome)).toBe(verdict);
  });
});

describe('no false alarm', () => {
  it.each([
    ['CLIENT05', 'gives the same result again', repeating(isFirstMessage)],
    ['CLIENT19', 'refuses members that it does not know', refusingParameters()],
  ])('%s lets a service pass that %s', async (id, _, mutation) => {
    expect(describeOutcome(await tellOnMock(clientApprovalSuite, id, { mutation }))).toBe('pass');
  });

  it.each([
    ...['03', '04', '05', '06', '07', '11', '12', '13', '14', '15', '16', '19', '20'].map((number) => [
      `CLIENT${number}`,
      'binds runs to sessions otherwise',
      pretending(decide, 403, { error: 'This execution belongs to another session' }),
    ]),
  ] as [string, string, Mutation][])('%s is skipped for a service that %s', async (id, _, mutation) => {
    const outcome = await tellOnMock(clientApprovalSuite, id, { mutation });
    expect(outcome.verdict, describeOutcome(outcome)).toBe('skip');
  });

  it.each(['01', '03', '06', '11', '12', '14'])(
    'CLIENT%s uses the sessions of the surroundings',
    async (number) => {
      const without = ['makeClientSession'] as const;
      expect(describeOutcome(await tellOnMock(clientApprovalSuite, `CLIENT${number}`, { without }))).toBe(
        'pass',
      );
    },
  );
});

function refusingNotes(): Mutation {
  return refusingMember('reason');
}

function refusingParameters(): Mutation {
  return refusingMember('parameters');
}

function refusingMember(member: string): Mutation {
  return (request, tell) =>
    decide.test(`${request.method} ${request.path}`) && member in (request.body as object)
      ? Promise.resolve(Response.json({ error: 'Validation failed' }, { status: 400 }))
      : tell();
}

function slippingIn(): Mutation {
  return editingEvents(decide, (event) =>
    event['type'] === 'tool_start' ? { ...event, parameters: { swapped: 'by the check' } } : event,
  );
}

/** From the second run on the tool simply runs. */
function asksOnce(): Mutation {
  return after(
    execute,
    1,
    editingEvents(execute, (event) =>
      event['type'] === 'approval_start' ? { ...event, type: 'tool_start' } : event,
    ),
  );
}

/** The same decision gets the same answer, byte for byte. */
/** Repeats the first result, for every decision or only for those with the same message id. */
function repeating(isSame: (request: LieRequest) => boolean = () => true): Mutation {
  let first: string | null = null;
  return async (request, tell) => {
    if (!decide.test(`${request.method} ${request.path}`) || !isSame(request)) return tell();
    first ??= await (await tell()).text();
    return new Response(first, { headers: { 'content-type': 'application/json' } });
  };
}

function isFirstMessage({ body }: LieRequest): boolean {
  return (body as { assistantMessageId?: unknown }).assistantMessageId === 'msg_backlot_check';
}
