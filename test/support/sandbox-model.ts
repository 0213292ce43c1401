/**
 * A sandbox deployment as the contract specifies it: an independent model, without tables or timers,
 * to compare the product with.
 */

/** Statuses that matter to the model. */
type Status =
  | 'provisioning'
  | 'running'
  | 'sleeping'
  | 'suspended'
  | 'blocked'
  | 'failed'
  | 'destroying'
  | 'destroyed'
  | 'expired';

/** What happens to a deployment. Units: `ms` of the world. */
export type ModelStep =
  | { readonly kind: 'destroy' | 'resume' }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'budget' | 'admission' | 'quota'; readonly isOpen: boolean };

/** The expected response: only the status for an error. */
export interface Expected {
  readonly status: number;
  readonly deployment?: { readonly status: Status; readonly desiredState: string };
}

const minute = 60_000;

/** A deployment that was suspended, sleeps after five minutes and is kept for an hour. */
export class SandboxModel {
  #now = 0;
  #status: Status = 'suspended';
  #desired = 'suspended';
  #since = 0;
  #anchor = 0;
  readonly #open = { budget: true, admission: true, quota: true };

  step(step: ModelStep): Expected | null {
    switch (step.kind) {
      case 'pass':
        this.#pass(step.ms);
        return null;
      case 'budget':
      case 'admission':
      case 'quota':
        this.#open[step.kind] = step.isOpen;
        return null;
      case 'destroy':
      case 'resume':
        return this.#mutate(step.kind);
    }
  }

  get status(): Status {
    return this.#status;
  }

  #mutate(kind: 'destroy' | 'resume'): Expected {
    if (!this.#open.budget) return { status: 402 };
    if (!this.#open.quota) return { status: 429 };
    if (!this.#open.admission) return { status: 422 };
    return kind === 'destroy' ? this.#destroy() : this.#resume();
  }

  #destroy(): Expected {
    if (!['destroying', 'destroyed'].includes(this.#status)) {
      this.#become('destroying');
      this.#desired = 'destroyed';
    }
    return this.#accepted();
  }

  #resume(): Expected {
    if (this.#status === 'blocked') return { status: 422 };
    if (this.#status !== 'suspended') return { status: 409 };
    this.#become('provisioning');
    this.#desired = 'active';
    this.#anchor = this.#now;
    return this.#accepted();
  }

  #accepted(): Expected {
    return { status: 202, deployment: { status: this.#status, desiredState: this.#desired } };
  }

  /** Advances second by second, which is the finest step of any change. */
  #pass(ms: number): void {
    const end = this.#now + ms;
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + 1000);
      this.#tick();
    }
  }

  #tick(): void {
    const age = this.#now - this.#since;
    if (this.#status === 'destroying' && age >= 10_000) this.#become('destroyed');
    if (['destroying', 'destroyed', 'expired'].includes(this.#status)) return;
    if (this.#now - this.#anchor >= 60 * minute) {
      this.#become('expired');
      this.#desired = 'expired';
    } else if (this.#status === 'provisioning' && age >= 5000) this.#provisioned();
    else if (this.#status === 'running' && age >= 5 * minute) this.#become('sleeping');
  }

  #provisioned(): void {
    if (!this.#open.admission) this.#become('blocked');
    else if (!this.#open.budget) {
      this.#become('suspended');
      this.#desired = 'suspended';
    } else this.#become(this.#open.quota ? 'running' : 'failed');
  }

  #become(status: Status): void {
    this.#status = status;
    this.#since = this.#now;
  }
}
