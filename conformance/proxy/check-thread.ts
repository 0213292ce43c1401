/**
 * Sends copies in batches to a worker thread that checks them, without delaying the traffic. Memory is bounded: copies
 * that do not fit are not checked, but counted.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { JobCollector, type WholeJob } from './collect-jobs.ts';
import { createMemoryBudget, type MemoryBudget } from './copy-body.ts';
import type { ContractSource } from './contract-source.ts';
import type { Job, JobReport } from './job.ts';

/** Worker data of the thread. */
export interface CheckerSettings {
  readonly contract: ContractSource;
  /** Base paths of the contract. */
  readonly basePaths: readonly string[];
  /** Whether to report the records and events in the traffic. */
  readonly isRecording?: boolean;
}

export interface Batch {
  readonly id: number;
  readonly jobs: readonly Job[];
}

export interface BatchReport {
  readonly id: number;
  readonly reports: readonly JobReport[];
}

export interface CheckThreadOptions extends CheckerSettings {
  readonly onReports: (reports: readonly JobReport[]) => void;
  /** File of the thread; tests replace it. */
  readonly file?: string | undefined;
}

/** Checks copies in a worker thread. */
export interface CheckThread {
  /** Budget for copies until they are checked. */
  readonly memoryBudget: MemoryBudget;
  /** Whether the queue is full, so that nothing more should be copied. */
  readonly isFull: boolean;
  /** Adds a job. Units: `reservedBytes` is its share of the memory budget, in bytes. */
  add(job: WholeJob, reservedBytes: number): void;
  /** Adds a chunk of a stream, whose length is already counted in the memory budget. Units: `at` as in a job. */
  addChunk(number: number, at: number, chunk: Uint8Array): void;
  /** Resolves to `true` once everything added so far is checked, or to `false` on timeout. Units: milliseconds. */
  settle(timeoutMs: number): Promise<boolean>;
  /** Whether the worker thread is running. */
  readonly isChecking: boolean;
  close(): Promise<void>;
}

/** The maximum size of all copies, in bytes, and the maximum number of queued jobs. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_JOBS = 4_000;

/** The size and age at which a batch is sent. Why: `postMessage` is expensive. Units: jobs, and milliseconds. */
const BATCH = 256;
const BATCH_MS = 25;

/** How often a thread is started, including the first time. */
const MAX_STARTS = 4;

/** Starts a thread. Shape: a thread that crashes is replaced up to 3 times; its jobs are reported as unchecked. */
export function startCheckThread(options: CheckThreadOptions): CheckThread {
  return new ExchangeChecker(options);
}

class ExchangeChecker implements CheckThread {
  readonly memoryBudget = createMemoryBudget(MAX_BYTES);
  readonly #options: CheckThreadOptions;
  readonly #collector = new JobCollector();
  readonly #sent = new Map<number, { readonly count: number; readonly reservedBytes: number }>();
  #worker: Worker | null = null;
  #starts = 0;
  #isClosed = false;
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;
  #batches = 0;
  #onSettled: (() => void)[] = [];

  constructor(options: CheckThreadOptions) {
    this.#options = options;
    this.#start();
  }

  get isFull(): boolean {
    return this.#waiting >= MAX_JOBS || this.#worker === null;
  }

  get isChecking(): boolean {
    return this.#worker !== null;
  }

  add(job: WholeJob, reservedBytes: number): void {
    this.#collector.add(job, reservedBytes);
    this.#expectFlush();
  }

  addChunk(number: number, at: number, chunk: Uint8Array): void {
    if (this.#collector.addChunk(number, at, chunk)) this.#expectFlush();
  }

  settle(timeoutMs: number): Promise<boolean> {
    this.#flush();
    const last = this.#batches;
    const isBusy = (): boolean => this.#sent.keys().some((id) => id <= last);
    if (!isBusy()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), timeoutMs);
      const look = (): void => {
        if (isBusy()) {
          this.#onSettled.push(look);
          return;
        }
        clearTimeout(late);
        resolve(true);
      };
      look();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#worker?.terminate();
    this.#worker = null;
  }

  #expectFlush(): void {
    this.#waiting += 1;
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
    if (this.#collector.length === BATCH) setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#collector.length === 0) return;
    const { jobs, reservedBytes } = this.#collector.take();
    const batch: Batch = { id: ++this.#batches, jobs };
    this.#sent.set(batch.id, { count: jobs.length, reservedBytes });
    if (this.#worker === null) this.#lose();
    else this.#worker.postMessage(batch, jobs.flatMap(buffersOf));
  }

  #take({ id, reports }: BatchReport): void {
    this.#forget(id);
    this.#options.onReports(reports);
    this.#notifySettled();
  }

  #forget(id: number): void {
    const sent = this.#sent.get(id);
    if (sent === undefined) return;
    this.#sent.delete(id);
    this.#waiting -= sent.count;
    this.memoryBudget.release(sent.reservedBytes);
  }

  #notifySettled(): void {
    const waiting = this.#onSettled;
    this.#onSettled = [];
    for (const look of waiting) look();
  }

  #start(): void {
    this.#starts += 1;
    const { contract, basePaths, isRecording = false, file = threadFile } = this.#options;
    const workerData: CheckerSettings = { contract, basePaths, isRecording };
    const worker = new Worker(file, { workerData });
    worker.on('message', (report: BatchReport) => this.#take(report));
    worker.on('error', (error) => this.#report({ kind: 'error', message: describe(error) }));
    worker.on('exit', () => this.#replace(worker));
    this.#worker = worker;
  }

  #replace(worker: Worker): void {
    if (this.#isClosed || worker !== this.#worker) return;
    this.#worker = null;
    this.#lose();
    if (this.#starts < MAX_STARTS) this.#start();
    else this.#report({ kind: 'error', message: 'The checks have stopped; requests are still forwarded.' });
  }

  /** Skips the jobs of a thread that has ended. */
  #lose(): void {
    for (const [id, { count }] of [...this.#sent]) {
      this.#forget(id);
      for (let each = 0; each < count; each++)
        this.#report({ kind: 'unchecked', reason: 'the checks were interrupted' });
    }
    this.#notifySettled();
  }

  #report(report: JobReport): void {
    this.#options.onReports([report]);
  }
}

/** File of the thread, in the sources or in a build. */
const threadFile = path.join(import.meta.dirname, `check-worker${path.extname(import.meta.filename)}`);

function buffersOf(job: Job): ArrayBuffer[] {
  if (job.kind === 'chunk') return [job.bytes.buffer as ArrayBuffer];
  if (job.kind === 'end') return [];
  const bodies = job.kind === 'stream' ? [job.request.body] : [job.request.body, job.response.body];
  return bodies.flatMap((body) => (body.kind === 'whole' ? [body.bytes.buffer as ArrayBuffer] : []));
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
