/** The generators that `compare.ts` compares: how each is called for one description. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A generator of types, a client and, except for the last one, options of TanStack Query. */
export interface ComparedGenerator {
  readonly name: string;
  /** The file with the tasks that are written with its output. */
  readonly tasks: string;
  /**
   * Prepares its configuration in a folder, and returns the arguments of Node that write its output to `out` there,
   * with handlers of MSW if it can.
   */
  readonly prepare: (
    folder: string,
    document: string,
    peers: string,
    hasMocks?: boolean,
  ) => readonly string[];
}

function writeConfig(folder: string, config: object): string {
  const file = join(folder, 'generator.config.mjs');
  writeFileSync(file, `export default ${JSON.stringify(config)};\n`);
  return file;
}

/** The generators; the command installs the versions of the peers. */
export const generators: readonly ComparedGenerator[] = [
  {
    name: 'Backlot',
    tasks: 'backlot.txt',
    prepare: (_folder, document, _peers, hasMocks) => [
      join(root, 'dist/cli/main.js'),
      ...['generate', '--openapi', document, '--out', 'out', '--import-extension', 'ts', '--no-cache'],
      ...['--only', `client,tanstack${hasMocks === true ? ',msw' : ''}`],
    ],
  },
  {
    name: '@hey-api/openapi-ts',
    tasks: 'hey-api.txt',
    prepare(folder, document, peers) {
      const config = {
        input: document,
        output: { path: 'out', postProcess: [] },
        plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk', '@tanstack/react-query'],
        logs: { file: false },
      };
      return [join(peers, '@hey-api/openapi-ts/dist/run.mjs'), '-f', writeConfig(folder, config)];
    },
  },
  {
    name: 'orval',
    tasks: 'orval.txt',
    prepare(folder, document, peers, hasMocks) {
      const override = { query: { version: 5 } };
      const output = {
        target: 'out/index.ts',
        client: 'react-query',
        httpClient: 'fetch',
        ...(hasMocks === true
          ? {
              mode: 'split',
              mock: { generators: [{ type: 'msw', generateEachHttpStatus: true }] },
              baseUrl: 'https://films.test',
            }
          : { mode: 'single' }),
        override,
      };
      const config = { api: { input: { target: document }, output } };
      return [join(peers, 'orval/dist/bin/orval.mjs'), '--config', writeConfig(folder, config)];
    },
  },
  {
    name: 'openapi-typescript + openapi-fetch',
    tasks: 'openapi-fetch.txt',
    prepare(folder, document, peers) {
      const client = `import createClient from 'openapi-fetch';\nimport type { paths } from './out/schema.ts';\n`;
      writeFileSync(
        join(folder, 'client.ts'),
        `${client}export const client = createClient<paths>({ baseUrl: '/' });\n`,
      );
      return [join(peers, 'openapi-typescript/bin/cli.js'), document, '-o', 'out/schema.ts'];
    },
  },
];
