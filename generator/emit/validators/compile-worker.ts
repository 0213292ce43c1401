/**
 * Compiles schemas in a thread of its own: takes tasks, answers what each comes to, and ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type CompileTask, runTask } from './compile-module.ts';

parentPort?.postMessage((workerData as readonly CompileTask[]).map(runTask));
