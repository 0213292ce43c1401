/**
 * Runs programs as a person's shell would, outside of the npm that runs the tests.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** How a program ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A program that runs. */
export interface Running {
  /** Resolves with the first match in what it prints; rejects when it ends without one. */
  said(form: RegExp): Promise<string>;
  /** Ends it and what it started, and resolves when it is gone. */
  stop(): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

/** Where a program runs. Shape: `node` is the executable that `node` on the `PATH` is. */
export interface Place {
  readonly folder: string;
  readonly node: string;
}

/** Starts a program in a group of its own. */
export function start(program: string, args: readonly string[], { folder, node }: Place): Running {
  const child = spawn(program, args, { cwd: folder, env: environmentOf(node), detached: true });
  const heard = listen(child);
  return {
    said: (form) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = form.exec(heard.out)?.[0];
          if (found !== undefined) resolve(found);
        };
        child.stdout.on('data', look);
        heard.ended.then(
          ({ out, err }) => reject(new Error(`${program} ended and never said ${form}:\n${out}${err}`)),
          reject,
        );
        look();
      }),
    stop: () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      return heard.ended;
    },
    ended: heard.ended,
  };
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], place: Place): Promise<Ended> {
  return start(program, args, place).ended;
}

function listen(child: ChildProcess): { readonly out: string; readonly ended: Promise<Ended> } {
  const heard = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (heard.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (heard.err += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...heard }));
  });
  return {
    get out() {
      return heard.out;
    },
    ended,
  };
}

/** What npm tells its scripts would lead the npm of the test back to this repository. */
function environmentOf(node: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE_(?!EXTRA_CA_CERTS)|VITEST)/i.test(name),
  );
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const outside = folders.filter((folder) => !folder.includes(`node_modules${path.sep}.bin`));
  return {
    ...Object.fromEntries(kept),
    NO_COLOR: '1',
    npm_config_loglevel: 'error',
    PATH: [path.dirname(node), ...outside].join(path.delimiter),
  };
}
