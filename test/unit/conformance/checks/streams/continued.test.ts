/** Runs with several streams: resumed, followed again, and concurrent. */
import { describe, expect, it } from 'vitest';
import {
  createRunStore,
  newRun,
  type RunStore,
} from '../../../../../conformance/agent-platform/streams/run-memory.ts';
import { checkEvents, newInspector, problemsOf, run } from './support.ts';

// @fact F-6.1.2-002
describe('a run that continues', () => {
  const paused = 'execution_start state_snapshot turn_start text_start text_delta tool_start await';
  const rest =
    'execution_start{"resumed":true} state_delta text_delta{"delta":"!"} text_complete{"text":"Hello!"} ' +
    'tool_complete turn_complete execution_complete';
  const resumed = 'execution_start{"resumed":true}';
  const whole = [...run(paused), ...run(rest, 7)];
  const body = { executionId: 'exec_1' };

  function begin() {
    const inspector = newInspector();
    expect(problemsOf(checkEvents(run(paused), { inspector }))).toEqual([]);
    return inspector;
  }

  function resume(text: string, from = 7, inspector = begin()) {
    return problemsOf(checkEvents(run(text, from), { inspector, operation: 'resumeAgentExecution', body }));
  }

  function follow(list: ReturnType<typeof run>, after: number, inspector = newInspector()) {
    const path = `/v1/agents/agent_1/executions/exec_1/events?after=${after}`;
    return problemsOf(checkEvents(list, { inspector, operation: 'followExecutionEvents', path }));
  }

  it.each([
    ['keeps its blocks and its state', rest, 7],
    ['leaves blocks open', `${resumed} execution_complete`, 7],
    [
      'repeats its blocks',
      `${resumed} turn_start tool_start tool_complete turn_complete execution_complete`,
      7,
    ],
    ['restarts its seq', `${resumed} tool_complete execution_complete`, 0],
    ['has missed a part', `${resumed} reasoning_complete execution_complete`, 40],
  ])('is accepted when it %s', (_, text, from) => {
    expect(resume(text, from)).toEqual([]);
  });

  it.each([
    ['completes an unknown block', `${resumed} reasoning_complete execution_complete`, 'S12 warn event 2'],
    ['changes a text', `${resumed} text_complete{"text":"Hi"} execution_complete`, 'S13 warn event 2: text'],
    ['does not end', `${resumed} tool_complete turn_complete`, 'S09 warn end of stream'],
    ['is not resumed', rest.replace('true', 'false'), 'S11 warn event 1: resumed'],
  ])('is reported when it %s', (_, text, problem) => {
    expect(resume(text)).toEqual([problem]);
  });

  it('is accepted when a segment restarts its numbers within a block', () => {
    const text =
      `${resumed} turn_start tool_start tool_complete custom custom reasoning_start reasoning_delta ` +
      'reasoning_complete execution_complete';
    const named = { ...body, assistantMessageId: 'msg_1' };
    const problems = checkEvents(run(text), {
      inspector: begin(),
      operation: 'resumeAgentExecution',
      body: named,
    });
    expect(problemsOf(problems).filter((problem) => problem.startsWith('S12'))).toEqual([]);
  });

  it('is accepted when its start is unknown', () => {
    expect(resume(rest, 40, newInspector())).toEqual([]);
    expect(resume(resumed, 40, newInspector())).toEqual([]);
  });

  // @fact F-6.1.2-001
  it('can be cut and followed after any event', () => {
    for (let cut = 1; cut < whole.length; cut++) {
      const inspector = newInspector();
      const first = checkEvents(whole.slice(0, cut), { inspector, end: 'events' });
      expect(problemsOf(first), `cut behind ${cut}`).toEqual([]);
      expect(follow(whole.slice(cut), cut - 1, inspector), `followed behind ${cut}`).toEqual([]);
      expect(follow(whole.slice(cut), cut - 1), `not seen before ${cut}`).toEqual([]);
    }
  });

  it('is compared with the previous events when none was missed', () => {
    expect(follow(run('reasoning_complete', 7), 6, begin())).toEqual(['S12 warn event 1']);
  });

  it('must report the decision that it received', () => {
    const decide = (text: string, from = 2) => {
      const inspector = newInspector();
      checkEvents(run('execution_start approval_start'), { inspector });
      return problemsOf(
        checkEvents(run(text, from), { inspector, operation: 'approveAgentExecution', body }),
      );
    };
    expect(decide(`${resumed} approval_complete execution_complete`)).toEqual([]);
    expect(decide(`${resumed} execution_complete`)).toEqual(['S15 fail stream']);
    expect(decide(`${resumed} execution_complete`, 20)).toEqual([]);
  });
});

describe('the memory of runs', () => {
  const at = (seq: number, isWhole = true) => ({ ...newRun(isWhole), seq });
  const isKept = (store: RunStore, ...ids: readonly string[]) => ids.map((id) => store.recall(id) !== null);

  it('drops the run that was used least recently', () => {
    const store = createRunStore({ runs: 2, weight: 1_000_000 });
    store.keep('a', at(1), 0);
    store.keep('b', at(1), 0);
    store.keep('a', at(2), store.recall('a')!.version);
    store.keep('c', at(1), 0);
    expect(isKept(store, 'a', 'b', 'c')).toEqual([true, false, true]);
  });

  it('drops runs for a large one', () => {
    const store = createRunStore({ runs: 10, weight: 10_000 });
    store.keep('a', at(1), 0);
    store.keep('b', { ...at(1), state: { kind: 'known', value: ['x'.repeat(9_000)] } }, 0);
    expect(isKept(store, 'a', 'b')).toEqual([false, true]);
  });

  it('returns copies', () => {
    const store = createRunStore();
    store.keep('a', at(1), 0);
    store.recall('a')!.run.approvals.set('appr_1', 'pending');
    expect(store.recall('a')!.run.approvals.size).toBe(0);
  });

  it.each([
    [5, true, 9, true, 9],
    [9, true, 5, true, 9],
    [5, false, 5, true, 5],
    [5, true, 5, false, 5],
  ])('keeps the more complete stream: %d %s, %d %s', (first, isFirstWhole, second, isSecondWhole, seq) => {
    const store = createRunStore();
    store.keep('a', at(first, isFirstWhole), 0);
    store.keep('a', at(second, isSecondWhole), 0);
    expect(store.recall('a')!.run).toMatchObject({ seq, isWhole: true });
  });
});
