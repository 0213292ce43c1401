/** The generator in watch mode, in a child process. */
import { spawn } from 'node:child_process';

/** A process that watches a document. */
export interface WatchingGenerator {
  /** Resolves when the output of the latest save is complete. Units: seconds since the call. */
  saved(): Promise<number>;
  stop(): Promise<void>;
}

/** Units: milliseconds. */
const LIMIT = 120_000;

/** Starts a process; resolves when it waits for the first save. */
export async function startWatching(
  program: string,
  document: string,
  out: string,
  cache: string,
): Promise<WatchingGenerator> {
  const args = [program, 'generate', '--openapi', document, '--out', out, '--cache', cache, '--watch'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let written = '';
  let wake: () => void = () => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    wake();
  });
  const waits = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`It wrote only: ${written}`)), LIMIT);
      wake = () => {
        if (!written.includes('Watching ')) return;
        clearTimeout(limit);
        written = '';
        resolve();
      };
      wake();
    });
  await waits();
  return {
    async saved() {
      const began = performance.now();
      await waits();
      return (performance.now() - began) / 1000;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
