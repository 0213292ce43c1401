/** What the contract specifies for a run with several approvals, as a minimal model. */

/** An action on the run. Shape: `whose` is the approval that is decided: the latest one, an older one, or none. */
export type ApprovalMove =
  | {
      readonly do: 'answer';
      readonly whose: 'last' | 'older' | 'nobody';
      readonly decision: 'approved' | 'denied';
    }
  | { readonly do: 'wait'; readonly ms: number };

/** The expected result of a move. */
export type Expected =
  'ok' | 'APPROVAL_ALREADY_RESOLVED' | 'APPROVAL_EXPIRED' | 'APPROVAL_MISMATCH' | 'NOT_PAUSED';

/** A run with the given number of approvals and the timeout of each. */
export class ApprovalModel {
  readonly #gates: number;
  readonly #timeout: number;
  readonly #fates: ('pending' | 'answered' | 'expired')[] = ['pending'];
  #now = 0;
  #askedAt = 0;
  #failed = false;

  constructor(gates: number, timeout: number) {
    this.#gates = gates;
    this.#timeout = timeout;
  }

  /** Counts the approvals that have been requested. */
  get asked(): number {
    return this.#fates.length;
  }

  get status(): 'paused' | 'completed' | 'failed' {
    if (this.#failed) return 'failed';
    return this.#fates.at(-1) === 'pending' ? 'paused' : 'completed';
  }

  wait(ms: number): void {
    this.#now += ms;
    if (this.status !== 'paused' || this.#now < this.#askedAt + this.#timeout) return;
    this.#fates[this.asked - 1] = 'expired';
    this.#failed = true;
  }

  /** Decides the approval with a number, from 0; null stands for one that does not exist. */
  answer(gate: number | null, decision: 'approved' | 'denied'): Expected {
    const fate = gate === null ? undefined : this.#fates[gate];
    if (fate === 'answered') return 'APPROVAL_ALREADY_RESOLVED';
    if (fate === 'expired') return 'APPROVAL_EXPIRED';
    if (fate === undefined) return this.status === 'paused' ? 'APPROVAL_MISMATCH' : 'NOT_PAUSED';
    this.#fates[this.asked - 1] = 'answered';
    if (decision === 'approved' && this.asked < this.#gates) {
      this.#fates.push('pending');
      this.#askedAt = this.#now;
    }
    return 'ok';
  }
}
