/** Copies bodies while they are forwarded, with a limit for each body and one for all of them. */
import type { CopiedBody } from './job.ts';
import { joinChunks } from '../http/read-chunks.ts';

/** The memory shared by all copies, from forwarding until they are checked. Units: bytes. */
export interface MemoryBudget {
  /** Reserves memory; returns `false` if it would exceed the budget. */
  take(bytes: number): boolean;
  release(bytes: number): void;
  readonly size: number;
}

/** The maximum length of a copied body. Units: bytes. */
export const MAX_BODY_LENGTH = 1024 * 1024;

export function createMemoryBudget(most: number): MemoryBudget {
  let used = 0;
  return {
    take(bytes) {
      if (used + bytes > most) return false;
      used += bytes;
      return true;
    },
    release(bytes) {
      used -= bytes;
    },
    get size() {
      return used;
    },
  };
}

/** The copy of one body while it is forwarded. */
export class BodyCopy {
  readonly #memoryBudget: MemoryBudget;
  #chunks: Uint8Array[] | null;
  #length = 0;
  #isFinished = false;
  #isOverBudget = false;

  /** Creates an empty copy. Shape: `isRead` is false for media types that no check reads. */
  constructor(memoryBudget: MemoryBudget, isRead: boolean) {
    this.#memoryBudget = memoryBudget;
    this.#chunks = isRead ? [] : null;
  }

  /** Whether the memory budget was exhausted. */
  get isOverBudget(): boolean {
    return this.#isOverBudget;
  }

  /** Its share of the memory budget. Units: bytes. */
  get reservedBytes(): number {
    return this.#chunks === null ? 0 : this.#length;
  }

  take(chunk: Uint8Array): void {
    const isKept = this.#chunks !== null;
    if (isKept && this.#length + chunk.length > MAX_BODY_LENGTH) this.drop();
    else if (isKept && !this.#memoryBudget.take(chunk.length)) {
      this.#isOverBudget = true;
      this.drop();
    }
    this.#length += chunk.length;
    this.#chunks?.push(chunk);
  }

  finish(): void {
    this.#isFinished = true;
  }

  /** Releases its share of the memory budget and stops copying. */
  drop(): void {
    this.#memoryBudget.release(this.reservedBytes);
    this.#chunks = null;
  }

  /**
   * Returns the copy in a separate buffer and stops copying.
   *
   * Shape: the caller must release `reservedBytes` to the memory budget.
   */
  handOver(): { readonly body: CopiedBody; readonly reservedBytes: number } {
    const { reservedBytes } = this;
    const body = this.#read();
    this.#chunks = null;
    return { body, reservedBytes };
  }

  #read(): CopiedBody {
    if (this.#chunks === null)
      return { kind: this.#length > MAX_BODY_LENGTH ? 'too-long' : 'unread', length: this.#length };
    if (!this.#isFinished) return { kind: 'unfinished', length: this.#length };
    return { kind: 'whole', bytes: joinChunks(this.#chunks, this.#length) };
  }
}
