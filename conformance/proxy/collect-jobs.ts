/** Collects jobs for one batch to the check thread. All pieces of a stream in a batch become one job. */
import { joinPieces } from './copy-body.ts';
import type { Job } from './job.ts';

/** A job that does not arrive in pieces. */
export type WholeJob = Exclude<Job, { kind: 'piece' }>;

/** The collected jobs. */
export interface CollectedJobs {
  readonly jobs: readonly Job[];
  /** Their share of the memory budget. Units: bytes. */
  readonly reservedBytes: number;
}

interface Pieces {
  /** Index among the jobs. */
  readonly place: number;
  readonly at: number;
  readonly parts: Uint8Array[];
  length: number;
}

/** Collects jobs. */
export class JobCollector {
  #jobs: (Job | null)[] = [];
  #pieces = new Map<number, Pieces>();
  #reservedBytes = 0;

  get length(): number {
    return this.#jobs.length;
  }

  add(job: WholeJob, reservedBytes: number): void {
    this.#jobs.push(job);
    this.#reservedBytes += reservedBytes;
  }

  /** Returns whether the piece adds a job, because it is the first of its stream since the last `take`. */
  addPiece(number: number, at: number, piece: Uint8Array): boolean {
    this.#reservedBytes += piece.length;
    const existing = this.#pieces.get(number);
    if (existing === undefined) {
      this.#pieces.set(number, { place: this.#jobs.length, at, parts: [piece], length: piece.length });
      // A placeholder until `take` joins the pieces.
      this.#jobs.push(null);
      return true;
    }
    existing.parts.push(piece);
    existing.length += piece.length;
    return false;
  }

  /** Returns and clears the collected jobs. */
  take(): CollectedJobs {
    const jobs = this.#jobs;
    const size = this.#reservedBytes;
    for (const [number, { place, at, parts, length }] of this.#pieces)
      jobs[place] = { kind: 'piece', number, at, bytes: joinPieces(parts, length) };
    this.#jobs = [];
    this.#pieces = new Map();
    this.#reservedBytes = 0;
    return { jobs: jobs.filter((job) => job !== null), reservedBytes: size };
  }
}
