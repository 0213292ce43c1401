import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { append, cancelTimer, close, startTimer } from '../../../mock/kernel/machine/trigger.ts';
import type { AnyEffect } from '../../../mock/kernel/machine/trigger.ts';
import { defineMachine, type Machine } from '../../../mock/kernel/machine/machine.ts';
import { topicName } from '../../../mock/kernel/store/topic.ts';
import { seconds } from '../../../mock/kernel/time/time.ts';
import { testMachineLaws } from '../../machines/support/machine-laws.ts';
import {
  deadEnds,
  openFinals,
  shadowedRules,
  unknownStates,
  unreachableStates,
} from '../../machines/support/table-laws.ts';
import { walkMachine } from '../../machines/support/walk.ts';

interface Job {
  readonly id: string;
  readonly state: State;
  readonly tries: number;
}
type State = 'new' | 'running' | 'done';
type Trigger = { readonly type: 'start' } | { readonly type: 'fail' } | { readonly type: 'timeout' };
type Table = Machine<Job, State, Trigger>['table'];

const log = topicName<string>('log');
const timer = startTimer({
  key: 'job/timeout',
  after: seconds(5),
  target: { kind: 'job', id: 'job' },
  trigger: 'timeout',
});
const first: Job = { id: 'job', state: 'new', tries: 0 };
const again = (job: Job): Job => ({ ...job, tries: job.tries + 1 });
const end = (): AnyEffect[] => [close(log, 'ended')];
const stop = (): AnyEffect[] => [cancelTimer('job/timeout'), ...end()];

const good: Table = {
  new: { start: { to: 'running', update: again, effects: () => [append(log, 'start'), timer] } },
  running: {
    fail: [
      { to: 'done', guard: ({ tries }) => tries >= 3, effects: stop },
      { to: 'running', update: again },
    ],
    timeout: { to: 'done', effects: end },
  },
  done: {},
};

const machineOf = (table: Table): Machine<Job, State, Trigger> =>
  defineMachine<Job, State, Trigger>({ id: 'job', field: 'state', initial: 'new', final: ['done'], table });

testMachineLaws({
  machine: machineOf(good),
  record: fc.constant(first),
  trigger: fc.constantFrom<Trigger>({ type: 'start' }, { type: 'fail' }),
});

test.each([
  [
    'a state that is not in the table',
    unknownStates,
    { ...good, new: { start: { to: 'lost' as State } } },
    ['lost'],
  ],
  ['an unreachable state', unreachableStates, { ...good, new: { start: { to: 'done' } } }, ['running']],
  ['a transition out of a final state', openFinals, { ...good, done: { start: { to: 'new' } } }, ['done']],
  ['a state without a path to a final one', deadEnds, { ...good, running: {} }, ['new', 'running']],
  [
    'a rule after one without a guard',
    shadowedRules,
    { ...good, new: { start: [{ to: 'running' }, { to: 'done' }] } },
    ['new × start'],
  ],
] as const)('the table laws find %s', (_, law, table, found) => {
  expect(law(machineOf(table))).toEqual(found);
  expect(law(machineOf(good))).toEqual([]);
});

describe('a walk finds', () => {
  const start = { trigger: { type: 'start' } } as const;
  const fail = { trigger: { type: 'fail' } } as const;
  const running = (row: Partial<Table['running']>): Table => ({
    ...good,
    running: { ...good.running, ...row },
  });
  let flips = 0;

  test.each([
    [
      'a timer that outlives its machine',
      running({ fail: { to: 'done' } }),
      'timer job/timeout still runs in the final state done',
    ],
    [
      'a timer whose trigger has no rule',
      running({ fail: { to: 'new' } }),
      'timer job/timeout runs in new, which has no rule for timeout',
    ],
    [
      'an event after the end of its topic',
      running({ fail: { to: 'running', effects: () => [close(log, 'ended'), append(log, 'more')] } }),
      'log gets an event after its end',
    ],
    [
      'an outcome that depends on something else',
      running({ fail: { to: 'running', update: (job) => ({ ...job, tries: (flips += 1) }) } }),
      'running × fail gives two outcomes for one input',
    ],
    [
      'a change of identity',
      running({ fail: { to: 'running', update: (job) => ({ ...job, id: 'other' }) } }),
      "running × fail changes the record's id",
    ],
  ])('%s', (_, table, violation) => {
    expect(walkMachine(machineOf(table), first, [start, fail]).violation).toBe(violation);
  });

  test('an update that mutates its record', () => {
    const table = running({ fail: { to: 'running', update: (job) => Object.assign(job, { tries: 9 }) } });
    expect(() => walkMachine(machineOf(table), first, [start, fail])).toThrow(TypeError);
  });

  test('the rules that were taken, including those of timers', () => {
    const walk = walkMachine(machineOf(good), first, [{ timer: 3 }, start, fail, { timer: 0 }, start]);
    expect(walk.taken).toEqual([
      'new × start → running',
      'running × fail → running',
      'running × timeout → done',
    ]);
    expect(walk.violation).toBeNull();
  });

  test('a record that does not start in the initial state', () => {
    const done: Job = { ...first, state: 'done' };
    expect(walkMachine(machineOf(good), done, []).violation).toContain('begin in new');
  });
});
