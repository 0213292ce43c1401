/** A mock with a data folder in a separate process, which can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface StoredMock {
  readonly url: string;
  readonly pid: number;
  /** Returns what the process has printed as errors. */
  errors(): string;
  /** Units: milliseconds from the spawn until it listens. */
  readonly startedIn: number;
  /** Ends the process with `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends the process with a signal that it handles; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the built command on a free port.
 *
 * Errors: rejects with what the process printed if it ends before it listens.
 */
export async function startStoredMock(folder: string, args: readonly string[] = []): Promise<StoredMock> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['dist/cli/main.js', 'mock', '--data', folder, '--port', '0', '--json', '--pace', 'instant', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const errors: string[] = [];
  const url = await listeningUrl(child, errors);
  const startedIn = performance.now() - began;
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  return {
    url,
    pid: child.pid ?? 0,
    errors: () => errors.join(''),
    startedIn,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

function listeningUrl(child: ChildProcess, errors: string[]): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The process has no output.');
  stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).once('line', (line) => {
      resolve((JSON.parse(line) as { readonly url: string }).url);
    });
    child.once('close', () => reject(new Error(`The mock did not start: ${errors.join('')}`)));
  });
}
