/** `backlot proxy` as a process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { until } from '../../hosts/support/until.ts';

/** A running command and its output. */
export interface Command {
  readonly child: ChildProcess;
  /** The URL it listens on. */
  readonly url: string;
  stdout(): string;
  stderr(): string;
  /** Sends a signal and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const children: ChildProcess[] = [];

export function killCommands(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

/** Starts the command on a free port, and waits until it listens. */
export async function startProxyCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Command> {
  const { exited, ...command } = spawnCommand([...args, '--port', '0'], env);
  await until(() => command.stdout().includes('Ctrl+C') || command.child.exitCode !== null);
  const url = /http:\/\/\S+(?=,)/.exec(command.stdout())?.[0];
  if (url === undefined) throw new Error(`The proxy did not start: ${command.stderr()}`);
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    command.child.kill(signal);
    return exited;
  };
  return { ...command, url, stop };
}

function spawnCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['dist/cli/main.js', 'proxy', ...args], {
    env: { ...process.env, ...env },
  });
  children.push(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, stdout: () => stdout, stderr: () => stderr, exited };
}
