/** Programs that tests start: free ports, and the wait until a program responds. */
import type { ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';

/** Finds a port that nothing listens on. The system may give it to another server before a program listens there. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a program on a free port, or on another one when it fails, since the first may no longer be free. */
export async function onFreePort<Program>(start: (port: number) => Promise<Program>): Promise<Program> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** Waits until a program responds at a URL. Errors: rejects when it has ended, or after a minute. */
export async function untilResponding(address: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}.`);
    try {
      await fetch(address);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('The program did not respond within a minute.');
}

/**
 * Waits until a program prints a text on its standard output, which must be a pipe.
 * Returns the match. Errors: rejects when the program ends before.
 */
export function untilPrinted(child: ChildProcess, text: RegExp): Promise<RegExpExecArray> {
  const output = child.stdout!.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (more: string): void => {
      printed += more;
      const match = text.exec(printed);
      if (match === null) return;
      output.off('data', read).resume();
      resolve(match);
    };
    output.on('data', read);
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}: ${printed}`)));
  });
}
