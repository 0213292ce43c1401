/**
 * S14 and S15: how runs come out, and how approvals are decided.
 */
import { describe, expect, it } from 'vitest';
import { createStreamMemory } from '../../../../../conformance/checks/streams/stream-memory.ts';
import { events, checkEvents, passesOf, problemsOf, type LooseEvent } from './support.ts';

type List = Parameters<typeof events>[0];

// @fact F-6.1.1-454 F-6.1.1-455
describe('S14', () => {
  it.each<[string, LooseEvent, readonly string[]]>([
    ['execution_complete', { success: true, outcome: 'completed' }, []],
    ['execution_complete', { success: true, outcome: undefined }, []],
    ['execution_complete', { success: false, outcome: undefined }, []],
    ['execution_complete', { success: false, outcome: 'error' }, []],
    ['execution_complete', { success: false, outcome: 'aborted' }, []],
    ['execution_complete', { success: true, outcome: 'error' }, ['S14 warn event 2: outcome']],
    ['execution_complete', { success: true, outcome: 'aborted' }, ['S14 warn event 2: outcome']],
    ['execution_complete', { success: false, outcome: 'completed' }, ['S14 warn event 2: outcome']],
    ['execution_complete', { success: true, outcome: 'superb' }, ['S04 warn event 2: outcome']],
    ['execution_error', { outcome: 'error' }, []],
    ['execution_error', { outcome: 'aborted' }, []],
    ['execution_error', { outcome: undefined }, []],
    ['execution_error', { outcome: 'completed' }, ['S14 warn event 2: outcome']],
  ])('of %s with %j', (type, members, problems) => {
    const checkResults = checkEvents(events(['execution_start', [type, members]]));
    expect(problemsOf(checkResults)).toEqual(problems);
    if (problems.length === 0) expect(passesOf(checkResults)).toContain('S14');
  });
});

// @fact F-3-021 F-3-024 F-6.1.2-001 F-6.1.1-373
describe('S15', () => {
  const asked: List = ['execution_start', 'approval_start'];
  const over: List = ['execution_complete'];
  const decided = (members: LooseEvent): readonly [string, LooseEvent] => ['approval_complete', members];

  it.each<[string, List, readonly string[]]>([
    ['is approved', [...asked, decided({ decision: 'approved' }), ...over], []],
    ['is denied', [...asked, decided({ decision: 'denied' }), ...over], []],
    ['runs out', [...asked, decided({ decision: 'timeout', resolvedBy: 'system' }), 'execution_error'], []],
    [
      'runs out, by nobody',
      [...asked, decided({ decision: 'timeout', resolvedBy: undefined }), 'execution_error'],
      [],
    ],
    [
      'runs out by the user',
      [...asked, decided({ decision: 'timeout', resolvedBy: 'user' }), 'execution_error'],
      ['S15 warn event 3: resolvedBy'],
    ],
    [
      'is decided in another way',
      [...asked, decided({ decision: 'perhaps' }), ...over],
      ['S15 warn event 3: decision'],
    ],
    [
      'is decided without a decision',
      [...asked, decided({ decision: undefined }), ...over],
      ['S04 fail event 3: decision'],
    ],
    ['was never asked for', ['execution_start', decided({}), ...over], ['S15 warn event 2: approvalId']],
    [
      'is another than the one that was asked for',
      [...asked, decided({ approvalId: 'appr_2' }), 'execution_error'],
      ['S15 warn event 3: approvalId'],
    ],
    ['is decided twice', [...asked, decided({}), decided({}), ...over], ['S15 warn event 4: approvalId']],
  ])('of an approval that %s', (_name, list, problems) => {
    expect(problemsOf(checkEvents(events(list)))).toEqual(problems);
  });

  const resumed: readonly [string, LooseEvent] = ['execution_start', { resumed: true }];
  const response = { operation: 'approveAgentExecution', body: { executionId: 'exec_1' } };

  /** Judges the stream that answers behind one that has asked. */
  function awaitResponse(list: List, from = 2): readonly string[] {
    const memory = createStreamMemory();
    expect(problemsOf(checkEvents(events(asked), { memory }))).toEqual([]);
    return problemsOf(checkEvents(events(list, from), { ...response, memory }));
  }

  it.each<[string, List, readonly string[]]>([
    ['tells the decision', [resumed, decided({}), ...over], []],
    [
      'tells the decision of another approval',
      [resumed, decided({ approvalId: 'appr_2' }), ...over],
      ['S15 warn event 2: approvalId'],
    ],
    ['tells no decision', [resumed, ...over], ['S15 fail stream']],
  ])('of a stream that answers and %s', (_name, list, problems) => {
    expect(awaitResponse(list)).toEqual(problems);
  });

  it('does not know what was asked for where a part of the run was missed', () => {
    expect(awaitResponse([resumed, decided({ approvalId: 'appr_2' }), ...over], 20)).toEqual([]);
    expect(awaitResponse([resumed, ...over], 20)).toEqual([]);
  });

  it('does not know what was asked for in a run that it has not seen begin', () => {
    expect(problemsOf(checkEvents(events([resumed, decided({}), ...over], 9), response))).toEqual([]);
    expect(problemsOf(checkEvents(events([resumed, ...over], 9), response))).toEqual([]);
  });
});
