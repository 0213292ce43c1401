/**
 * The cost of a fork: of a world with 100,000 records, compared with an empty world. A world with timers also sets an
 * alarm, which costs as much for one timer as for many; so there is a row with and one without.
 */
import { createHostTimer } from '../../../mock/adapters/host-timer.ts';
import type { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { defineStore } from '../../../mock/kernel/store/schema.ts';
import { defineIndex, defineCollection } from '../../../mock/kernel/store/collection.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { hours } from '../../../mock/kernel/time/time.ts';
import type { Fixture } from '../../../mock/kernel/world/fixture.ts';
import { openWorlds, type Worlds } from '../../../mock/worlds/worlds.ts';
import { costRow, cpuPerRun, measurePair } from '../support/pair.ts';
import type { Bench, Row } from '../support/table.ts';

interface Note {
  readonly id: string;
  readonly author: string;
}

const recordCount = 100_000;
const rounds = 15;
const forksPerRound = 500;
const goal = 1.5;

const notes = defineCollection<Note>('note');
const byAuthor = defineIndex(notes, 'byAuthor', ({ author }) => author);

const fixtures = new Map<string, Fixture>([
  ['empty', () => undefined],
  ['records', (tx) => void putRecords(tx)],
  ['records-and-timers', putRecordsWithTimers],
]);

/** Measures forks that are only created, and forks that are written to. */
export const benchFork: Bench = async () => {
  const worlds = await open();
  try {
    await forkOften(worlds, 'empty', true);
    await forkOften(worlds, 'records-and-timers', true);
    return [
      await compare(worlds, 'fork a world with 100,000 records', 'records', false),
      await compare(worlds, 'fork one with as many timers too', 'records-and-timers', false),
      await compare(worlds, 'fork it and write to the fork', 'records', true),
    ];
  } finally {
    await worlds.close();
  }
};

async function compare(worlds: Worlds, what: string, from: string, isWrittenTo: boolean): Promise<Row> {
  const pair = await measurePair(
    rounds,
    () => forkOften(worlds, from, isWrittenTo),
    () => forkOften(worlds, 'empty', isWrittenTo),
  );
  return costRow(what, 'the same of an empty world', pair, goal, 'µs of processor time');
}

/** Forks a world and deletes the fork; returns the cost of both. */
function forkOften(worlds: Worlds, from: string, isWrittenTo: boolean): Promise<number> {
  return cpuPerRun(forksPerRound, async () => {
    const fork = await worlds.create({ id: 'fork', from });
    if (!fork.ok) throw new Error(fork.error.code);
    if (isWrittenTo) await fork.value.dispatch((tx) => ok(tx.put(notes, { id: 'note_new', author: 'me' })));
    await worlds.delete('fork');
  });
}

async function open(): Promise<Worlds> {
  const worlds = await openWorlds({
    schema: defineStore([notes], [byAuthor]),
    fixtures,
    fire: () => undefined,
    report: (error) => {
      throw error;
    },
    host: createHostTimer(),
  });
  for (const fixture of fixtures.keys()) await worlds.create({ id: fixture, fixture });
  return worlds;
}

function putRecords(tx: Transaction): readonly string[] {
  return Array.from({ length: recordCount }, (_, number) => {
    const author = `author ${number % 100}`;
    return tx.put(notes, { id: tx.nextId('note'), author }).id;
  });
}

function putRecordsWithTimers(tx: Transaction): void {
  for (const id of putRecords(tx))
    tx.startTimer({ key: id, after: hours(1), target: { kind: 'note', id }, trigger: 'expire' });
}
