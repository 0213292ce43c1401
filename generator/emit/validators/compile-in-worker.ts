/**
 * Compiles schemas in a worker thread, while the main thread does something else.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TextCache } from '../emitter.ts';
import type { CompileMode } from './compile.ts';
import { type CompileTask, nameTask } from './compile-module.ts';
import type { Library } from './registry.ts';

/**
 * The size at which a worker pays off, although it has to load the compiler again.
 *
 * Units: characters of all schemas together.
 */
const LEAST = 300_000;

/**
 * Compiles the schemas of a library that are not cached yet, for one mode.
 *
 * Shape: returns a cache with the compiled code; the given cache where a worker thread can't help.
 */
export async function compileInWorker(
  library: Library,
  mode: CompileMode,
  texts: TextCache,
): Promise<TextCache> {
  if (availableParallelism() < 2) return texts;
  const tasks = new Map<string, CompileTask>();
  let size = 0;
  for (const schema of library.schemas.values()) {
    const task = { schema, usesUnevaluated: library.usesUnevaluated, mode };
    const name = nameTask(task);
    if (tasks.has(name) || texts.knows('validators', name)) continue;
    tasks.set(name, task);
    size += name.length;
  }
  if (size < LEAST) return texts;
  const codes = await runInWorker([...tasks.values()]);
  const made = new Map([...tasks.keys()].map((name, index) => [name, codes[index]]));
  return {
    knows: (step, madeOf) => made.has(madeOf) || texts.knows(step, madeOf),
    recall: (step, madeOf, make) => texts.recall(step, madeOf, () => made.get(madeOf) ?? make()),
  };
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
