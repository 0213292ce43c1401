/** A program of `tools/bench/programs` in a child process, and remote calls to its methods. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The methods of a program. */
export type Methods = Readonly<Record<string, (given: never) => unknown>>;

export type ResultOf<Method extends (given: never) => unknown> = Awaited<ReturnType<Method>>;

/** A running program. */
export interface Child<Table extends Methods> {
  /** Calls a method and waits for its result; one call at a time. */
  call<Name extends string & keyof Table>(
    name: Name,
    given: Parameters<Table[Name]>[0],
  ): Promise<ResultOf<Table[Name]>>;
  stop(): Promise<void>;
}

interface Message {
  readonly name: string;
  readonly given: never;
}

/** Starts a program. Shape: `flags` are for Node. */
export function startChild<Table extends Methods>(
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
    async call<Name extends string & keyof Table>(
      name: Name,
      given: Parameters<Table[Name]>[0],
    ): Promise<ResultOf<Table[Name]>> {
      child.send({ name, given });
      const [{ result }] = (await Promise.race([once(child, 'message'), died])) as [
        { readonly result: ResultOf<Table[Name]> },
      ];
      return result;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Handles the calls of the parent process, and exits when it is gone. Called by the program. */
export function handleCalls(methods: Methods): void {
  process.on('message', (message) => {
    const { name, given } = message as Message;
    void Promise.resolve(methods[name]?.(given)).then((result) => process.send?.({ result }));
  });
  process.on('disconnect', () => process.exit());
}

/** Returns the processor time of this process. Units: microseconds since its start. */
export function usedCpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
