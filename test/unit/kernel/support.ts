/** A small domain for kernel tests: notes by an author, and one topic per note. Time is advanced manually. */
import fc from 'fast-check';
import { createManualHostTimer, type ManualHostTimer } from '../../support/manual-host-timer.ts';
import { createSeededRandom } from '../../../mock/adapters/seeded-random.ts';
import { createSequentialIds } from '../../../mock/adapters/sequential-ids.ts';
import type { Transaction } from '../../../mock/kernel/transaction/transaction.ts';
import { defineStore } from '../../../mock/kernel/store/schema.ts';
import { defineIndex, defineCollection, sortKey } from '../../../mock/kernel/store/collection.ts';
import type { Setting } from '../../../mock/kernel/store/collection.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { emptyState, type WorldState } from '../../../mock/kernel/store/state.ts';
import { topicName } from '../../../mock/kernel/store/topic.ts';
import type { Timer } from '../../../mock/kernel/machine/trigger.ts';
import { epochMs, milliseconds, seq } from '../../../mock/kernel/time/time.ts';
import type { Fixture } from '../../../mock/kernel/world/fixture.ts';
import type { World } from '../../../mock/kernel/world/world.ts';
import { openWorlds, type Worlds, type WorldsOptions } from '../../../mock/worlds/worlds.ts';

export interface Note {
  readonly id: string;
  readonly author: string;
  readonly rank: number;
}

export const notes = defineCollection<Note>('note');
export const drafts = defineCollection<Note>('draft');
export const byAuthor = defineIndex(notes, 'byAuthor', ({ author, rank }) =>
  author === 'nobody' ? null : sortKey(author, rank),
);
export const byRank = defineIndex(notes, 'byRank', ({ rank }) => sortKey(rank));
export const schema = defineStore([notes, drafts], [byAuthor, byRank]);
export const mood: Setting<string> = { name: 'mood', initial: 'calm' };
export const news = topicName<number>('news');
export const start = epochMs(1_767_225_600_000);
export const ports = { ids: createSequentialIds(), random: createSeededRandom() };
export const nowhere = { kind: 'note', id: 'none' };

export const fixtures: ReadonlyMap<string, Fixture> = new Map<string, Fixture>([
  ['empty', () => undefined],
  ['two', putTwoNotes],
]);

export function blankState(): WorldState {
  const clock = { mode: 'frozen', now: start } as const;
  return emptyState(schema, { seed: 1, fixture: 'empty', createdAt: start, clock }, ports.random.start(1));
}

/** Opens worlds whose timers append their payload to `news` by default. */
export async function openTestWorlds(options: Partial<WorldsOptions> = {}): Promise<{
  readonly worlds: Worlds;
  readonly world: World;
  readonly host: ManualHostTimer;
  readonly reports: unknown[];
}> {
  const host = createManualHostTimer(start);
  const reports: unknown[] = [];
  const worlds = await openWorlds({
    schema,
    fixtures,
    fire: appendPayload,
    report: (error) => reports.push(error),
    host,
    start: { clock: { mode: 'frozen' } },
    ...options,
  });
  return { worlds, world: worlds.find('default')!, host, reports };
}

function putTwoNotes(tx: Transaction): void {
  for (const author of ['ann', 'bob']) tx.put(notes, { id: tx.nextId('note'), author, rank: 0 });
}

function appendPayload(tx: Transaction, timer: Timer): void {
  tx.append(news, timer.payload as number);
}

/** One write to a draft, as data, so that a failing run is readable. */
export type Write =
  | { readonly do: 'put' | 'delete' | 'shelve'; readonly note: Note }
  | { readonly do: 'append'; readonly topic: string; readonly event: number }
  | { readonly do: 'pause' | 'end' | 'drop' | 'open'; readonly topic: string }
  | { readonly do: 'trim'; readonly topic: string; readonly before: number }
  | { readonly do: 'start'; readonly key: string; readonly after: number; readonly wait: boolean }
  | { readonly do: 'cancel'; readonly key: string }
  | { readonly do: 'id' | 'random' | 'count' | 'unset' }
  | { readonly do: 'set'; readonly value: string };

const name = (...names: string[]): fc.Arbitrary<string> => fc.constantFrom(...names);
const topic = name('a', 'b');
const key = name('k1', 'k2', 'k3');
const note: fc.Arbitrary<Note> = fc.record({
  id: fc.integer({ min: 0, max: 60 }).map(String),
  author: name('ann', 'bob', 'nobody'),
  rank: fc.nat(3),
});

export const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), note }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'shelve' as const), note }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), topic, event: fc.nat(9) }) },
  fc.record({
    do: fc.constantFrom('pause' as const, 'end' as const, 'drop' as const, 'open' as const),
    topic,
  }),
  fc.record({ do: fc.constant('trim' as const), topic, before: fc.nat(6) }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('start' as const), key, after: fc.nat(50), wait: fc.boolean() }),
  },
  fc.record({ do: fc.constant('cancel' as const), key }),
  fc.record({ do: fc.constantFrom('id' as const, 'random' as const, 'count' as const, 'unset' as const) }),
  fc.record({ do: fc.constant('set' as const), value: name('glad', 'sad') }),
);

export const writes = fc.array(write, { maxLength: 25 });

/** Applies a write; one that a topic does not allow is skipped. */
export function perform(tx: Transaction, step: Write): void {
  switch (step.do) {
    case 'put':
      tx.put(notes, step.note);
      return;
    case 'shelve':
      tx.put(drafts, step.note);
      return;
    case 'delete':
      tx.delete(notes, step.note.id);
      return;
    case 'append':
      if (tx.topic(step.topic)?.status !== 'ended') tx.append(topicName<number>(step.topic), step.event);
      return;
    case 'open':
      if (tx.topic(step.topic)?.status !== 'ended') tx.open(step.topic);
      return;
    case 'pause':
      tx.close(step.topic, 'paused');
      return;
    case 'end':
      tx.close(step.topic, 'ended');
      return;
    case 'drop':
      tx.dropTopic(step.topic);
      return;
    case 'trim':
      tx.trim(step.topic, seq(step.before));
      return;
    case 'start':
      tx.startTimer({
        key: step.key,
        after: milliseconds(step.after),
        target: nowhere,
        trigger: 'go',
        payload: 1,
        wait: step.wait,
      });
      return;
    case 'cancel':
      tx.cancelTimer(step.key);
      return;
    case 'id':
      tx.nextId('note');
      return;
    case 'random':
      tx.random();
      return;
    case 'count':
      tx.nextNumber('visits');
      return;
    case 'set':
      tx.set(mood, step.value);
      return;
    case 'unset':
      tx.unset(mood);
  }
}

export async function appendNews(world: World, ...events: readonly number[]): Promise<void> {
  await world.dispatch((tx) => {
    for (const event of events) tx.append(news, event);
    return ok(null);
  });
}

export function newsOf(world: World): readonly number[] {
  return world.query((view) => view.entries(news).map(({ event }) => event));
}

/** Waits until everything that depends only on promises has finished. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
