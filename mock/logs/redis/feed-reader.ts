/**
 * Reads the feed of all worlds on a separate connection, which waits for the next entry. Reports gaps, after which the
 * changes are unknown.
 */
import { CallFailed, sleep, type RedisConnection } from './connection.ts';
import type { RedisValue, Sender } from './client.ts';
import type { Keys } from './keys.ts';
import { LogUnavailableError } from '../../kernel/ports.ts';

/** A commit of any replica. Shape: `version` is 0 when the world was deleted; `body` is empty when it is not included. */
export interface CommitNotice {
  readonly world: string;
  readonly uid: string;
  readonly version: number;
  readonly id: string;
  readonly before: string;
  readonly at: number;
  readonly body: string;
}

export interface FeedListener {
  received(entry: CommitNotice): void;
  /** Called when entries may have been missed. */
  missed(): Promise<void>;
}

/** The longest wait of one command. Units: milliseconds. */
export const MAX_WAIT = 2_000;

export class FeedReader {
  readonly #connection: RedisConnection;
  readonly #keys: Keys;
  readonly #listener: FeedListener;
  #last = -1;
  #isClosed = false;

  constructor(connection: RedisConnection, keys: Keys, listener: FeedListener) {
    this.#connection = connection;
    this.#keys = keys;
    this.#listener = listener;
  }

  async run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#connection.whenReady();
      try {
        await this.#connection.attempt((sender) => this.#read(sender), 0);
      } catch (error) {
        if (!(error instanceof LogUnavailableError) && !(error instanceof CallFailed)) throw error;
        this.#last = -1;
        await sleep(50);
      }
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#connection.close();
  }

  async #read(sender: Sender): Promise<void> {
    while (!this.#isClosed) {
      if (this.#last < 0) {
        this.#last = Number((await sender.send(['GET', this.#keys.fed])) ?? 0);
        await this.#listener.missed();
      }
      const result = await sender.send([
        ...['XREAD', 'COUNT', '500', 'BLOCK', String(MAX_WAIT)],
        ...['STREAMS', this.#keys.feed, `${this.#last}-0`],
      ]);
      const entries = result === null ? [] : (Object.values(result)[0] as readonly RedisValue[]);
      if (entries.length === 0) await this.#checkCount(sender);
      for (const entry of entries) this.#receive(entry as readonly [string, readonly string[]]);
    }
  }

  #receive([id, fields]: readonly [string, readonly string[]]): void {
    const number = Number(id.split('-', 1)[0]);
    if (this.#last < 0) return;
    if (number !== this.#last + 1) {
      this.#last = -1;
      return;
    }
    this.#last = number;
    const field = (place: number): string => fields[2 * place + 1] ?? '';
    this.#listener.received({
      world: field(0),
      uid: field(1),
      version: Number(field(2)),
      id: field(3),
      before: field(4),
      at: Number(field(5)),
      body: field(6),
    });
  }

  /** Starts again when Redis has lost its data and counts from 1 again. */
  async #checkCount(sender: Sender): Promise<void> {
    const count = Number((await sender.send(['GET', this.#keys.fed])) ?? 0);
    if (count < this.#last) this.#last = -1;
  }
}
