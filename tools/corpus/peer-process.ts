/**
 * Generates descriptions with another generator, in a separate process like `generate-process.ts`: `peer-process.ts
 * PEER DIR`, where DIR is the folder in which the peers are installed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Generated, GenerateMessage, GenerateTask } from './generate-process.ts';

/** The parts of the peers that are used. */
interface OpenapiTypescript {
  readonly default: (document: unknown, options: object) => Promise<unknown>;
  readonly astToString: (ast: unknown) => string;
}
interface HeyApi {
  readonly createClient: (config: object) => Promise<unknown>;
}
interface Orval {
  readonly generate: (config: object) => Promise<unknown>;
}

/** Generates types and, where the peer has them, a client with `fetch`. */
const peers: Readonly<Record<string, (module: unknown, file: string, out: string) => Promise<void>>> = {
  async 'openapi-typescript'(module, file, out) {
    const { default: generate, astToString } = module as OpenapiTypescript;
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const text = astToString(await generate(document, { silent: true }));
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'index.ts'), text);
  },
  async '@hey-api/openapi-ts'(module, file, out) {
    await (module as HeyApi).createClient({
      input: file,
      output: { path: out, postProcess: [] },
      plugins: ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'],
      logs: { level: 'silent', file: false },
    });
  },
  async orval(module, file, out) {
    const output = { target: join(out, 'index.ts'), client: 'fetch', mode: 'single' };
    await (module as Orval).generate({ input: { target: file }, output });
  },
};

const [peer = '', installed = ''] = process.argv.slice(2);
const entry = join(installed, 'node_modules', peer, 'dist/index.mjs');
const loading = import(pathToFileURL(entry).href) as Promise<unknown>;

process.on('message', ({ description, folder, name }: GenerateTask) => {
  const began = performance.now();
  const out = join(folder, name);
  const send = (message: GenerateMessage): void => {
    process.send?.(message);
  };
  const report = (errors: readonly string[]): void => {
    const generated: Generated = {
      seconds: (performance.now() - began) / 1000,
      megabytes: process.resourceUsage().maxRSS / 1024,
      errors,
      diagnostics: {},
      size: 0,
      operations: 0,
      packages: [],
      changing: [],
      never: [],
      unknown: 0,
    };
    send({ kind: 'generated', generated });
    if (errors.length === 0)
      send({ kind: 'tried', tried: { checks: 0, samples: 0, drawn: 0, problems: [] } });
  };
  loading
    .then((module) => peers[peer]?.(module, description.file, out))
    .then(() => report(existsSync(join(out, 'index.ts')) ? [] : ['no output']))
    .catch((error: unknown) => report([String(error).slice(0, 400)]));
});
