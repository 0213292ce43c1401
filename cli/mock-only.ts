/** Replaces `commands.ts` in the package `@backlot/mock`, whose only command is the mock. */
import { enableCompileCache } from 'node:module';
import { runMock } from './mock.ts';
import { systemErrorLine } from './output/system-error.ts';

/** Serves the mock with the arguments of the process, and sets its exit code. */
export async function runProcess(): Promise<void> {
  // Caches compiled code below the system's temporary folder, if that is writable.
  enableCompileCache();
  // Why: the mock keeps running when its output is closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.exitCode = await serveMock(process.argv.slice(2));
}

/** Serves the mock. Shape: the exit code, 1 after the message of an error of the system. */
async function serveMock(args: readonly string[]): Promise<number> {
  try {
    return await runMock(args, { hasExplain: false });
  } catch (error) {
    const line = systemErrorLine(error);
    if (line === null) throw error;
    process.stderr.write(`backlot-mock: ${line}\n`);
    return 1;
  }
}
