/** How a run is set up: what `conformance.yaml` and the command line say, with defaults filled in. */
import type { Level } from '../check.ts';
import type { TestEnvironment } from '../driver/driver.ts';
import type { Budget } from '../http/budget.ts';
import type { StreamCaps } from '../http/record-stream.ts';

/** A run's settings. */
export interface Config {
  /** `null`: as far as nothing of anybody's is touched, which is everything where the driver makes a world of its own. */
  readonly level: Level | null;
  /** What random choices follow from: the same seed sends the same cases in the same order. */
  readonly seed: number;
  /** Random cases for each check and operation, beside those that are listed. */
  readonly cases: number;
  /** `auto`: 50 a second, and no limit where the driver makes a world of its own. */
  readonly budget: Omit<Budget, 'perSecond'> & { readonly perSecond: number | null | 'auto' };
  readonly stream: StreamCaps;
  /** Whether warnings count as failures. */
  readonly isStrict: boolean;
  /** Only these checks, by id or by a start of it (`C`, `AGENT`); empty for all. */
  readonly only: readonly string[];
  /** Only these operations and suites; empty for all. */
  readonly subjects: readonly string[];
  /** Everything about the implementation but its address. */
  readonly environment: Omit<TestEnvironment, 'baseUrl'>;
  /** Path of a driver module, relative to the working folder; `null` for none, `auto` finds our mock. */
  readonly driver: string | null;
  /** What the control API of our mock wants on an address that other computers reach; `null` for none. */
  readonly controlToken: string | null;
}

/** What holds where nothing else is said. */
export const defaultConfig: Config = {
  level: null,
  seed: 1,
  cases: 10,
  budget: { requests: 20_000, perSecond: 'auto', seconds: 600 },
  stream: { firstByteMs: 10_000, idleMs: 20_000, totalMs: 60_000, events: 10_000, bytes: 16 * 1024 * 1024 },
  isStrict: false,
  only: [],
  subjects: [],
  environment: {
    credentials: {},
    clientSession: null,
    otherClientSession: null,
    parameters: {},
    bodies: {},
    runs: {},
  },
  driver: 'auto',
  controlToken: null,
};

/** Checks whether a check is made at all: every one, unless the run names some. */
export function isSelectedCheck({ only }: Pick<Config, 'only'>, check: string): boolean {
  return (
    only.length === 0 ||
    only.some((start) => check === start || (/^[A-Z]+$/.test(start) && check.replace(/\d+$/, '') === start))
  );
}

/** Checks whether a run is about an operation or a suite (`pack:agents`, or its name alone). */
export function isSelectedSubject({ subjects }: Pick<Config, 'subjects'>, subject: string): boolean {
  return (
    subjects.length === 0 || subjects.some((wanted) => subject === wanted || subject === `pack:${wanted}`)
  );
}

/**
 * Checks whether the requests of a check are sent: those of a wanted one, and all of them where a run is about what holds for
 * every response or stream, since those are judged by what others send.
 */
export function isSent(config: Pick<Config, 'only'>, check: string): boolean {
  return isSelectedCheck(config, check) || config.only.some((start) => /^[CS]\d*$/.test(start));
}
