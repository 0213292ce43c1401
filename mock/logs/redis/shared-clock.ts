/**
 * The time of Redis, estimated from the times in its replies. Independent of the clock of this host, and never before
 * the time of a commit that this replica has read.
 */
import { epochMs, type EpochMs } from '../../kernel/time/time.ts';

/** One measurement: `offset` is the time of Redis minus that of this process. Units: milliseconds. */
interface Sample {
  readonly offset: number;
  readonly error: number;
  readonly takenAt: number;
}

/** The drift of a clock that is assumed when an old sample is compared with a new one. Units: ms per ms. */
const DRIFT = 1e-4;
/** Older samples are forgotten. Units: milliseconds. */
const MAX_SAMPLE_AGE = 60_000;
const MAX_SAMPLES = 32;
/** The maximum lead of another replica; more is an error of its clock. Units: milliseconds. */
const MAX_LEAD = 1_000;

export class SharedClock {
  readonly #uptime: () => number;
  #samples: Sample[] = [];
  #best: Sample | undefined;
  #newest = 0;

  /** `uptime` returns milliseconds that only ever increase. */
  constructor(uptime: () => number = () => performance.now()) {
    this.#uptime = uptime;
  }

  /** Adds a reply with the time of Redis in milliseconds; `sentAt` is the uptime of the request. */
  learn(time: number, sentAt: number): void {
    const takenAt = this.#uptime();
    const error = (takenAt - sentAt) / 2;
    const recent = this.#samples.filter((sample) => takenAt - sample.takenAt < MAX_SAMPLE_AGE);
    const newest: Sample = { offset: time - sentAt - error, error, takenAt };
    this.#samples = [...recent.slice(1 - MAX_SAMPLES), newest];
    this.#best = this.#samples.reduce(
      (best, sample) => (errorAt(sample, takenAt) < errorAt(best, takenAt) ? sample : best),
      newest,
    );
  }

  /** Forgets the samples, when another server may have another time. */
  forget(): void {
    this.#samples = [];
  }

  /** Records the time of a commit of another replica. */
  follow(at: number): void {
    if (at > this.#newest && at < this.#estimate() + MAX_LEAD) this.#newest = at;
  }

  readonly now = (): EpochMs => {
    this.#newest = Math.max(this.#newest, Math.floor(this.#estimate()));
    return epochMs(this.#newest);
  };

  #estimate(): number {
    return this.#uptime() + (this.#best?.offset ?? performance.timeOrigin);
  }
}

function errorAt({ error, takenAt }: Sample, now: number): number {
  return error + (now - takenAt) * DRIFT;
}
