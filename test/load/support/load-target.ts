/** A mock in a separate process, and clients that call it many times concurrently. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Answers, Memory, Started, Waiting } from './mock-process.ts';

/** A mock under load. */
export interface LoadTarget {
  readonly url: string;
  ask<Question extends keyof Answers>(question: Question): Promise<Answers[Question]>;
  /** Polls the number of waiting readers until it matches. Fails when it never does. */
  waitUntil(holds: (waiting: Waiting) => boolean): Promise<void>;
  /** Returns the memory in use once no reader waits in any world and every connection is closed. */
  memoryAtRest(): Promise<Memory>;
  stop(): Promise<void>;
}

/** A call. */
export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly prefer?: string;
}

/** A response that is being read. */
export interface OpenAnswer {
  readonly status: number;
  /** What has been received so far. */
  readonly text: () => string;
  /** Resolves at the end of the response with all of it. */
  readonly ended: Promise<string>;
  /** Closes the connection. */
  leave(): void;
}

export async function startTarget(): Promise<LoadTarget> {
  const child = fork(join(import.meta.dirname, 'mock-process.ts'), {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The mock ended with ${String(code)}.`);
  });
  died.catch(() => undefined);
  const nextMessage = async <T>(): Promise<T> => {
    const [message] = (await Promise.race([once(child, 'message'), died])) as [T];
    return message;
  };
  const { url } = await nextMessage<Started>();

  async function waitUntil(holds: (waiting: Waiting) => boolean): Promise<void> {
    for (let turn = 0; turn < 20_000; turn++) if (holds(await ask('waiting'))) return;
    throw new Error(`Never came to hold: ${JSON.stringify(await ask('waiting'))}`);
  }

  async function ask<Question extends keyof Answers>(question: Question): Promise<Answers[Question]> {
    child.send(question);
    return nextMessage();
  }

  return {
    url,
    ask,
    waitUntil,
    async memoryAtRest() {
      await waitUntil(({ readers, sleepers, connections }) => readers + sleepers + connections === 0);
      return ask('memory');
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** Sends a request; resolves with the head of the response. Every request has its own connection. */
export function open(url: string, { method = 'GET', body, prefer }: Call = {}): Promise<OpenAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: 'Bearer rt_live_dev',
      ...(prefer !== undefined && { prefer }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = request(url, { method, headers, agent: new Agent({ keepAlive: false }) }, (response) => {
      resolve(reading(response));
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends a request and reads the whole response; fails for one that is not a success. */
export async function send(url: string, call: Call = {}): Promise<string> {
  const response = await open(url, call);
  const text = await response.ended;
  if (response.status >= 300)
    throw new Error(`${call.method ?? 'GET'} ${url} answered ${response.status}: ${text}`);
  return text;
}

/** Repeats a task the given number of times, a hundred concurrently, since a listener's backlog is short. */
export async function times<T>(count: number, work: (place: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const left = Math.min(100, count - done.length);
    const started = done.length;
    done.push(...(await Promise.all(Array.from({ length: left }, (_, place) => work(started + place)))));
  }
  return done;
}

function reading(response: IncomingMessage): OpenAnswer {
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<string>((resolve, reject) => {
    response.once('end', () => resolve(text));
    response.once('error', reject);
  });
  // A reader that disconnects does not wait for the end.
  ended.catch(() => undefined);
  return { status: response.statusCode ?? 0, text: () => text, ended, leave: () => response.destroy() };
}
