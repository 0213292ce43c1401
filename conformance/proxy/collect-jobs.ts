/** Collects jobs for one batch to the check thread. All chunks of a stream in a batch become one job. */
import type { Job } from './job.ts';
import { joinChunks } from '../http/read-chunks.ts';

/** A job that does not arrive in chunks. */
export type WholeJob = Exclude<Job, { kind: 'chunk' }>;

interface Chunks {
  /** Index among the jobs. */
  readonly place: number;
  readonly at: number;
  readonly parts: Uint8Array[];
  length: number;
}

export class JobCollector {
  #jobs: (Job | null)[] = [];
  #chunks = new Map<number, Chunks>();
  #reservedBytes = 0;

  get length(): number {
    return this.#jobs.length;
  }

  add(job: WholeJob, reservedBytes: number): void {
    this.#jobs.push(job);
    this.#reservedBytes += reservedBytes;
  }

  /** Returns whether the chunk adds a job, because it is the first of its stream since the last `take`. */
  addChunk(number: number, at: number, chunk: Uint8Array): boolean {
    this.#reservedBytes += chunk.length;
    const existing = this.#chunks.get(number);
    if (existing === undefined) {
      this.#chunks.set(number, { place: this.#jobs.length, at, parts: [chunk], length: chunk.length });
      // A placeholder until `take` joins the chunks.
      this.#jobs.push(null);
      return true;
    }
    existing.parts.push(chunk);
    existing.length += chunk.length;
    return false;
  }

  /** Returns and clears the collected jobs. */
  take(): { readonly jobs: readonly Job[]; readonly reservedBytes: number } {
    const jobs = this.#jobs;
    const size = this.#reservedBytes;
    for (const [number, { place, at, parts, length }] of this.#chunks)
      jobs[place] = { kind: 'chunk', number, at, bytes: joinChunks(parts, length) };
    this.#jobs = [];
    this.#chunks = new Map();
    this.#reservedBytes = 0;
    return { jobs: jobs.filter((job) => job !== null), reservedBytes: size };
  }
}
