/**
 * Generates descriptions in a separate process, one per message: a description that exhausts the memory ends this
 * process and not the run. `corpus.ts` starts it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openTextPack } from '../../generator/cache/text-pack.ts';
import type { Diagnostic } from '../../generator/diagnostics/diagnostics.ts';
import type { TextCache } from '../../generator/emit/emitter.ts';
import type { Extra } from '../../generator/options/options.ts';
import { generate } from '../../generator/pipeline.ts';
import type { Description } from './find-descriptions.ts';
import { createMemorySink } from '../memory-sink.ts';
import { tryValues, type Tried } from './try-values.ts';

export interface GenerateTask {
  readonly description: Description;
  /** The folder for the output, which gets a folder of this name. */
  readonly folder: string;
  readonly name: string;
  /** The outputs beside those that are always written. */
  readonly extras: readonly Extra[];
}

/** The output of one description. */
export interface Generated {
  /** Units: seconds of the first generation. */
  readonly seconds: number;
  /** Units: peak memory of the process so far, in megabytes of 2^20 bytes. */
  readonly megabytes: number;
  /** Errors that stopped the generation, each with its position. */
  readonly errors: readonly string[];
  /** Numbers of diagnostics by code. */
  readonly diagnostics: Readonly<Record<string, number>>;
  /** Units: characters. */
  readonly size: number;
  readonly operations: number;
  /** The packages that it imports. */
  readonly packages: readonly string[];
  /** Files that differ when they are generated again, with the cache of the first time. */
  readonly changing: readonly string[];
  /** Lines of `types.ts` with `never`, and the number of those with `unknown`. */
  readonly never: readonly string[];
  readonly unknown: number;
}

/** The messages of the process: the output, then the result of trying its values. */
export type GenerateMessage =
  | { readonly kind: 'generated'; readonly generated: Generated }
  | { readonly kind: 'tried'; readonly tried: Tried }
  | { readonly kind: 'crashed'; readonly reason: string };

/** Units: milliseconds after which no more values are drawn. */
const TIMEOUT = 300;

async function run(task: GenerateTask): Promise<void> {
  // As on the command line, where the second run finds the compiled validators of the first one.
  const texts = openTextPack(join(task.folder, `${task.name}.cache`), 'corpus');
  const first = await generateOnce(task, texts);
  const again = first.errors.length > 0 ? first : await generateOnce(task, texts);
  const { files, ...measured } = first;
  const own = [...files].filter(([file]) => file.startsWith(`${task.name}/`) && file.endsWith('.ts'));
  const types = files.get(`${task.name}/types.ts`)?.split('\n') ?? [];
  for (const [file, text] of files) writeText(join(task.folder, file), text);
  send({
    kind: 'generated',
    generated: {
      ...measured,
      operations: Number(/operations: (\d+)/.exec(files.get(`${task.name}/manifest.ts`) ?? '')?.[1] ?? 0),
      size: own.reduce((sum, [, text]) => sum + text.length, 0),
      changing: [...files].filter(([file, text]) => again.files.get(file) !== text).map(([file]) => file),
      never: types.filter((line) => isCode(line) && /(?<!Record<string, |['"])\bnever\b/.test(line)),
      unknown: types.filter((line) => isCode(line) && /\bunknown\b/.test(line)).length,
    },
  });
  if (own.length > 0) send({ kind: 'tried', tried: await tryOutput(join(task.folder, task.name)) });
}

async function tryOutput(out: string): Promise<Tried> {
  try {
    return await tryValues(out, TIMEOUT);
  } catch (error) {
    return {
      checks: 0,
      samples: 0,
      drawn: 0,
      problems: [`the values cannot be tried: ${describeError(error)}`],
    };
  }
}

function isCode(line: string): boolean {
  return !/^\s*(?:\*|\/\*)/.test(line);
}

interface Once extends Pick<Generated, 'seconds' | 'megabytes' | 'errors' | 'diagnostics' | 'packages'> {
  readonly files: ReadonlyMap<string, string>;
}

async function generateOnce(
  { description: { file, kind }, name, extras }: GenerateTask,
  texts: TextCache,
): Promise<Once> {
  const paths = { openapi: kind === 'openapi' ? file : null, asyncapi: kind === 'asyncapi' ? [file] : [] };
  const target = { name, ...paths, out: name, lint: null, extras };
  const sink = createMemorySink();
  const folder = dirname(file);
  const options = { folder, targets: [target], runtime: 'copy', docs: 'docs', only: null };
  const began = performance.now();
  const { diagnostics, packages } = await generate(options, sink, 'write', texts);
  const seconds = (performance.now() - began) / 1000;
  const counts: Record<string, number> = {};
  for (const { code } of diagnostics) counts[code] = (counts[code] ?? 0) + 1;
  return {
    seconds,
    megabytes: process.resourceUsage().maxRSS / 1024,
    errors: diagnostics.filter(({ severity }) => severity === 'error').map(printError),
    diagnostics: counts,
    packages: packages.map(({ name: needed }) => needed),
    files: sink.files,
  };
}

function printError({ code, message, place, position }: Diagnostic): string {
  const at = position === null ? (place?.pointer ?? 'no position') : `${position.line}:${position.column}`;
  return `${code} at ${at}: ${message}`;
}

function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function send(message: GenerateMessage): void {
  process.send?.(message);
}

process.on('message', (task: GenerateTask) => {
  run(task).catch((error: unknown) => {
    send({ kind: 'crashed', reason: describeError(error) });
  });
});

function describeError(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.split('\n').slice(0, 4).join(' ');
}
