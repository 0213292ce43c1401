/**
 * The checks of local tools, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { localToolsSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
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
  it.each(localToolsSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(localToolsSuite, id))).toBe('pass');
  });
});

const execute = /\/execute$/;
const resume = /\/resume$/;

const mutations: readonly LieRow[] = [
  ['LOCAL01', 'calls a paused run completed', () => setting(execute, 'status', 'completed')],
  ['LOCAL01', 'ends where it should pause', () => endingToo()],
  ['LOCAL01', 'pauses without a word', () => editingEvents(execute, leave('await')), 'warn'],
  ['LOCAL02', 'does not name the tool', () => settingReason('toolName', undefined)],
  ['LOCAL02', 'does not name the id of the tool', () => settingReason('toolId', undefined)],
  ['LOCAL02', 'gives no parameters', () => settingReason('parameters', undefined)],
  ['LOCAL02', 'names another run', () => settingReason('executionId', 'exec_another')],
  ['LOCAL02', 'waits for a crawl', () => settingReason('type', 'crawl_pending')],
  ['LOCAL02', 'names another tool', () => settingReason('toolName', 'another_tool'), 'warn'],
  ['LOCAL02', 'gives no reason', () => setting(execute, 'pausedReason', undefined), 'warn'],
  ['LOCAL03', 'breaks off', () => editingEvents(resume, leave('execution_complete'))],
  [
    'LOCAL03',
    'goes on with another run',
    () => editingEvents(resume, (event) => ({ ...event, executionId: 'exec_x' })),
  ],
  ['LOCAL03', 'does not find the run', () => swapping(resume, 200, 404)],
  ['LOCAL04', 'answers for another run', () => setting(resume, 'executionId', 'exec_another')],
  ['LOCAL04', 'knows another status', () => setting(resume, 'status', 'running')],
  ['LOCAL05', 'takes every output', () => swapping(resume, 404, 200), 'warn'],
  ['LOCAL06', 'forbids what is not there', () => swapping(resume, 404, 403)],
  ['LOCAL06', 'takes an output for nobody', () => swapping(resume, 404, 200)],
  ['LOCAL07', 'asks in a mode of its own', () => replacing(execute, '"mode":"form"', '"mode":"page"')],
  [
    'LOCAL07',
    'asks without a question',
    () => replacing(execute, '"message":"When, and for how many?",', ''),
  ],
  ['LOCAL07', 'asks nothing', () => editingEvents(execute, ({ elicitation: _, ...event }) => event)],
];

describe('with a defect', () => {
  it.each(rowsOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    const outcome = await tellOnMock(localToolsSuite, id, { mutation: mutation() });
    expect(outcome.verdict, describeOutcome(outcome)).toBe(verdict);
  });
});

describe('no false alarm', () => {
  it.each([
    ['LOCAL03', 'takes outputs by the name of the tool', byName()],
    ['LOCAL06', 'calls a run that is not there a bad request', swapping(resume, 404, 400)],
  ])('%s lets a service pass that %s', async (id, _, mutation) => {
    expect(describeOutcome(await tellOnMock(localToolsSuite, id, { mutation }))).toBe('pass');
  });

  it.each([
    ['LOCAL03', 'names the members of an output otherwise', refusing()],
    ['LOCAL06', 'names the members of an output otherwise', refusing()],
  ])('%s is skipped for a service that %s', async (id, _, mutation) => {
    expect((await tellOnMock(localToolsSuite, id, { mutation })).verdict).toBe('skip');
  });
});

function refusing(): Mutation {
  return pretending(resume, 400, { error: 'Validation failed' });
}

function setting(line: RegExp, member: string, value: unknown): Mutation {
  return editing(line, (body) => ({ ...body, [member]: value }));
}

function settingReason(member: string, value: unknown): Mutation {
  return editing(execute, (body) => ({
    ...body,
    pausedReason: { ...(body['pausedReason'] as Fields), [member]: value },
  }));
}

function leave(type: string): (event: Fields) => Fields | null {
  return (event) => (event['type'] === type ? null : event);
}

/** A run that waits for a tool is over in the next moment. */
function endingToo(): Mutation {
  return replacing(
    execute,
    '\ndata: {"type":"await"',
    '\ndata: {"type":"execution_error"}\n\ndata: {"type":"await"',
  );
}

/** Outputs by the id of a call are not understood. */
function byName(): Mutation {
  return (request, tell) => {
    const { toolOutputs } = (request.body ?? {}) as { toolOutputs?: Fields };
    const isById =
      resume.test(request.path) && Object.keys(toolOutputs ?? {}).some((key) => key.startsWith('call_'));
    return isById ? Promise.resolve(Response.json({ error: 'Validation failed' }, { status: 400 })) : tell();
  };
}
