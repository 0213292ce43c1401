/** The start commands of all servers in the comparison, on the same contract. */
import { join } from 'node:path';
import { peerPath } from './peers.ts';
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

/** Prism with the contract, in its default configuration: it logs a line for each request. */
export function prismServer(): ServerStart {
  const prism = join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
  return {
    command: [
      process.execPath,
      prism,
      'mock',
      join(root, 'spec/openapi.yaml'),
      '--port',
      String(ports.prism),
    ],
    ready: `http://127.0.0.1:${ports.prism}/v1/agents`,
  };
}

/** Mockoon with the parts of the contract that it imports; null if it is not installed. */
export function mockoonServer(document: string): ServerStart | null {
  const mockoon = peerPath('@mockoon/cli/bin/run.js');
  if (mockoon === null) return null;
  return {
    command: [
      process.execPath,
      mockoon,
      'start',
      '--data',
      document,
      '--port',
      String(ports.mockoon),
      '--disable-log-to-file',
    ],
    ready: `http://127.0.0.1:${ports.mockoon}/v1/agents`,
    cwd: join(root, 'tools/bench/peers'),
  };
}

/** Scalar's mock server with the contract; null if it is not installed. */
export function scalarServer(document: string): ServerStart | null {
  if (peerPath('@scalar/mock-server') === null) return null;
  return {
    command: [process.execPath, join(root, 'tools/bench/peers/scalar.mjs'), String(ports.scalar), document],
    ready: `http://127.0.0.1:${ports.scalar}/v1/agents`,
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
  prism: 27_112,
  mockoon: 27_113,
  scalar: 27_114,
  canned: 27_115,
  proxy: 27_116,
  bareProxy: 27_117,
} as const;
