/** Stands in for `commands.ts` in the package `@backlot/mock`, whose command is only the mock. */
import { enableCompileCache } from 'node:module';
import { runMock } from './mock.ts';

/** Serves the mock with the arguments of the process, and sets its exit code. */
export async function runProcess(): Promise<void> {
  enableCompileCache();
  // Why: the mock keeps running when its output is closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.exitCode = await runMock(process.argv.slice(2));
}
