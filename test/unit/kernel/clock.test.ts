import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHostTimer } from '../../../mock/adapters/host-timer.ts';
import { createManualHostTimer } from '../../support/manual-host-timer.ts';
import { WorldClock } from '../../../mock/adapters/world-clock.ts';
import {
  after,
  days,
  epochMs,
  hours,
  milliseconds,
  minutes,
  seconds,
  advancedSetting,
  changedSetting,
  rateOf,
  resumedSetting,
  settledSetting,
  worldInstant,
} from '../../../mock/kernel/time/time.ts';
import type { ClockSetting } from '../../../mock/kernel/time/time.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { newsOf, nowhere, openTestWorlds, settle, start } from './support.ts';

const real: ClockSetting = { mode: 'real', offset: milliseconds(0) };
const frozen: ClockSetting = { mode: 'frozen', now: start };
const scaled = (rate: number): ClockSetting => ({ mode: 'scaled', now: start, since: start, rate });
const later = (span: number) => after(start, milliseconds(span));

const setting: fc.Arbitrary<ClockSetting> = fc.oneof(
  fc
    .integer({ min: -5000, max: 5000 })
    .map((offset) => ({ mode: 'real', offset: milliseconds(offset) }) as const),
  fc.nat(5000).map((now) => ({ mode: 'frozen', now: later(now) }) as const),
  fc
    .tuple(fc.nat(5000), fc.nat(5000), fc.constantFrom(0.5, 2, 60))
    .map(([now, since, rate]) => ({ mode: 'scaled', now: later(now), since: later(since), rate }) as const),
);

describe('a setting', () => {
  test.each([
    [real, 1, 1000],
    [frozen, 0, 0],
    [scaled(60), 60, 60_000],
    [scaled(0.5), 0.5, 500],
  ] as const)('%j runs at rate %d', (one, rate, passed) => {
    expect(rateOf(one)).toBe(rate);
    expect(worldInstant(one, later(1000))).toBe(start + passed);
  });

  test('shows the same instant after it is settled, and a later one after it is advanced', () => {
    fc.assert(
      fc.property(setting, fc.nat(9000), fc.nat(9000), (one, host, by) => {
        const now = later(host);
        expect(worldInstant(settledSetting(one, now), now)).toBe(worldInstant(one, now));
        expect(worldInstant(advancedSetting(one, milliseconds(by)), now)).toBe(worldInstant(one, now) + by);
      }),
    );
  });

  test('continues from where it was settled when it is resumed, unless it is real', () => {
    const settled = settledSetting(scaled(2), later(1000));
    expect(worldInstant(resumedSetting(settled, later(50_000)), later(50_100))).toBe(start + 2000 + 200);
    expect(resumedSetting(real, later(9))).toBe(real);
    expect(resumedSetting(frozen, later(9))).toBe(frozen);
  });

  test.each([
    [frozen, { mode: 'real' }, 1000],
    [frozen, { mode: 'real', now: later(-500) }, -500],
    [real, { mode: 'frozen' }, 1000],
    [real, { mode: 'frozen', now: later(7) }, 7],
    [frozen, { mode: 'scaled', rate: 3 }, 0],
    [frozen, { mode: 'scaled', now: later(7) }, 7],
  ] as const)('%j changed by %j shows the right instant', (one, change, passed) => {
    const host = later(1000);
    expect(worldInstant(changedSetting(one, change, host), host)).toBe(start + passed);
  });
});

describe('a world clock', () => {
  function clockWith(initial: ClockSetting) {
    const host = createManualHostTimer(start);
    const clock = new WorldClock(host, initial);
    const rung: string[] = [];
    const note = (name: string) => (): void => void rung.push(`${name} ${clock.now() - start}`);
    return { host, clock, rung, note };
  }

  test.each([
    ['real', real, 1000, 1000],
    ['scaled up', scaled(10), 100, 1000],
    ['scaled down', scaled(0.5), 2000, 1000],
  ] as const)('that is %s fires alarms and waits when they are due', (_, initial, hostSpan, shown) => {
    const { host, clock, rung, note } = clockWith(initial);
    clock.wakeAt(later(1000), note('alarm'));
    clock.waitUntil(later(1000), note('wait'));
    host.pass(milliseconds(hostSpan - 1));
    expect(rung).toEqual([]);
    host.pass(milliseconds(1));
    expect(rung).toEqual([`alarm ${shown}`, `wait ${shown}`]);
    expect(host.waiting).toBe(0);
  });

  test('that is frozen fires waits after the same span of real time, and alarms never', () => {
    const { host, clock, rung, note } = clockWith(frozen);
    clock.wakeAt(later(1000), note('alarm'));
    clock.waitUntil(later(1000), note('wait'));
    host.pass(days(365));
    expect(rung).toEqual(['wait 0']);
  });

  test('fires in the order of the instants when it is moved forward, except for cancelled ones', () => {
    const { host, clock, rung, note } = clockWith(frozen);
    const cancel = clock.wakeAt(later(1), note('cancelled'));
    clock.wakeAt(later(30), note('third'));
    clock.waitUntil(later(20), note('second'));
    clock.wakeAt(later(10), note('first'));
    clock.wakeAt(later(31), note('later'));
    cancel();
    clock.changeSetting({ mode: 'frozen', now: later(30) });
    expect(rung).toEqual(['first 30', 'second 30', 'third 30']);
    clock.changeSetting(scaled(1));
    host.pass(milliseconds(31));
    expect(rung.at(-1)).toBe('later 31');
    expect(host.waiting).toBe(0);
  });

  test('that is moved back still ends waits after their span of real time', () => {
    const { host, clock, rung, note } = clockWith(real);
    clock.waitUntil(later(1000), note('wait'));
    clock.changeSetting({ mode: 'real', offset: hours(-1) });
    host.pass(seconds(1));
    expect(rung).toEqual([`wait ${1000 - hours(1)}`]);
  });

  test('supports waits longer than the maximum of a host timer', () => {
    const host = createManualHostTimer(start);
    const spans: number[] = [];
    const noting = {
      ...host,
      after: (...call: Parameters<typeof host.after>) => (spans.push(call[0]), host.after(...call)),
    };
    const clock = new WorldClock(noting, real);
    const rung: string[] = [];
    const note = (name: string) => (): void => void rung.push(`${name} ${clock.now() - start}`);
    clock.wakeAt(after(start, days(60)), note('alarm'));
    host.pass(days(59));
    expect(rung).toEqual([]);
    host.pass(days(1));
    expect(rung).toEqual([`alarm ${days(60)}`]);
    expect(Math.max(...spans)).toBeLessThan(2 ** 31);
  });

  test('fires asynchronously even for an instant in the past', () => {
    const { host, clock, rung, note } = clockWith(frozen);
    clock.wakeAt(later(-5), note('past'));
    expect(rung).toEqual([]);
    host.pass(milliseconds(0));
    expect(rung).toEqual(['past 0']);
  });
});

describe('the clock of a world', () => {
  test('can be read and changed', async () => {
    const { world, host } = await openTestWorlds();
    expect(world.clock).toEqual({ mode: 'frozen', now: start, rate: 0 });
    expect(await world.advance(minutes(10))).toEqual({ mode: 'frozen', now: start + 600_000, rate: 0 });
    expect(await world.changeClock({ mode: 'scaled', rate: 60 })).toEqual({
      mode: 'scaled',
      now: start + 600_000,
      rate: 60,
    });
    host.pass(seconds(1));
    expect(world.now).toBe(start + 660_000);
    expect(await world.changeClock({ mode: 'real' })).toEqual({ mode: 'real', now: start + 1000, rate: 1 });
    expect(await world.advance(hours(1))).toEqual({ mode: 'real', now: start + 3_601_000, rate: 1 });
    expect(await world.changeClock({ mode: 'frozen', now: epochMs(start + 5) })).toMatchObject({
      now: start + 5,
    });
  });

  test('fires the timers that fall due when it is set to a later instant', async () => {
    const { world } = await openTestWorlds();
    await world.dispatch((tx) =>
      ok(tx.startTimer({ key: 'k', after: hours(1), target: nowhere, trigger: 'go', payload: 4 })),
    );
    await world.changeClock({ mode: 'frozen', now: after(start, hours(1)) });
    expect(newsOf(world)).toEqual([4]);
  });

  const startWait =
    (key: string, span: number, payload: number, wait: boolean) =>
    (tx: Parameters<Parameters<Awaited<ReturnType<typeof openTestWorlds>>['world']['dispatch']>[0]>[0]) =>
      ok(tx.startTimer({ key, after: milliseconds(span), target: nowhere, trigger: 'go', payload, wait }));

  test('that is frozen fires only wait timers, by real time and at the instant it shows', async () => {
    const { world, host } = await openTestWorlds();
    await world.dispatch(startWait('pace', 500, 1, true));
    await world.dispatch(startWait('timeout', 100, 2, false));
    host.pass(milliseconds(499));
    await settle();
    expect(newsOf(world)).toEqual([]);
    host.pass(milliseconds(1));
    await settle();
    expect(
      world.query((view, at) => [
        ...view.entries<number>('news' as never).map(({ event, at: stamp }) => [event, stamp - start]),
        at - start,
      ]),
    ).toEqual([[1, 0], 0]);
    await world.advance(seconds(1));
    expect(newsOf(world)).toEqual([1, 2]);
  });

  test('fires a wait timer once, whether its world or the host is first', async () => {
    const { world, host } = await openTestWorlds();
    await world.dispatch(startWait('pace', 500, 1, true));
    await world.advance(seconds(1));
    host.pass(seconds(5));
    await settle();
    expect(newsOf(world)).toEqual([1]);
    expect(host.waiting).toBe(0);
  });

  test('keeps the waits of a forked or restored world, except for cancelled ones', async () => {
    const { world, worlds, host } = await openTestWorlds();
    await world.dispatch(startWait('pace', 500, 1, true));
    const snapshot = world.snapshot();
    await worlds.create({ id: 'fork', from: 'default' });
    const before = host.waiting;
    await world.dispatch((tx) => ok(tx.cancelTimer('pace')));
    expect(host.waiting).toBe(before - 1);
    host.pass(seconds(1));
    await settle();
    expect([newsOf(world), newsOf(worlds.find('fork')!)]).toEqual([[], [1]]);
    await world.restore(snapshot);
    host.pass(seconds(1));
    await settle();
    expect(newsOf(world)).toEqual([1]);
  });
});

describe('a sleep', () => {
  test('ends after its duration in world time', async () => {
    const { world, host } = await openTestWorlds();
    const sleep = world.sleep(minutes(1));
    expect(world.waiting.sleepers).toBe(1);
    await world.advance(minutes(1));
    expect(await sleep).toBe('elapsed');
    expect([world.waiting.sleepers, host.waiting]).toEqual([0, 0]);
  });

  test('ends after the same duration in real time', async () => {
    const { world, host } = await openTestWorlds();
    const sleep = world.sleep(minutes(1));
    host.pass(minutes(1));
    expect(await sleep).toBe('elapsed');
  });

  test('of zero length ends immediately', async () => {
    const { world } = await openTestWorlds();
    expect(await world.sleep(milliseconds(0))).toBe('elapsed');
  });

  test('is interrupted by an abort or by the deletion of the world', async () => {
    const { world, host } = await openTestWorlds();
    const controller = new AbortController();
    const aborted = world.sleep(minutes(1), controller.signal);
    controller.abort();
    const closed = world.sleep(minutes(1));
    await world.close();
    expect([await aborted, await closed, await world.sleep(minutes(1))]).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
    ]);
    expect(await world.sleep(minutes(1), controller.signal)).toBe('interrupted');
    expect([world.waiting.sleepers, host.waiting]).toEqual([0, 0]);
  });
});

test('the host timer calls back unless it was cancelled', async () => {
  const host = createHostTimer();
  const before = host.now();
  const calls: string[] = [];
  host.after(milliseconds(0), () => calls.push('cancelled'), false)();
  await new Promise<void>((resolve) => void host.after(milliseconds(0), resolve, false));
  expect(calls).toEqual([]);
  expect(host.now()).toBeGreaterThanOrEqual(before);
});
