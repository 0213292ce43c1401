/**
 * Runs that are told by several streams: behind a pause, joined again, at the same time.
 */
import { describe, expect, it } from 'vitest';
import {
  createStreamMemory,
  newRun,
  type StreamMemory,
} from '../../../../../conformance/checks/streams/stream-memory.ts';
import { createStreamChecker } from '../../../../../conformance/checks/streams/stream-checker.ts';
import {
  capture,
  events,
  checkEvents,
  named,
  problemsOf,
  requestOf,
  written,
  type LooseEvent,
} from './support.ts';

type List = Parameters<typeof events>[0];

const resumed: readonly [string, LooseEvent] = ['execution_start', { resumed: true }];
const paused: List = [
  'execution_start',
  ['state_snapshot', { state: { step: 1 } }],
  'turn_start',
  'text_start',
  'text_delta',
  'tool_start',
  'await',
];
const rest: List = [
  resumed,
  'state_delta',
  ['text_delta', { delta: ' there' }],
  ['text_complete', { text: 'Hello there' }],
  'tool_complete',
  'turn_complete',
  'execution_complete',
];
const body = { executionId: 'exec_1' };

function begin(memory: StreamMemory, list: List = paused): void {
  expect(problemsOf(checkEvents(events(list), { memory }))).toEqual([]);
}

function goOn(memory: StreamMemory, list: List, from = paused.length): readonly string[] {
  return problemsOf(checkEvents(events(list, from), { memory, operation: 'resumeAgentExecution', body }));
}

function rejoin(memory: StreamMemory, list: readonly LooseEvent[], after: number | null): readonly string[] {
  const query = after === null ? '' : `?after=${after}`;
  const path = `/v1/agents/agent_1/executions/exec_1/events${query}`;
  return problemsOf(checkEvents(list, { memory, operation: 'followExecutionEvents', path }));
}

describe('a run that goes on', () => {
  it('takes along its texts, its calls, its turns and its state', () => {
    const memory = createStreamMemory();
    begin(memory);
    expect(goOn(memory, rest)).toEqual([]);
  });

  it.each<[string, List, readonly string[]]>([
    [
      'completes what was never started',
      [resumed, 'reasoning_complete', 'execution_complete'],
      ['S12 warn event 2'],
    ],
    [
      'completes another text than was begun',
      [resumed, ['text_complete', { text: 'Good day' }], 'execution_complete'],
      ['S13 warn event 2: text'],
    ],
    [
      'changes a state that it has not',
      [resumed, ['state_delta', { patch: [{ op: 'remove', path: '/other' }] }], 'execution_complete'],
      ['S16 warn event 2: patch.0'],
    ],
    ['leaves open what was open before', [resumed, 'execution_complete'], []],
    [
      'tells anew what was open before',
      [resumed, 'turn_start', 'tool_start', 'tool_complete', 'turn_complete', 'execution_complete'],
      [],
    ],
    ['closes without an end', [resumed, 'tool_complete', 'turn_complete'], ['S09 warn end of stream']],
  ])('is judged where it %s', (_name, list, problems) => {
    const memory = createStreamMemory();
    begin(memory);
    expect(goOn(memory, list)).toEqual(problems);
  });

  it.each<[string, List, number]>([
    ['nobody has seen begin', rest, 40],
    ['ends what nobody has seen begin', [resumed, 'reasoning_complete', 'execution_complete'], 40],
    ['closes at a pause that was told before', [resumed], 40],
  ])('is not blamed for what it %s', (_name, list, from) => {
    expect(goOn(createStreamMemory(), list, from)).toEqual([]);
  });

  it('is not blamed for a part that was missed', () => {
    const memory = createStreamMemory();
    begin(memory);
    expect(goOn(memory, [resumed, 'reasoning_complete', 'execution_complete'], 40)).toEqual([]);
  });

  it('may count from the start again', () => {
    const memory = createStreamMemory();
    begin(memory);
    expect(goOn(memory, [resumed, 'tool_complete', 'execution_complete'], 0)).toEqual([]);
  });

  it('may be told anew from its beginning', () => {
    const memory = createStreamMemory();
    begin(memory);
    const anew: List = [...paused, ['execution_start', { resumed: true }], ...rest.slice(1)];
    expect(goOn(memory, anew, 0)).toEqual(['S11 warn event 1: resumed']);
  });

  it('may still wait for an approval that nobody has answered', () => {
    const memory = createStreamMemory();
    begin(memory, ['execution_start', 'approval_start', ['approval_start', { approvalId: 'appr_2' }]]);
    const response = { memory, operation: 'approveAgentExecution', body };
    expect(problemsOf(checkEvents(events([resumed, 'approval_complete'], 3), response))).toEqual([]);
    const second: List = [resumed, ['approval_complete', { approvalId: 'appr_2' }]];
    expect(problemsOf(checkEvents(events(second, 5), response))).toEqual(['S09 warn end of stream']);
  });
});

// @fact F-6.1.2-001
describe('a run that is joined again', () => {
  const whole = [...events(paused), ...events(rest, paused.length)];

  it('is no problem behind any event, whoever has seen it before', () => {
    for (let after = 0; after < whole.length; after++) {
      const memory = createStreamMemory();
      begin(memory);
      expect(rejoin(memory, whole.slice(after + 1), after), `behind ${after}, seen before`).toEqual([]);
      expect(
        rejoin(createStreamMemory(), whole.slice(after + 1), after),
        `behind ${after}, not seen`,
      ).toEqual([]);
      expect(goOn(memory, rest), `on behind ${after}`).toEqual([]);
    }
  });

  it('is no problem from its beginning', () => {
    const memory = createStreamMemory();
    expect(rejoin(memory, whole, null)).toEqual([]);
    expect(rejoin(memory, whole, null)).toEqual([]);
  });

  it('is no problem where the first stream was cut anywhere', () => {
    for (let cut = 1; cut < whole.length; cut++) {
      const memory = createStreamMemory();
      const seen = checkEvents(whole.slice(0, cut), { memory, end: 'events' });
      expect(problemsOf(seen), `cut behind ${cut}`).toEqual([]);
      expect(rejoin(memory, whole.slice(cut), cut - 1), `joined behind ${cut}`).toEqual([]);
    }
  });

  it('is judged by what came before where nothing was missed', () => {
    const memory = createStreamMemory();
    begin(memory);
    const wrong = events(['reasoning_complete'], paused.length);
    expect(rejoin(memory, wrong, paused.length - 1)).toEqual(['S12 warn event 1']);
  });

  it('is not judged by what came before where its events have no numbers', () => {
    const memory = createStreamMemory();
    begin(memory);
    const unnumbered = events(['artifact_delta', 'custom']).map(({ seq: _, ...event }) => event);
    expect(rejoin(memory, unnumbered, 3)).toEqual([]);
  });

  it('asks for what follows with a header too', () => {
    const operation = named('followExecutionEvents');
    const request = { ...requestOf(operation), headers: [['Last-Event-ID', '5']] as const };
    const checker = createStreamChecker(operation, createStreamMemory(), { request });
    const { frames } = capture(written(events(['text_delta'], 6)));
    expect(frames.flatMap((frame) => checker.take(frame))).toEqual([]);
  });

  it('without a request is taken for one in the middle', () => {
    const checker = createStreamChecker(named('followExecutionEvents'), createStreamMemory());
    const { frames } = capture(written(events(['text_delta'], 6)));
    expect(frames.flatMap((frame) => checker.take(frame))).toEqual([]);
  });
});

describe('streams at the same time', () => {
  it('of one run do not confuse each other', () => {
    const memory = createStreamMemory();
    const whole = [...events(paused)];
    const { frames } = capture(written(whole));
    const operation = named('followExecutionEvents');
    const first = createStreamChecker(named('executeAgent'), memory);
    const path = '/v1/agents/agent_1/executions/exec_1/events?after=2';
    const second = createStreamChecker(operation, memory, { request: requestOf(operation, { path }) });
    const told = frames.flatMap((frame, index) => [
      ...first.take(frame),
      ...(index > 2 ? second.take(frame) : []),
    ]);
    const ended = [second, first].flatMap((checker) => checker.end({ end: 'closed', rest: '' }));
    expect(problemsOf([...told, ...ended])).toEqual([]);
    expect(goOn(memory, rest)).toEqual([]);
  });

  it('of two runs are kept apart', () => {
    const memory = createStreamMemory();
    const [one, other] = ['exec_1', 'exec_2'].map((id) => {
      const { frames } = capture(written(events(paused, 0, id)));
      return { frames, checker: createStreamChecker(named('executeAgent'), memory) };
    });
    const told = paused.flatMap((_, index) =>
      [one, other].flatMap((each) => each!.checker.take(each!.frames[index]!)),
    );
    expect(told).toEqual([]);
    expect(
      [one, other].flatMap((each) => problemsOf(each!.checker.end({ end: 'closed', rest: '' }))),
    ).toEqual([]);
    expect(memory.size).toBe(2);
  });
});

describe('memory', () => {
  const at = (seq: number, isWhole = true) => ({ ...newRun(isWhole), seq });

  it('forgets the run that was not heard of for longest', () => {
    const memory = createStreamMemory({ runs: 2, weight: 1_000_000 });
    memory.keep('a', at(1), 0);
    memory.keep('b', at(1), 0);
    memory.keep('a', at(2), memory.recall('a')!.version);
    memory.keep('c', at(1), 0);
    expect(['a', 'b', 'c'].map((id) => memory.recall(id) !== null)).toEqual([true, false, true]);
    expect(memory.size).toBe(2);
  });

  it('forgets runs for one that takes much to keep', () => {
    const memory = createStreamMemory({ runs: 10, weight: 10_000 });
    memory.keep('a', at(1), 0);
    memory.keep('b', { ...at(1), texts: new Map([['text 1', 'x'.repeat(4_000)]]) }, 0);
    expect(memory.size).toBe(2);
    memory.keep('c', { ...at(1), state: { kind: 'known', value: ['x'.repeat(7_000)] } }, 0);
    expect(['a', 'b', 'c'].map((id) => memory.recall(id) !== null)).toEqual([false, false, true]);
  });

  it('keeps of a run that has ended no more than that it was there', () => {
    const memory = createStreamMemory();
    begin(memory);
    expect(memory.recall('exec_1')!.run).toMatchObject({
      isWhole: true,
      isAwaiting: true,
      state: { kind: 'known' },
    });
    expect(goOn(memory, [resumed, 'execution_error'])).toEqual([]);
    const { run } = memory.recall('exec_1')!;
    expect([run.open.size, run.texts.size, run.state.kind, run.seq]).toEqual([0, 0, 'unknown', 8]);
  });

  it('gives copies, which change nothing until they are kept', () => {
    const memory = createStreamMemory();
    memory.keep('a', at(1), 0);
    memory.recall('a')!.run.approvals.set('appr_1', 'pending');
    expect(memory.recall('a')!.run.approvals.size).toBe(0);
  });

  it.each<[string, readonly [number, boolean], readonly [number, boolean], readonly [number, boolean]]>([
    ['that is further on', [5, true], [9, true], [9, true]],
    ['that is less far', [9, true], [5, true], [9, true]],
    ['that has seen everything', [5, false], [5, true], [5, true]],
    ['that has missed something', [5, true], [5, false], [5, true]],
  ])('of two streams at the same time keeps the one %s', (_name, first, second, kept) => {
    const memory = createStreamMemory();
    memory.keep('a', at(...first), 0);
    memory.keep('a', at(...second), 0);
    const { seq, isWhole } = memory.recall('a')!.run;
    expect([seq, isWhole]).toEqual(kept);
  });
});
