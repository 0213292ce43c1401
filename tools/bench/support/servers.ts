/**
 * The start commands of all servers in the benchmarks.
 */
import { join } from 'node:path';
import type { ServerStart } from './server-process.ts';

const root = join(import.meta.dirname, '../../..');

/** The built mock, as `npm start` runs it. */
export function mockServer(): ServerStart {
  return {
    command: [
      process.execPath,
      join(root, 'dist/cli/main.js'),
      'mock',
      '--port',
      String(ports.mock),
      '--pace',
      'instant',
    ],
    ready: `http://127.0.0.1:${ports.mock}/_mock/health`,
  };
}

/** The bare server, with responses of the given size in bytes. */
export function bareServer(readBytes: number, createBytes: number): ServerStart {
  return {
    command: [
      process.execPath,
      join(root, 'tools/bench/programs/bare.mjs'),
      String(ports.bare),
      String(readBytes),
      String(createBytes),
    ],
    ready: `http://127.0.0.1:${ports.bare}/`,
  };
}

/** An upstream that responds with the content of a file. */
export function cannedServer(file: string): ServerStart {
  const program = join(root, 'tools/bench/programs/canned.mjs');
  return {
    command: [process.execPath, program, String(ports.canned), file],
    ready: `http://127.0.0.1:${ports.canned}/`,
  };
}

/** A proxy without checks, in front of the canned upstream. */
export function bareProxy(): ServerStart {
  const program = join(root, 'tools/bench/programs/bare-proxy.mjs');
  return {
    command: [process.execPath, program, String(ports.bareProxy), String(ports.canned)],
    ready: `http://127.0.0.1:${ports.bareProxy}/`,
  };
}

/** The built proxy in front of the canned upstream. */
export function ourProxy(): ServerStart {
  const command = join(root, 'dist/cli/main.js');
  const upstream = `http://127.0.0.1:${ports.canned}`;
  return {
    command: [process.execPath, command, 'proxy', upstream, '--port', String(ports.proxy)],
    ready: `http://127.0.0.1:${ports.proxy}/_proxy/health`,
  };
}

/** Fixed ports of the servers in a run, far from commonly used ones and below the ephemeral range. */
export const ports = {
  mock: 27_110,
  bare: 27_111,
  canned: 27_115,
  proxy: 27_116,
  bareProxy: 27_117,
} as const;
