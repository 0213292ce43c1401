/** The mock servers of the comparison: their packages, and how they are started according to their documentation. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerStart } from '../bench/support/server-process.ts';
import { isInstalled, modulesOf, type Installable } from './install.ts';

const root = join(import.meta.dirname, '../..');

/** A mock server. */
export interface ComparedMock extends Installable {
  /** The command on the page. */
  readonly command: string;
  /** Returns the arguments of Node. Shape: `modules` is the folder of its packages, `work` an empty folder. */
  readonly start: (place: { modules: string; work: string; file: string; port: string }) => readonly string[];
}

const prism: Omit<ComparedMock, 'name'> = {
  packages: ['@stoplight/prism-cli@5.16.0'],
  command: 'prism mock FILE',
  start: ({ modules, file, port }) => [
    join(modules, '@stoplight/prism-cli/dist/index.js'),
    'mock',
    file,
    '--port',
    port,
  ],
};

export const comparedMocks: readonly ComparedMock[] = [
  {
    name: 'Backlot',
    packages: [],
    command: 'backlot mock --openapi FILE',
    start: ({ file, port }) => [
      join(root, 'dist/cli/main.js'),
      'mock',
      '--openapi',
      file,
      '--port',
      port,
      '--quiet',
    ],
  },
  { name: 'Prism', ...prism },
  {
    name: 'Prism -d',
    ...prism,
    command: 'prism mock -d FILE',
    start: (place) => [...prism.start(place), '--dynamic'],
  },
  {
    name: 'Scalar',
    packages: ['@scalar/mock-server@0.14.4', '@hono/node-server@2.1.8'],
    command: 'createMockServer({ document })',
    start: ({ modules, file, port }) => {
      const program = join(modules, '../scalar.mjs');
      copyFileSync(join(root, 'tools/bench/peers/scalar.mjs'), program);
      return [program, port, file];
    },
  },
  {
    name: 'Mockoon',
    packages: ['@mockoon/cli@9.9.0'],
    command: 'mockoon-cli start --data FILE',
    start: ({ modules, file, port }) => [
      join(modules, '@mockoon/cli/bin/run.js'),
      'start',
      '--data',
      file,
      '--port',
      port,
      '--disable-log-to-file',
    ],
  },
  {
    name: 'Counterfact',
    packages: ['counterfact@2.11.0'],
    command: 'counterfact FILE DIR --serve --generate',
    start: ({ modules, work, file, port }) => [
      join(modules, 'counterfact/bin/counterfact.js'),
      file,
      work,
      '--serve',
      '--generate',
      '--port',
      port,
    ],
  },
];

/** Returns how a mock is started on a description; `null` if it is not installed in the folder. */
export function startOf(
  mock: ComparedMock,
  folder: string,
  file: string,
  port: number,
  ready: string,
): ServerStart | null {
  if (!isInstalled(mock, folder)) return null;
  const modules = modulesOf(mock, folder);
  const work = join(folder, 'work');
  mkdirSync(work, { recursive: true });
  return {
    command: [process.execPath, ...mock.start({ modules, work, file, port: String(port) })],
    ready: `http://127.0.0.1:${port}${ready}`,
    cwd: work,
  };
}
