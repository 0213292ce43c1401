/**
 * The checks of approvals, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { approvalsSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
import {
  editing,
  editingEvents,
  pretending,
  replacing,
  rowsOf,
  swapping,
  type Fields,
  type LieRow,
} from './support/tell-lies.ts';
import { describeOutcome, tellOnMock, type Mutation } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(approvalsSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(approvalsSuite, id))).toBe('pass');
  });
});

const execute = /\/execute$/;
const approve = /\/approve$/;
const rejoin = /\/events\?after=/;

const mutations: readonly LieRow[] = [
  ['APPR01', 'ends where it should pause', () => endingToo()],
  ['APPR01', 'does not say which approval', () => editingEvents(execute, without('approvalId'))],
  ['APPR01', 'calls a paused run completed', () => setting(execute, 'status', 'completed')],
  ['APPR01', 'gives another reason for the pause', () => setting(execute, 'pausedReason', {}), 'warn'],
  ['APPR02', 'tells a yes as a no', () => telling('decision', 'denied')],
  ['APPR02', 'tells of another approval', () => telling('approvalId', 'appr_another')],
  ['APPR02', 'does not tell the decision', () => leavingOut('approval_complete')],
  [
    'APPR02',
    'goes on with another run',
    () => editingEvents(approve, (event) => ({ ...event, executionId: 'exec_x' })),
  ],
  ['APPR02', 'breaks off', () => leavingOut('execution_complete')],
  ['APPR02', 'does not find the run', () => swapping(approve, 200, 404)],
  ['APPR03', 'tells a no as a yes', () => telling('decision', 'approved')],
  ['APPR04', 'answers for another run', () => setting(approve, 'executionId', 'exec_another')],
  ['APPR04', 'knows another status', () => setting(approve, 'status', 'running')],
  ['APPR04', 'tells a no as a yes', () => telling('decision', 'approved')],
  ['APPR04', 'tells no events', () => setting(approve, 'events', []), 'warn'],
  ['APPR05', 'takes any approval', () => swapping(approve, 400, 200)],
  ['APPR05', 'closes an approval by a wrong answer', () => closingOnWrong()],
  ['APPR05', 'does not find another approval', () => swapping(approve, 400, 404), 'warn'],
  ['APPR06', 'takes a second answer', () => swapping(approve, 409, 200)],
  ['APPR06', 'forbids a second answer', () => swapping(approve, 409, 403), 'warn'],
  ['APPR06', 'gives no code', () => replacing(approve, 'APPROVAL_ALREADY_RESOLVED', 'TOO_LATE'), 'warn'],
  ['APPR07', 'takes every answer', () => swapping(approve, 409, 200)],
  ['APPR07', 'takes no answer', () => pretending(approve, 409, { error: 'Busy' })],
  ['APPR08', 'forbids what is not there', () => swapping(approve, 404, 403)],
  ['APPR08', 'takes an answer for nobody', () => swapping(approve, 404, 200)],
  ['APPR09', 'takes an answer that comes too late', () => swapping(approve, 404, 200)],
  [
    'APPR09',
    'denies what nobody has answered',
    () => replacing(rejoin, '"decision":"timeout"', '"decision":"denied"'),
  ],
  ['APPR09', 'tells no decision', () => editingEvents(rejoin, leave('approval_complete'))],
  [
    'APPR09',
    'lets users run out',
    () => replacing(rejoin, '"resolvedBy":"system"', '"resolvedBy":"user"'),
    'warn',
  ],
];

describe('with a defect', () => {
  it.each(rowsOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    const outcome = await tellOnMock(approvalsSuite, id, { mutation: mutation() });
    expect(outcome.verdict, describeOutcome(outcome)).toBe(verdict);
  });
});

describe('no false alarm', () => {
  it.each([
    ['APPR06', 'answers 404 to a second answer', swapping(approve, 409, 404)],
    ['APPR09', 'has no stream to rejoin', swapping(rejoin, 200, 404)],
    ['APPR06', 'has the code in error', editing(approve, codeInError)],
  ])('%s lets a service pass that %s', async (id, _, mutation) => {
    expect(describeOutcome(await tellOnMock(approvalsSuite, id, { mutation }))).toBe('pass');
  });

  it.each([
    ['APPR01', 'does not ask in this run', leaveAllOut()],
    ['APPR02', 'names the members of an answer otherwise', swapping(approve, 200, 400)],
    ['APPR07', 'names the members of an answer otherwise', pretending(approve, 400, { error: 'No' })],
    [
      'APPR09',
      'does not say how long an approval can be answered',
      editingEvents(execute, without('timeout')),
    ],
  ])('%s is skipped for a service that %s', async (id, _, mutation) => {
    const outcome = await tellOnMock(approvalsSuite, id, { mutation });
    expect(outcome.verdict, describeOutcome(outcome)).toBe('skip');
  });

  it('APPR09 is skipped without a driver that can turn the clock', async () => {
    expect((await tellOnMock(approvalsSuite, 'APPR09', { without: ['advance'] })).verdict).toBe('skip');
  });
});

function setting(line: RegExp, member: string, value: unknown): Mutation {
  return editing(line, (body) => ({ ...body, [member]: value }));
}

function telling(member: string, value: string): Mutation {
  return editingEvents(approve, (event) =>
    event['type'] === 'approval_complete' ? { ...event, [member]: value } : event,
  );
}

function leavingOut(type: string): Mutation {
  return editingEvents(approve, leave(type));
}

function leave(type: string): (event: Fields) => Fields | null {
  return (event) => (event['type'] === type ? null : event);
}

function without(member: string): (event: Fields) => Fields {
  return ({ [member]: _, ...event }) => event;
}

/** A run that asks for an approval is over in the next moment. */
function endingToo(): Mutation {
  return replacing(
    execute,
    '\ndata: {"type":"approval_start"',
    '\ndata: {"type":"execution_error"}\n\ndata: {"type":"approval_start"',
  );
}

/** The run comes to its end without a question. */
function leaveAllOut(): Mutation {
  return editingEvents(execute, (event) =>
    event['type'] === 'approval_start' ? { ...event, type: 'execution_complete', success: true } : event,
  );
}

/** After an answer with a wrong id, the right one is too late. */
function closingOnWrong(): Mutation {
  let isClosed = false;
  return async (request, tell) => {
    if (!approve.test(request.path)) return tell();
    if (isClosed) return Response.json({ error: 'Closed' }, { status: 409 });
    const response = await tell();
    isClosed = response.status === 400;
    return response;
  };
}

function codeInError({ code, ...body }: Fields): Fields {
  return code === undefined ? body : { error: code };
}
