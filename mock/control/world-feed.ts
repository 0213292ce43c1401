/**
 * Streams the events of a world: of requests, records, the clock, the world as a whole, and those that the API adds.
 * Each event is created once, regardless of the number of readers, and none is created while there is no reader.
 */
import type { ConsoleEvent } from '../../generated/control/types.ts';
import { isoTime } from '../kernel/time/iso-time.ts';
import type { Journals } from '../http/pipeline-parts.ts';
import { onAbort, type Cancel } from '../kernel/async.ts';
import type { ChangeSet } from '../kernel/transaction/changes.ts';
import type { View } from '../kernel/store/view.ts';
import type { WorldChange } from '../kernel/log/subscribers.ts';
import type { World } from '../kernel/world/world.ts';
import { EventQueue } from './event-queue.ts';
import { namesOf, type RecordBodies } from './record-bodies.ts';
import { clockBody } from './clock.ts';
import { entryBody } from './requests.ts';
import type { Handlers } from '../../generated/control/server.ts';
import type { HandlerContext } from '../http/context.ts';

/** Streams the events of a world to each reader, from now until the world is deleted. */
export interface ConsoleFeeds {
  follow(world: World): EventQueue<ConsoleEvent>;
}

/** Returns the events that an API adds for a change. */
export type ApiEvents = (changes: ChangeSet, after: View) => readonly ConsoleEvent[];

export interface FeedParts {
  readonly journals: Journals;
  readonly bodies: RecordBodies;
  readonly apiEvents?: ApiEvents | undefined;
}

export function createConsoleFeeds(parts: FeedParts): ConsoleFeeds {
  const feeds = new WeakMap<World, ConsoleFeed>();
  return {
    follow(world) {
      const feed = feeds.get(world) ?? new ConsoleFeed(world, parts);
      feeds.set(world, feed);
      return feed.follow();
    },
  };
}

class ConsoleFeed {
  readonly #world: World;
  readonly #parts: FeedParts;
  readonly #readers = new Set<EventQueue<ConsoleEvent>>();
  #stop: Cancel = () => undefined;

  constructor(world: World, parts: FeedParts) {
    this.#world = world;
    this.#parts = parts;
  }

  follow(): EventQueue<ConsoleEvent> {
    const reader: EventQueue<ConsoleEvent> = new EventQueue(() => {
      this.#readers.delete(reader);
      if (this.#readers.size === 0) this.#stop();
    });
    this.#readers.add(reader);
    if (this.#readers.size === 1) this.#start();
    return reader;
  }

  #start(): void {
    const world = this.#world;
    const cancels = [
      world.watch((change) => {
        if (change.kind === 'closed') for (const reader of [...this.#readers]) reader.end();
        else for (const event of eventsOf(world, change, this.#parts)) this.#send(event);
      }),
      this.#parts.journals.of(world).watch((entry) => {
        this.#send({ type: 'request', at: isoTime(world.now), request: entryBody(entry) });
      }),
    ];
    this.#stop = () => {
      for (const cancel of cancels) cancel();
    };
  }

  #send(event: ConsoleEvent): void {
    for (const reader of [...this.#readers]) reader.push(event);
  }
}

function eventsOf(
  world: World,
  change: Exclude<WorldChange, { kind: 'closed' }>,
  { bodies, apiEvents }: FeedParts,
): readonly ConsoleEvent[] {
  if (change.kind === 'replaced') return [{ type: 'world', at: isoTime(world.now), change: change.cause }];
  const { changes, before, after } = change;
  const clock = changes.clock === null ? [] : [clockEvent(world)];
  return [...clock, ...recordEvents(changes, before, bodies), ...(apiEvents?.(changes, after) ?? [])];
}

function clockEvent(world: World): ConsoleEvent {
  const clock = clockBody(world);
  return { type: 'clock', at: clock.now, clock };
}

function recordEvents(
  { at, puts, deletes }: ChangeSet,
  before: View,
  bodies: RecordBodies,
): readonly ConsoleEvent[] {
  const common = { type: 'record', at: isoTime(at) } as const;
  return [
    ...puts.map(({ kind, record }): ConsoleEvent => {
      const change = before.has({ name: kind }, record.id) ? 'updated' : 'created';
      return { ...common, change, kind: namesOf(kind), id: record.id, record: bodies.bodyOf(record) };
    }),
    ...deletes.map(({ kind, id }): ConsoleEvent => ({
      ...common,
      change: 'deleted',
      kind: namesOf(kind),
      id,
      record: null,
    })),
  ];
}

/** Handles the event stream of a world; the stream ends when the reader disconnects or the world is deleted. */
export function createStreamHandlers(feeds: ConsoleFeeds): Pick<Handlers<HandlerContext>, 'followWorld'> {
  return {
    followWorld(_, { world, signal }) {
      const batches = feeds.follow(world);
      onAbort(signal, () => {
        batches.end();
      });
      return { status: 200, stream: { batches } };
    },
  };
}
