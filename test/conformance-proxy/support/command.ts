/** `backlot proxy` as a process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { until } from '../../hosts/support/until.ts';

/** A running command and what it has said. */
export interface Command {
  readonly child: ChildProcess;
  /** Where it listens. */
  readonly url: string;
  said(): string;
  complained(): string;
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const children: ChildProcess[] = [];

/** Ends whatever still runs. */
export function killCommands(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

/** Runs the command to its end. */
export async function runProxyCommand(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly said: string; readonly complained: string }> {
  const { exited, said, complained } = spawnCommand(args);
  const code = await exited;
  return { code, said: said(), complained: complained() };
}

/** Starts the command on a free port, and waits until it listens. */
export async function startProxyCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Command> {
  const { exited, ...command } = spawnCommand([...args, '--port', '0'], env);
  await until(() => command.said().includes('Ctrl+C') || command.child.exitCode !== null);
  const url = /http:\/\/\S+(?=,)/.exec(command.said())?.[0];
  if (url === undefined) throw new Error(`The proxy did not start: ${command.complained()}`);
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    command.child.kill(signal);
    return exited;
  };
  return { ...command, url, stop };
}

function spawnCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['cli/main.ts', 'proxy', ...args], {
    env: { ...process.env, ...env },
  });
  children.push(child);
  let said = '';
  let complained = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, said: () => said, complained: () => complained, exited };
}
