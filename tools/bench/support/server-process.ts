/** A server in a separate process, and the processor time that it has used. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** How a server is started. Shape: `ready` is an address that responds once the server is up. */
export interface ServerStart {
  readonly command: readonly string[];
  readonly ready: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServerProcess {
  /** Units: milliseconds from the spawn to the first response. */
  readonly startedIn: number;
  /** Units: seconds of processor time, in user and system mode, of the process alone. */
  cpuSeconds(): number;
  /** Units: MiB of resident memory, of the process alone. */
  residentMegabytes(): number;
  stop(): Promise<void>;
}

const timeout = 60_000;

/**
 * Starts a server and waits for its first response, of any status.
 *
 * Errors: throws when it exits or does not respond within a minute.
 */
export async function startServer({ command, ready, cwd, env }: ServerStart): Promise<ServerProcess> {
  const [program = process.execPath, ...args] = command;
  const began = performance.now();
  const child = spawn(program, args, {
    stdio: 'ignore',
    env: { ...process.env, ...env },
    ...(cwd && { cwd }),
  });
  await firstResponse(child, ready, began);
  return {
    startedIn: performance.now() - began,
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    residentMegabytes: () => readResidentMegabytes(child.pid ?? 0),
    stop: () => stop(child),
  };
}

async function firstResponse(child: ChildProcess, address: string, began: number): Promise<void> {
  while (performance.now() - began < timeout) {
    if (child.exitCode !== null)
      throw new Error(`${child.spawnargs.join(' ')} exited with ${child.exitCode}.`);
    try {
      const response = await fetch(address);
      await response.arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  await stop(child);
  throw new Error(`${child.spawnargs.join(' ')} did not respond at ${address}.`);
}

/** Shape: all threads together. Source: proc(5), the first field of /proc/PID/task/TID/schedstat, in nanoseconds. */
function readCpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9;
}

/** Source: proc(5), VmRSS of /proc/PID/status, in KiB. */
function readResidentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3000);
  await exited;
  clearTimeout(late);
}
