/** The part of the package `redis` that is used, and how it is loaded: it is an optional peer dependency. */
import { LogUnavailableError } from '../../kernel/ports.ts';
import type { Script } from './scripts.ts';

/** A connection of the package. */
export interface RedisClient {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
  sendCommand(command: readonly string[]): Promise<unknown>;
  subscribe(channel: string, call: (message: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  destroy(): void;
}

export type CreateClient = (options: {
  readonly url: string;
  readonly disableOfflineQueue: boolean;
  readonly socket: { readonly reconnectStrategy: false; readonly connectTimeout: number };
}) => RedisClient;

export type RedisValue =
  null | string | number | readonly RedisValue[] | { readonly [key: string]: RedisValue };

/** Sends a command or a script. Commands of one turn of the event loop share a packet and are executed in order. */
export interface Sender {
  send(command: readonly string[]): Promise<RedisValue>;
  run(script: Script, keys: readonly string[], values: readonly (string | number)[]): Promise<RedisValue>;
}

export async function importClient(): Promise<CreateClient> {
  try {
    const { createClient } = await import('redis');
    return createClient;
  } catch (cause) {
    throw new LogUnavailableError('Storing worlds in Redis requires the package redis: npm i redis', {
      cause,
    });
  }
}
