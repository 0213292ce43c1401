/** The calls of each world, in a separate list. Changes are published to the replicas that watch the world. */
import type { Cancel } from '../../kernel/async.ts';
import type { ListedValue, SharedList } from '../../kernel/ports.ts';
import type { RedisConnection } from './connection.ts';
import type { Keys } from './keys.ts';
import type { StoredObjects } from './stored-objects.ts';
import { addCall, clearCalls, readCalls, replaceCall } from './scripts.ts';

type Watcher = (value: ListedValue) => void;

export interface SharedCallsOptions {
  readonly connection: RedisConnection;
  readonly keys: Keys;
  readonly objects: StoredObjects;
  /** Returns the uid of a world that this process knows; empty for others. */
  readonly uidOf: (world: string) => string;
}

export class SharedCalls implements SharedList {
  readonly #connection: RedisConnection;
  readonly #keys: Keys;
  readonly #uidOf: (world: string) => string;
  readonly #objects: StoredObjects;
  readonly #watchers = new Map<string, Set<Watcher>>();

  constructor({ connection, keys, uidOf, objects }: SharedCallsOptions) {
    this.#connection = connection;
    this.#keys = keys;
    this.#uidOf = uidOf;
    this.#objects = objects;
  }

  /** Adds a value once: it is not added again when the connection is lost before the reply arrives. */
  async add(world: string, value: unknown): Promise<number> {
    const { all, calls } = this.#keys.of(world);
    const values = [this.#uidOf(world), JSON.stringify(value), calls];
    return Number(await this.#connection.attempt((sender) => sender.run(addCall, all, values), 0));
  }

  async replace(world: string, number: number, value: unknown): Promise<void> {
    const { all, calls } = this.#keys.of(world);
    const values = [this.#uidOf(world), JSON.stringify(value), calls, number];
    await this.#connection.attempt((sender) => sender.run(replaceCall, all, values));
  }

  async read(world: string): Promise<{ readonly added: number; readonly values: readonly ListedValue[] }> {
    const { all, calls } = this.#keys.of(world);
    const result = await this.#connection.attempt((sender) => sender.run(readCalls, all, []));
    const [count, lines] = result as [string, readonly string[]];
    const added = Number(count);
    const first = added - lines.length + 1;
    const values = lines.flatMap((line, place) => this.#listed(calls, first + place, line) ?? []);
    return { added, values };
  }

  async clear(world: string, restart: boolean): Promise<void> {
    const { all } = this.#keys.of(world);
    await this.#connection.attempt((sender) => sender.run(clearCalls, all, [restart ? 1 : 0]));
  }

  watch(world: string, changed: Watcher): Cancel {
    const { calls: channel } = this.#keys.of(world);
    const watchers = this.#watchers.get(world) ?? new Set<Watcher>();
    const own: Watcher = (value) => {
      changed(value);
    };
    if (watchers.size === 0) {
      this.#watchers.set(world, watchers);
      this.#connection.subscribe(channel, (message) => {
        const end = message.indexOf(' ');
        const value = this.#listed(channel, Number(message.slice(0, end)), message.slice(end + 1));
        if (value !== undefined) for (const watcher of [...watchers]) watcher(value);
      });
    }
    watchers.add(own);
    return () => {
      if (!watchers.delete(own) || watchers.size > 0) return;
      this.#watchers.delete(world);
      this.#connection.unsubscribe(channel);
    };
  }

  #listed(key: string, number: number, line: string): ListedValue | undefined {
    const value = this.#objects.read(line, `${key} entry ${number}`);
    return value && { number, value };
  }
}
