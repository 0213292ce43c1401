/**
 * A connection to Redis that is established again when it is lost. A job waits for it within a bounded time, counted from
 * the beginning of the outage, so that requests do not pile up during a long one.
 */
import type { CreateClient, RedisClient, RedisValue, Sender } from './client.ts';
import { classifyFailure, unavailable, type RedisFailure } from './failures.ts';
import { PendingCalls } from './pending-calls.ts';
import type { Script } from './scripts.ts';

export interface ConnectionOptions {
  readonly url: string;
  /** Units: milliseconds. */
  readonly timeout: number;
  readonly createClient: CreateClient;
  /** Called when the connection is lost and when it is back. */
  readonly changed?: (isUp: boolean, reason: string) => void;
}

/** Units: milliseconds. */
const MAX_PAUSE = 1_000;

export class RedisConnection implements Sender {
  /** The URL without user name and password. */
  readonly address: string;
  readonly #options: ConnectionOptions;
  readonly #waiting = new Set<() => void>();
  readonly #pending: PendingCalls;
  readonly #subscriptions = new Map<string, (message: string) => void>();
  #client: RedisClient | null = null;
  #isReady = false;
  #isClosed = false;
  /** The time of the first failure since the last success. */
  #downSince: number | null = null;
  #failure: RedisFailure = { kind: 'lost', reason: 'not connected' };

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { host, pathname } = new URL(options.url);
    this.address = host + (pathname.length > 1 ? pathname : '');
    this.#pending = new PendingCalls(options.timeout, (since) => {
      this.#dropSilent(since);
    });
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Connects for the first time. Errors: rejects with the error of the connection. */
  async open(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /**
   * Runs a job, and retries it after a temporary failure, until the time is over.
   *
   * Errors: rejects with `LogUnavailableError`, and with what the job throws otherwise.
   */
  async attempt<T>(job: (sender: Sender) => Promise<T>, timeout = this.#options.timeout): Promise<T> {
    const startedAt = performance.now();
    for (let pause = 20; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
      await this.#ready(startedAt, timeout);
      try {
        const value = await job(this);
        this.#downSince = null;
        return value;
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        const { failure } = error;
        if (failure.kind === 'rejected') throw unavailable(this.address, failure, error.cause);
        this.#fail(failure);
        if (failure.kind === 'moved') this.#reconnect(failure);
        const left = this.#deadline(startedAt, timeout) - performance.now();
        if (left <= 0) throw unavailable(this.address, failure, error.cause);
        if (this.#isReady) await sleep(Math.min(pause, left));
      }
    }
  }

  async send(command: readonly string[]): Promise<RedisValue> {
    const client = this.#client;
    if (client === null || !this.#isReady) throw new CallFailed(this.#failure);
    const replied = this.#pending.add();
    try {
      return (await client.sendCommand(command)) as RedisValue;
    } catch (error) {
      // A connection that was dropped here fails with a meaningless reason.
      const failure = client === this.#client ? classifyFailure(error) : this.#failure;
      throw new CallFailed(failure, { cause: error });
    } finally {
      replied();
    }
  }

  async run(
    script: Script,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<RedisValue> {
    const rest = [String(keys.length), ...keys, ...values.map(String)];
    try {
      return await this.send(['EVALSHA', script.sha, ...rest]);
    } catch (error) {
      if (!(error instanceof CallFailed && error.cause instanceof Error)) throw error;
      if (!error.cause.message.startsWith('NOSCRIPT')) throw error;
      return this.send(['EVAL', script.text, ...rest]);
    }
  }

  /** Calls with each message of a channel, also after the connection was lost and is back. */
  subscribe(channel: string, call: (message: string) => void): void {
    this.#subscriptions.set(channel, call);
    if (this.#isReady) this.#client?.subscribe(channel, call).catch(ignore);
  }

  unsubscribe(channel: string): void {
    this.#subscriptions.delete(channel);
    if (this.#isReady) this.#client?.unsubscribe(channel).catch(ignore);
  }

  /** Resolves once the connection is ready, however long it takes, and when it is closed. */
  async whenReady(): Promise<void> {
    while (!this.#isReady && !this.#isClosed)
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Closes the connection; calls that are still open fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isReady = false;
    this.#pending.close();
    this.#wake();
    const client = this.#client;
    this.#client = null;
    client?.destroy();
    await Promise.resolve();
  }

  async #connect(): Promise<void> {
    const { createClient: create, url, timeout } = this.#options;
    const client = create({
      url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: false, connectTimeout: timeout },
    });
    client.on('error', (error: unknown) => {
      if (client === this.#client) this.#reconnect(classifyFailure(error));
    });
    const limit = setTimeout(() => {
      if (client.isOpen && !client.isReady) client.destroy();
    }, timeout);
    try {
      await client.connect();
      const [role] = (await client.sendCommand(['ROLE'])) as readonly unknown[];
      if (role !== 'master') throw new Error('READONLY Redis is a replica');
      for (const [channel, call] of this.#subscriptions) await client.subscribe(channel, call);
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw error;
    } finally {
      clearTimeout(limit);
    }
    if (this.#isClosed) {
      client.destroy();
      return;
    }
    this.#client = client;
    this.#isReady = true;
    this.#downSince = null;
    this.#wake();
    this.#options.changed?.(true, '');
  }

  /** Drops the current connection and connects until it succeeds. */
  #reconnect(failure: RedisFailure): void {
    const client = this.#client;
    this.#fail(failure);
    if (client === null || this.#isClosed) return;
    this.#client = null;
    this.#isReady = false;
    this.#options.changed?.(false, failure.reason);
    if (client.isOpen) client.destroy();
    void this.#connectUntilReady();
  }

  async #connectUntilReady(): Promise<void> {
    for (let pause = 20; !this.#isClosed; pause = Math.min(pause * 2, MAX_PAUSE)) {
      try {
        await this.#connect();
        return;
      } catch (error) {
        this.#fail(classifyFailure(error));
        await sleep(pause);
      }
    }
  }

  /** Records a failure; an outage begins with the first one after a success. */
  #fail(failure: RedisFailure): void {
    this.#failure = failure;
    this.#downSince ??= performance.now();
  }

  #deadline(startedAt: number, timeout: number): number {
    return Math.min(startedAt, this.#downSince ?? Infinity) + timeout;
  }

  async #ready(startedAt: number, timeout: number): Promise<void> {
    while (!this.#isReady) {
      const left = this.#deadline(startedAt, timeout) - performance.now();
      if (left <= 0 || this.#isClosed) throw unavailable(this.address, this.#failure);
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, left);
        this.#waiting.add(done);
      });
    }
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
    this.#waiting.clear();
  }

  /** Replaces a connection on which Redis does not reply. */
  #dropSilent(since: number): void {
    if (!this.#isReady) return;
    this.#downSince = since;
    this.#reconnect({ kind: 'lost', reason: `no reply within ${this.#options.timeout} ms` });
  }
}

export class CallFailed extends Error {
  readonly failure: RedisFailure;

  constructor(failure: RedisFailure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.failure = failure;
  }
}

function ignore(): void {
  // The connection is lost; its error is handled where it is noticed.
}

export function sleep(span: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, span));
}
