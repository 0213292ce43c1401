/**
 * S05, S06 and S11: one run, in order, from its beginning.
 */
import { describe, expect, it } from 'vitest';
import { events, hello, checkEvents, passesOf, problemsOf, type LooseEvent } from './support.ts';

const run = events(hello);

/** The run of `hello` with members of its events by their position. */
function change(members: Readonly<Record<number, LooseEvent>>): readonly LooseEvent[] {
  return run.map((event, index) => ({ ...event, ...members[index] }));
}

describe('S05', () => {
  it.each<[string, readonly LooseEvent[], readonly string[]]>([
    ['one event of another run', change({ 5: { executionId: 'exec_2' } }), ['S05 warn event 6: executionId']],
    [
      'many events of another run',
      change({ 3: { executionId: 'exec_2' }, 5: { executionId: 'exec_2' } }),
      ['S05 warn event 4: executionId'],
    ],
    [
      'an agent that is called as a tool',
      change({ 3: { executionId: 'exec_2', subagent: { toolName: 'ask' } } }),
      [],
    ],
    ['events that name no run', change({ 3: { type: 'custom', name: 'a', executionId: undefined } }), []],
  ])('of %s', (_name, list, problems) => {
    expect(problemsOf(checkEvents(list)).filter((problem) => !problem.startsWith('S13'))).toEqual(problems);
  });

  it('sees a run that goes on under another id than the one that was asked for, and tells it once', () => {
    const told = events([['execution_start', { resumed: true }], ...hello.slice(1)], 0, 'exec_9');
    const checkResults = checkEvents(told, {
      operation: 'resumeAgentExecution',
      body: { executionId: 'exec_1' },
    });
    expect(problemsOf(checkResults)).toEqual(['S05 warn event 1: executionId']);
  });
});

describe('S06', () => {
  const seqs = (...list: readonly number[]): readonly LooseEvent[] =>
    run.map((event, index) => ({ ...event, seq: list[index] ?? 0 }));

  it.each<[string, readonly LooseEvent[], readonly string[]]>([
    ['gaps', seqs(1000, 1003, 1006, 1009, 1012, 1015, 1018), []],
    ['fractions', seqs(0, 0.5, 1, 1.5, 2, 2.5, 3), []],
    ['numbers below zero', seqs(-3, -2, -1, 0, 1, 2, 3), []],
    ['a repeated seq', seqs(0, 1, 2, 2, 4, 5, 6), ['S06 warn event 4: seq']],
    ['a seq that falls back', seqs(0, 1, 5, 2, 6, 7, 8), ['S06 warn event 4: seq']],
    [
      'a seq that counts down',
      seqs(9, 8, 7, 6, 5, 4, 3),
      [2, 3, 4, 5, 6].map((n) => `S06 warn event ${n}: seq`),
    ],
  ])('of %s', (_name, list, problems) => {
    expect(problemsOf(checkEvents(list))).toEqual(problems);
  });

  const ping = (seq: number): LooseEvent => ({ ...events(['ping'])[0], seq });
  const withPing = (seq: number): readonly LooseEvent[] => [...run.slice(0, 4), ping(seq), ...run.slice(4)];

  it('lets a ping repeat the seq before it, and the event behind it go on', () => {
    expect(problemsOf(checkEvents(withPing(3)))).toEqual([]);
  });

  it('does not let a ping fall back', () => {
    expect(problemsOf(checkEvents(withPing(2)))).toEqual(['S06 warn event 5: seq']);
  });

  it('passes over events without a seq', () => {
    const artifact = events([['custom', { seq: undefined }]]);
    expect(problemsOf(checkEvents([...run.slice(0, 2), ...artifact, ...run.slice(2)]))).toEqual([]);
  });
});

describe('S11', () => {
  it.each<[string, readonly LooseEvent[], readonly string[]]>([
    ['begins with something else', run.slice(1), ['S11 warn event 1: type']],
    ['begins with a ping', [...events(['ping'], -1), ...run], []],
    [
      'begins with a type that is not known',
      [...events(['hello_there'], -1), ...run],
      ['S03 warn event 1: type'],
    ],
  ])('of a stream that %s', (_name, list, problems) => {
    expect(problemsOf(checkEvents(list))).toEqual(problems);
  });

  it('says that a run that goes on begins with execution_start by an assumption of its own', () => {
    const checkResults = checkEvents(events(['approval_complete'], 10), {
      operation: 'approveAgentExecution',
    });
    const problems = checkResults.flatMap(({ check, problems: found }) => (check === 'S11' ? found : []));
    expect(problems).toEqual([expect.objectContaining({ assumption: 'A-113', facts: [] })]);
  });

  it.each([
    [true, []],
    [false, ['S11 warn event 1: resumed']],
    [undefined, ['S11 warn event 1: resumed']],
  ])('of a run that goes on with resumed %s', (resumed, problems) => {
    const told = events([['execution_start', { resumed }], ...hello.slice(1)], 10);
    expect(problemsOf(checkEvents(told, { operation: 'resumeAgentExecution' }))).toEqual(problems);
  });

  it('says nothing of a run that is joined again in the middle', () => {
    const path = '/v1/agents/agent_1/executions/exec_1/events?after=2';
    const checkResults = checkEvents(run.slice(3), { operation: 'followExecutionEvents', path });
    expect(problemsOf(checkResults)).toEqual([]);
    expect(passesOf(checkResults)).not.toContain('S11');
  });
});
