/** Runs a Node program in a child process and measures its time and memory. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inTemporaryFolder } from '../../temporary-folder.ts';

export interface MeasuredRun {
  /** `null` when a signal ended it. */
  readonly status: number | null;
  readonly output: string;
  /** Units: from the spawn to the exit. */
  readonly seconds: number;
  /** Units: processor time of all its threads, in seconds; 0 if it crashed. */
  readonly cpuSeconds: number;
  /** Units: peak memory in megabytes of 2^20 bytes; 0 if the process crashed. */
  readonly peakMegabytes: number;
}

const reporter = pathToFileURL(join(import.meta.dirname, 'report-memory.mjs')).href;

/** Runs `node` with arguments. Shape: `output` is its standard output, then its standard error. */
export function runMeasured(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<MeasuredRun> {
  return inTemporaryFolder(async (folder) => {
    const memoryFile = join(folder, 'memory');
    const began = performance.now();
    const { status, output } = await finish([`--import=${reporter}`, ...args], {
      ...options,
      env: { ...process.env, ...options.env, MEASURED_RUN_FILE: memoryFile },
    });
    const seconds = (performance.now() - began) / 1000;
    const [kilobytes, microseconds] = readUsage(memoryFile);
    return { status, output, seconds, cpuSeconds: microseconds / 1e6, peakMegabytes: kilobytes / 1024 };
  });
}

function finish(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { out: '', error: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.error += text));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output: texts.out + texts.error }));
  });
}

function readUsage(file: string): readonly [kilobytes: number, microseconds: number] {
  try {
    const [kilobytes = 0, microseconds = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
    return [kilobytes, microseconds];
  } catch {
    return [0, 0];
  }
}
