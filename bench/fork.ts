/**
 * Measures what a fork costs: of a world with 100,000 records against an empty one, in the same run. The goal is at most 1.5 times.
 * A world with timers also sets an alarm, which costs as much for one timer as for many; so there is a row with and one without.
 * Run: node bench/fork.ts.
 */
import { createHostTimer } from '../mock/adapters/host-timer.ts';
import type { Draft } from '../mock/kernel/draft.ts';
import { createLayout, indexOf, kindOf } from '../mock/kernel/layout.ts';
import { ok } from '../mock/kernel/result.ts';
import { hours } from '../mock/kernel/units.ts';
import type { Fixture } from '../mock/kernel/world.ts';
import { openWorlds } from '../mock/worlds.ts';
import type { Worlds } from '../mock/worlds.ts';

interface Note {
  readonly id: string;
  readonly author: string;
}

const recordCount = 100_000;
const rounds = 15;
const forksPerRound = 500;
const goal = 1.5;

const notes = kindOf<Note>('note');
const byAuthor = indexOf(notes, 'byAuthor', ({ author }) => author);

function putRecords(draft: Draft): readonly string[] {
  return Array.from({ length: recordCount }, (_, number) => {
    const author = `author ${number % 100}`;
    return draft.put(notes, { id: draft.nextId('note'), author }).id;
  });
}

function putRecordsWithTimers(draft: Draft): void {
  for (const id of putRecords(draft)) {
    draft.startTimer({ key: id, after: hours(1), target: { kind: 'note', id }, trigger: 'expire' });
  }
}

const fixtures = new Map<string, Fixture>([
  ['empty', () => undefined],
  ['records', putRecords],
  ['records and timers', putRecordsWithTimers],
]);

async function open(): Promise<Worlds> {
  const worlds = await openWorlds({
    layout: createLayout([notes], [byAuthor]),
    fixtures,
    fire: () => undefined,
    report: (error) => {
      throw error;
    },
    host: createHostTimer(),
  });
  for (const [number, fixture] of [...fixtures.keys()].entries())
    await worlds.create({ id: `w${number}`, fixture });
  return worlds;
}

/** Forks a world and deletes the fork; gives the CPU time of one such turn in microseconds. */
async function forkOften(worlds: Worlds, from: string, isWrittenTo: boolean): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < forksPerRound; turn += 1) {
    const fork = await worlds.create({ id: 'fork', from });
    if (!fork.ok) throw new Error(fork.error.code);
    if (isWrittenTo)
      await fork.value.dispatch((draft) => ok(draft.put(notes, { id: 'note_new', author: 'me' })));
    await worlds.delete('fork');
  }
  const used = process.cpuUsage(before);
  return (used.user + used.system) / forksPerRound;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function report(worlds: Worlds, name: string, from: string, isWrittenTo: boolean): Promise<void> {
  const empty: number[] = [];
  const full: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await forkOften(worlds, 'w0', isWrittenTo));
    full.push(await forkOften(worlds, from, isWrittenTo));
  }
  const times = `${median(full).toFixed(1)} µs, of an empty world ${median(empty).toFixed(1)} µs`;
  console.log(`${name}: ${times}, ratio ${(median(full) / median(empty)).toFixed(2)}`);
}

const worlds = await open();
await forkOften(worlds, 'w0', true);
await forkOften(worlds, 'w2', true);
console.log(`CPU time, ${recordCount} records, goal for a fork: ratio ≤ ${goal}`);
await report(worlds, 'fork', 'w1', false);
await report(worlds, 'fork of a world with as many timers', 'w2', false);
await report(worlds, 'fork and first write', 'w1', true);
await worlds.close();
