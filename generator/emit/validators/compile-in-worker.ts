/** Compiles schemas in a worker thread, while the main thread does something else. */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TextCache } from '../emitter.ts';
import type { CompileMode } from './compile.ts';
import { type CompileTask, nameTask, runTask } from './compile-module.ts';
import type { Library } from './registry.ts';

/**
 * The size at which a worker pays off, although it has to load the compiler again.
 *
 * Units: characters of all schemas together.
 */
const MIN_LENGTH = 300_000;

/** The part of the faster validators that the worker compiles: the main thread also emits the other files. */
const WORKER_SHARE = 0.4;

/**
 * Compiles the schemas of a library that are not cached yet: the explaining validators and some of the others in a
 * worker, the rest on this thread.
 *
 * Shape: returns a cache with the compiled code; the given cache where a worker thread can't help.
 */
export async function compileInWorker(library: Library, texts: TextCache): Promise<TextCache> {
  if (availableParallelism() < 2) return texts;
  const explaining = listTasks(library, 'all', texts);
  if (sizeOf(explaining) < MIN_LENGTH) return texts;
  const [elsewhere, here] = divide(listTasks(library, 'first', texts), WORKER_SHARE);
  const tasks = [...explaining, ...elsewhere];
  const running = runInWorker(tasks.map(({ task }) => task));
  const compiled = new Map(here.map(({ name, task }) => [name, runTask(task)]));
  const codes = await running;
  for (const [index, { name }] of tasks.entries()) {
    const code = codes[index];
    if (code !== undefined) compiled.set(name, code);
  }
  return {
    knows: (step, madeOf) => compiled.has(madeOf) || texts.knows(step, madeOf),
    recall: (step, madeOf, make) => texts.recall(step, madeOf, () => compiled.get(madeOf) ?? make()),
  };
}

interface NamedTask {
  readonly name: string;
  readonly task: CompileTask;
}

/** Lists the tasks whose results are not cached, each once. */
function listTasks(library: Library, mode: CompileMode, texts: TextCache): NamedTask[] {
  const tasks = new Map<string, CompileTask>();
  for (const schema of library.schemas.values()) {
    const task = { schema, usesUnevaluated: library.usesUnevaluated, mode };
    const name = nameTask(task);
    if (!texts.knows('validators', name)) tasks.set(name, task);
  }
  return [...tasks].map(([name, task]) => ({ name, task }));
}

/** Units: characters of all schemas together. */
function sizeOf(tasks: readonly NamedTask[]): number {
  return tasks.reduce((size, { name }) => size + name.length, 0);
}

/** Divides tasks into two lists. Units: `share` of the first one, by size. */
function divide(tasks: readonly NamedTask[], share: number): readonly [NamedTask[], NamedTask[]] {
  const most = sizeOf(tasks) * share;
  let size = 0;
  const count = tasks.findIndex(({ name }) => (size += name.length) > most);
  return [tasks.slice(0, count), tasks.slice(count)];
}

/** Returns an empty list if the worker fails: the caller then compiles the code itself and gets the same error. */
function runInWorker(tasks: readonly CompileTask[]): Promise<readonly string[]> {
  return new Promise((resolve) => {
    // The code runs from source and from a build, so the extension of the worker varies.
    const file = path.join(import.meta.dirname, `compile-worker${path.extname(import.meta.filename)}`);
    const worker = new Worker(file, { workerData: tasks });
    worker.once('message', resolve);
    worker.once('error', () => resolve([]));
    worker.once('exit', () => resolve([]));
  });
}
