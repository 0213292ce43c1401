/**
 * Runs a program such as `generate-process.ts` for one description after another, with a time limit, and starts it again
 * when it crashed or holds too much memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Tried } from './try-values.ts';
import type { Generated, GenerateMessage, GenerateTask } from './generate-process.ts';

/** What became of one description. */
export interface Outcome {
  /** `null` if the process did not crash. */
  readonly crash: string | null;
  readonly generated: Generated | null;
  readonly tried: Tried | null;
}

/** Units: megabytes of peak memory after which the next description gets a new process. */
const MAX_MEMORY = 1_500;

/** Processes descriptions in turn. */
export class GenerateWorker {
  private readonly program: string;
  private readonly args: readonly string[];
  private readonly seconds: number;
  private child: ChildProcess | null = null;

  /** Shape: `program` is a file of this folder. Units: `seconds` for one description. */
  constructor(program: string, args: readonly string[], seconds: number) {
    this.program = program;
    this.args = args;
    this.seconds = seconds;
  }

  /** Processes a description; `isAlone` gives it a new process, so that its memory can be measured. */
  run(task: GenerateTask, isAlone: boolean): Promise<Outcome> {
    if (isAlone) this.stop();
    const child = (this.child ??= fork(join(import.meta.dirname, this.program), this.args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    }));
    return new Promise((resolve) => {
      let generated: Generated | null = null;
      let printed = '';
      const end = (crash: string | null, tried: Tried | null): void => {
        clearTimeout(limit);
        child.removeAllListeners();
        child.stderr?.removeAllListeners();
        if (crash !== null || (generated?.megabytes ?? 0) > MAX_MEMORY) this.stop();
        resolve({ crash, generated, tried });
      };
      const limit = setTimeout(() => end(`not ready after ${this.seconds} s`, null), 1000 * this.seconds);
      child.stderr?.on('data', (piece: Buffer) => (printed += piece.toString()));
      child.once('exit', (status, signal) => {
        this.child = null;
        end(
          printed.includes('heap out of memory') ? 'out of memory' : `ended with ${status ?? signal}`,
          null,
        );
      });
      child.on('message', (message: GenerateMessage) => {
        if (message.kind === 'crashed') end(message.reason, null);
        else if (message.kind === 'tried') end(null, message.tried);
        else {
          ({ generated } = message);
          if (generated.errors.length > 0) end(null, null);
        }
      });
      child.send(task);
    });
  }

  stop(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }
}
