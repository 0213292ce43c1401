/**
 * Streams what happens in a world: requests, events of runs, records, the clock, the world as a whole. Each event is
 * created once, regardless of the number of readers, and none is created while there is no reader.
 */
import type { ConsoleEvent } from '../../../generated/control/types.ts';
import { agents } from '../domain/agents/agent.ts';
import { executions, executionTopic } from '../domain/executions/execution.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Journals } from '../../http/pipeline-parts.ts';
import { onAbort } from '../../kernel/async.ts';
import type { Cancel } from '../../kernel/async.ts';
import type { ChangeSet } from '../../kernel/transaction/changes.ts';
import type { Entry } from '../../kernel/store/topic.ts';
import type { View } from '../../kernel/store/view.ts';
import type { WorldChange } from '../../kernel/log/subscribers.ts';
import type { World } from '../../kernel/world/world.ts';
import { namesOf, recordBody } from '../../control/record-bodies.ts';
import { clockBody } from '../../control/clock.ts';
import { entryBody } from '../../control/requests.ts';
import type { Handlers } from '../../../generated/control/server.ts';
import type { ServiceContext } from '../../http/context.ts';

/** Streams the events of a world to each reader, from now until the world is deleted. */
export interface ConsoleFeeds {
  follow(world: World): EventQueue<ConsoleEvent>;
}

export function createConsoleFeeds(journals: Journals): ConsoleFeeds {
  const feeds = new WeakMap<World, ConsoleFeed>();
  return {
    follow(world) {
      const feed = feeds.get(world) ?? new ConsoleFeed(world, journals);
      feeds.set(world, feed);
      return feed.follow();
    },
  };
}

class ConsoleFeed {
  readonly #world: World;
  readonly #journals: Journals;
  readonly #readers = new Set<EventQueue<ConsoleEvent>>();
  #stop: Cancel = () => undefined;

  constructor(world: World, journals: Journals) {
    this.#world = world;
    this.#journals = journals;
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
        else for (const event of eventsOf(world, change)) this.#send(event);
      }),
      this.#journals.of(world).watch((entry) => {
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

function eventsOf(world: World, change: Exclude<WorldChange, { kind: 'closed' }>): readonly ConsoleEvent[] {
  if (change.kind === 'replaced') return [{ type: 'world', at: isoTime(world.now), change: change.cause }];
  const { changes, before, after } = change;
  const clock = changes.clock === null ? [] : [clockEvent(world)];
  return [...clock, ...recordEvents(changes, before), ...runEvents(changes, after)];
}

function clockEvent(world: World): ConsoleEvent {
  const clock = clockBody(world);
  return { type: 'clock', at: clock.now, clock };
}

function recordEvents({ at, puts, deletes }: ChangeSet, before: View): readonly ConsoleEvent[] {
  const common = { type: 'record', at: isoTime(at) } as const;
  return [
    ...puts.map(({ kind, record }): ConsoleEvent => {
      const change = before.has({ name: kind }, record.id) ? 'updated' : 'created';
      return { ...common, change, kind: namesOf(kind), id: record.id, record: recordBody(record) };
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

const runTopics = executionTopic('');

function runEvents({ entries }: ChangeSet, after: View): readonly ConsoleEvent[] {
  return entries
    .filter(({ topic }) => topic.startsWith(runTopics))
    .map(({ topic, entry }) => runEvent(topic.slice(runTopics.length), entry, after));
}

function runEvent(executionId: string, { at, event }: Entry<unknown>, view: View): ConsoleEvent {
  const agentId = view.get(executions, executionId)?.agentId ?? null;
  const isStored = agentId !== null && view.has(agents, agentId);
  return {
    type: 'run',
    at: isoTime(at),
    executionId,
    agentId: isStored ? agentId : null,
    event: event as { type: string },
  };
}

/** Handles the event stream of a world; the stream ends when the reader disconnects or the world is deleted. */
export function createStreamHandlers(feeds: ConsoleFeeds): Pick<Handlers<ServiceContext>, 'followWorld'> {
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

/** The maximum number of queued events; a reader that falls further behind is disconnected. */
const LONGEST = 10_000;

/** The event queue of one reader; a batch contains everything since the previous batch. */
export class EventQueue<E> implements AsyncIterableIterator<readonly E[]> {
  readonly #leave: () => void;
  #waiting: E[] = [];
  #wake: (() => void) | null = null;
  #isOver = false;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  push(event: E): void {
    if (this.#isOver) return;
    this.#waiting.push(event);
    if (this.#waiting.length > LONGEST) this.end();
    this.#wake?.();
  }

  /** Delivers the queued events to the reader, and ends. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<readonly E[], undefined>> {
    while (this.#waiting.length === 0) {
      if (this.#isOver) return { done: true, value: undefined };
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
    const value = this.#waiting;
    this.#waiting = [];
    return { done: false, value };
  }

  return(): Promise<IteratorResult<readonly E[], undefined>> {
    this.#waiting = [];
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }
}
