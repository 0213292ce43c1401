/** Helpers for slow starts: a free port, and the wait until something responds there. */
import type { ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';

/** Finds a port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until a process responds at a URL. Errors: rejects when it has ended, or after a minute. */
export async function untilAnswered(address: string, process_: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (process_.exitCode !== null) throw new Error(`Prism exited with ${process_.exitCode}.`);
    try {
      await fetch(address);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('Prism did not answer within a minute.');
}
