/** Compiles schemas in a worker thread: receives tasks, posts their results, and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CompileTask, runTask } from './compile-module.ts';

parentPort?.postMessage((workerData as readonly CompileTask[]).map(runTask));
