/** Copies of bodies that are on their way, within bounds: of each body, and of all together. */
import type { CopiedBody } from './job.ts';

/** How much may be kept at once, for all that is on its way or waits to be judged. Units: bytes. */
export interface MemoryBudget {
  /** Answers `false` where so much more can't be kept. */
  take(bytes: number): boolean;
  release(bytes: number): void;
  readonly taken: number;
}

/** Bodies are kept up to this length. Units: bytes. */
export const LONGEST_BODY = 1024 * 1024;

/** Creates a memory budget. */
export function createMemoryBudget(most: number): MemoryBudget {
  let size = 0;
  return {
    take(bytes) {
      if (size + bytes > most) return false;
      size += bytes;
      return true;
    },
    release(bytes) {
      size -= bytes;
    },
    get taken() {
      return size;
    },
  };
}

/** What is kept of one body while it passes. */
export class BodyCopy {
  readonly #memoryBudget: MemoryBudget;
  #pieces: Uint8Array[] | null;
  #length = 0;
  #isFinished = false;
  #isOverBudget = false;

  /** Shape: `isRead` is false for bodies of a kind that nobody reads. */
  constructor(memoryBudget: MemoryBudget, isRead: boolean) {
    this.#memoryBudget = memoryBudget;
    this.#pieces = isRead ? [] : null;
  }

  /** Whether there was no room for it. */
  get isOverBudget(): boolean {
    return this.#isOverBudget;
  }

  /** What it takes of the allowance. Units: bytes. */
  get held(): number {
    return this.#pieces === null ? 0 : this.#length;
  }

  take(piece: Uint8Array): void {
    const isKept = this.#pieces !== null;
    if (isKept && this.#length + piece.length > LONGEST_BODY) this.drop();
    else if (isKept && !this.#memoryBudget.take(piece.length)) {
      this.#isOverBudget = true;
      this.drop();
    }
    this.#length += piece.length;
    this.#pieces?.push(piece);
  }

  finish(): void {
    this.#isFinished = true;
  }

  /** Releases its share of the memory budget and stops copying. */
  drop(): void {
    this.#memoryBudget.release(this.held);
    this.#pieces = null;
  }

  /**
   * Hands over what was kept, in memory of its own, and keeps nothing from now on.
   *
   * Shape: a client that takes it gives `held` back to the allowance.
   */
  handOver(): { readonly body: CopiedBody; readonly held: number } {
    const { held } = this;
    const body = this.#read();
    this.#pieces = null;
    return { body, held };
  }

  #read(): CopiedBody {
    if (this.#pieces === null)
      return { kind: this.#length > LONGEST_BODY ? 'too-long' : 'unread', length: this.#length };
    if (!this.#isFinished) return { kind: 'unfinished', length: this.#length };
    return { kind: 'whole', bytes: joinPieces(this.#pieces, this.#length) };
  }
}

/** Joins pieces in memory of its own. Units: `length` is that of all of them, in bytes. */
export function joinPieces(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
