/**
 * Collects jobs that are sent to the judging thread together. Pieces of one stream become one job, whatever their number.
 */
import { joinPieces } from './copy-body.ts';
import type { Job } from './job.ts';

/** A job that is there as a whole. */
export type WholeJob = Exclude<Job, { kind: 'piece' }>;

/** Jobs that wait together. */
export interface Collected {
  readonly jobs: readonly Job[];
  /** What they have taken of the allowance. Units: bytes. */
  readonly held: number;
}

interface Pieces {
  /** Where among the jobs. */
  readonly place: number;
  readonly at: number;
  readonly parts: Uint8Array[];
  length: number;
}

/** Collects jobs. */
export class JobCollector {
  #jobs: (Job | null)[] = [];
  #pieces = new Map<number, Pieces>();
  #held = 0;

  get length(): number {
    return this.#jobs.length;
  }

  add(job: WholeJob, held: number): void {
    this.#jobs.push(job);
    this.#held += held;
  }

  /** Answers whether it is a job of its own: the first piece of its stream since the last `take`. */
  addPiece(number: number, at: number, piece: Uint8Array): boolean {
    this.#held += piece.length;
    const existing = this.#pieces.get(number);
    if (existing === undefined) {
      this.#pieces.set(number, { place: this.#jobs.length, at, parts: [piece], length: piece.length });
      // Keeps the place until the last piece is known.
      this.#jobs.push(null);
      return true;
    }
    existing.parts.push(piece);
    existing.length += piece.length;
    return false;
  }

  /** Takes all of them and begins anew. */
  take(): Collected {
    const jobs = this.#jobs;
    const size = this.#held;
    for (const [number, { place, at, parts, length }] of this.#pieces)
      jobs[place] = { kind: 'piece', number, at, bytes: joinPieces(parts, length) };
    this.#jobs = [];
    this.#pieces = new Map();
    this.#held = 0;
    return { jobs: jobs.filter((job) => job !== null), held: size };
  }
}
