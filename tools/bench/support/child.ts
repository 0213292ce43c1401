/**
 * A program of `tools/bench/programs` in a process of its own, which does what it is told and answers.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a program can be told: a function for each order. */
export type Orders = Readonly<Record<string, (given: never) => unknown>>;

/** What an order is answered. */
export type ResponseOf<Order extends (given: never) => unknown> = Awaited<ReturnType<Order>>;

/** A program that runs. */
export interface Child<Table extends Orders> {
  /** Gives an order and waits for its answer; one at a time. */
  tell<Name extends string & keyof Table>(
    name: Name,
    given: Parameters<Table[Name]>[0],
  ): Promise<ResponseOf<Table[Name]>>;
  stop(): Promise<void>;
}

interface Message {
  readonly name: string;
  readonly given: never;
}

/** Starts a program. Shape: `flags` are for Node. */
export function startChild<Table extends Orders>(
  program: string,
  flags: readonly string[] = [],
): Child<Table> {
  const child = fork(join(import.meta.dirname, '../programs', program), {
    execArgv: ['--disable-warning=ExperimentalWarning', ...flags],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${String(code)}.`);
  });
  died.catch(() => undefined);
  return {
    async tell<Name extends string & keyof Table>(
      name: Name,
      given: Parameters<Table[Name]>[0],
    ): Promise<ResponseOf<Table[Name]>> {
      child.send({ name, given });
      const [{ answer }] = (await Promise.race([once(child, 'message'), died])) as [
        { readonly answer: ResponseOf<Table[Name]> },
      ];
      return answer;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** Obeys the parent process until it is gone. Called by the program. */
export function obey(orders: Orders): void {
  process.on('message', (message) => {
    const { name, given } = message as Message;
    void Promise.resolve(orders[name]?.(given)).then((answer) => process.send?.({ answer }));
  });
  process.on('disconnect', () => process.exit());
}

/** Tells the processor time that this process has used. Units: microseconds since its start. */
export function usedCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
