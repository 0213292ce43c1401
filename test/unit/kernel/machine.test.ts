import { describe, expect, test } from 'vitest';
import { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { append, cancelTimer, close, send, startTimer } from '../../../mock/kernel/machine/trigger.ts';
import { defineStore } from '../../../mock/kernel/store/schema.ts';
import { defineCollection } from '../../../mock/kernel/store/collection.ts';
import {
  defineMachine,
  transition,
  bindMachine,
  createMachines,
} from '../../../mock/kernel/machine/machine.ts';
import { emptyState } from '../../../mock/kernel/store/state.ts';
import { topicName } from '../../../mock/kernel/store/topic.ts';
import { seconds } from '../../../mock/kernel/time/time.ts';
import { ports, start } from './support.ts';

interface Lamp {
  readonly id: string;
  readonly state: LampState;
  readonly turns: number;
  readonly next: string | null;
}
type LampState = 'off' | 'on' | 'broken';
type LampTrigger =
  { readonly type: 'turn'; readonly by: string } | { readonly type: 'fade' } | { readonly type: 'drop' };

const light = topicName<string>('light');
const lamps = defineCollection<Lamp>('lamp');
const lampMachine = defineMachine<Lamp, LampState, LampTrigger>({
  id: 'lamp',
  field: 'state',
  initial: 'off',
  final: ['broken'],
  table: {
    off: {
      turn: [
        { to: 'broken', guard: ({ turns }) => turns >= 2, effects: () => [close(light, 'ended')] },
        {
          to: 'on',
          guard: (_, { by }) => by !== 'cat',
          update: (lamp) => ({ ...lamp, turns: lamp.turns + 1 }),
          effects: (lamp, { by }) => [
            append(light, `${by} ${lamp.state} ${lamp.turns}`),
            startTimer({
              key: lamp.id,
              after: seconds(5),
              target: { kind: 'lamp', id: lamp.id },
              trigger: 'fade',
            }),
            ...(lamp.next === null
              ? []
              : [send({ kind: 'lamp', id: lamp.next }, { type: 'turn', by: lamp.id })]),
          ],
        },
      ],
    },
    on: { fade: { to: 'off', effects: ({ id }) => [cancelTimer(id)] }, drop: { to: 'broken' } },
    broken: {},
  },
});

const machines = createMachines([bindMachine(lamps, lampMachine)]);
const lamp = (id: string, next: string | null = null): Lamp => ({ id, state: 'off', turns: 0, next });

function draftWith(...records: readonly Lamp[]): Transaction {
  const clock = { mode: 'frozen', now: start } as const;
  const tx = new Transaction(
    emptyState(defineStore([lamps], []), { seed: 1, fixture: '', createdAt: start, clock }, 0),
    start,
    ports,
  );
  for (const record of records) tx.put(lamps, record);
  return tx;
}

const target = (id: string) => ({ kind: 'lamp', id });
const turn: LampTrigger = { type: 'turn', by: 'ann' };

describe('a transition', () => {
  test('updates a copy of the record and returns the effects as data', () => {
    const record = Object.freeze(lamp('a'));
    const step = transition(lampMachine, record, turn, start);
    expect(step).toMatchObject({ ok: true, value: { record: { state: 'on', turns: 1 } } });
    expect(step.ok && step.value.effects.map(({ kind }) => kind)).toEqual(['append', 'startTimer']);
    expect(record).toEqual(lamp('a'));
  });

  test('uses the first rule whose guard passes', () => {
    expect(transition(lampMachine, { ...lamp('a'), turns: 2 }, turn, start)).toMatchObject({
      value: { record: { state: 'broken', turns: 2 } },
    });
  });

  test.each([
    ['off', { type: 'fade' }, 'no-rule'],
    ['off', { type: 'turn', by: 'cat' }, 'guarded'],
    ['broken', turn, 'no-rule'],
    ['off', { type: 'toString' } as unknown as LampTrigger, 'no-rule'],
    ['constructor' as LampState, turn, 'no-rule'],
  ] as const)('of a lamp in state %s by %j is rejected: %s', (state, trigger, reason) => {
    expect(transition(lampMachine, { ...lamp('a'), state }, trigger, start)).toEqual({
      ok: false,
      error: { code: 'TRANSITION_REJECTED', machine: 'lamp', state, trigger: trigger.type, reason },
    });
  });
});

describe('sending a trigger', () => {
  test('stores the updated record and applies the effects, including those on other records', () => {
    const tx = draftWith(lamp('a', 'b'), lamp('b'));
    expect(machines.send(tx, target('a'), turn)).toMatchObject({
      ok: true,
      value: { id: 'a', state: 'on' },
    });
    expect([tx.get(lamps, 'a')?.state, tx.get(lamps, 'b')?.state]).toEqual(['on', 'on']);
    expect(tx.entries(light).map(({ event }) => event)).toEqual(['ann on 1', 'a on 1']);
    expect([tx.timer('a')?.due, tx.timer('b')?.due]).toEqual([start + 5000, start + 5000]);
  });

  test('skips records that reject it in a cascade', () => {
    const tx = draftWith(lamp('a', 'b'), { ...lamp('b'), state: 'on' });
    expect(machines.send(tx, target('a'), turn).ok).toBe(true);
    expect(tx.get(lamps, 'b')).toEqual({ ...lamp('b'), state: 'on' });
  });

  test('changes nothing if it is rejected or has no target', () => {
    const tx = draftWith();
    expect(machines.send(tx, target('ghost'), turn)).toEqual({
      ok: false,
      error: { code: 'TARGET_UNKNOWN', target: target('ghost') },
    });
    expect(tx.isUntouched()).toBe(true);
    expect(() => machines.send(tx, { kind: 'chair', id: 'a' }, turn)).toThrow('has no machine');
  });

  test('by a timer passes on the payload', () => {
    const tx = draftWith(lamp('a'));
    const timer = {
      key: 'k',
      due: start,
      target: target('a'),
      trigger: 'turn',
      payload: { by: 'clock' },
      wait: false,
    };
    machines.fire(tx, timer);
    machines.fire(tx, { ...timer, payload: null, trigger: 'drop' });
    expect(tx.entries(light)[0]?.event).toBe('clock on 1');
    expect(tx.get(lamps, 'a')?.state).toBe('broken');
  });

  test('closes a topic and cancels a timer', () => {
    const tx = draftWith({ ...lamp('a'), turns: 2 }, lamp('b'));
    machines.send(tx, target('a'), turn);
    expect(tx.topic(light)?.status).toBe('ended');
    tx.dropTopic(light);
    machines.send(tx, target('b'), turn);
    machines.send(tx, target('b'), { type: 'fade' });
    expect(tx.timer('b')).toBeUndefined();
  });
});
