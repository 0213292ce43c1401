/** The settings of a run: `conformance.yaml` and the command line, with defaults filled in. */
import type { Level } from '../model/check.ts';
import { subjectOfGroup } from '../model/finding.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { Budget } from '../http/budget.ts';
import type { StreamCaps } from '../http/record-stream.ts';
import type { ServiceNames } from '../model/run-report.ts';

/** Findings that are right for a service. Shape: `subject` and `at` are `null` for any; numbers in `at` match any number. */
export interface IgnoredRule {
  /** Id of a check, or the letters that it begins with. */
  readonly check: string;
  readonly subject: string | null;
  readonly at: string | null;
  readonly reason: string;
}

/** A run's settings. */
export interface Config {
  /** `null`: the highest level that changes no existing records; every level if the driver creates a separate world. */
  readonly level: Level | null;
  /** Seed of random choices: the same seed sends the same cases in the same order. */
  readonly seed: number;
  /**
   * Random cases per check and operation, in addition to the listed ones. `null`: 10, and fewer where many operations are
   * checked.
   */
  readonly cases: number | null;
  /** `auto`: 50 per second, 300 on this computer, or no limit if the driver creates a separate world. */
  readonly budget: Omit<Budget, 'perSecond'> & { readonly perSecond: number | null | 'auto' };
  readonly stream: StreamCaps;
  /** Whether warnings count as failures. */
  readonly isStrict: boolean;
  /** Only these checks, by id or id prefix (`C`, `AGENT`); empty for all. */
  readonly only: readonly string[];
  /** Only these operations, resources (by path) and groups of scenario checks; empty for all. */
  readonly subjects: readonly string[];
  /** Findings that are not reported, with the reason. */
  readonly ignore: readonly IgnoredRule[];
  /** Names of the service that differ from those of the contract. */
  readonly names: ServiceNames;
  /** The test environment, without the base URL and records that a run creates. */
  readonly environment: Omit<TestEnvironment, 'baseUrl' | 'records'>;
  /** Path of a driver module, relative to the working folder; `null` for none, `auto` finds our mock. */
  readonly driver: string | null;
  /** Token for the control API of our mock, required on an address that other computers can reach; `null` for none. */
  readonly controlToken: string | null;
}

/** The default settings. */
export const defaultConfig: Config = {
  level: null,
  seed: 1,
  cases: null,
  budget: { requests: 20_000, perSecond: 'auto', seconds: 600 },
  stream: { firstByteMs: 10_000, idleMs: 20_000, totalMs: 60_000, events: 10_000, bytes: 16 * 1024 * 1024 },
  isStrict: false,
  only: [],
  subjects: [],
  ignore: [],
  names: {},
  environment: {
    credentials: {},
    clientSession: null,
    otherClientSession: null,
    otherAgent: null,
    parameters: {},
    spareIds: {},
    bodies: {},
    runs: {},
  },
  driver: 'auto',
  controlToken: null,
};

/** Joins the id of a check with the only subject that it is selected for, in `only`. */
const SUBJECT_OF = '@';

/** Returns an entry of `only` that selects a check for one subject. */
export function selectSubject(check: string, subject: string): string {
  return check + SUBJECT_OF + subject;
}

/** Returns whether a check is selected, for a subject if there is one: all are, unless the run names some. */
export function isSelectedCheck({ only }: Pick<Config, 'only'>, check: string, subject?: string): boolean {
  return (
    only.length === 0 ||
    only.some((entry) => {
      const [start = '', of] = entry.split(SUBJECT_OF);
      if (of !== undefined && subject !== undefined && of !== subject) return false;
      return check === start || (/^[A-Z]+$/.test(start) && check.replace(/(?<!\d)\d+$/, '') === start);
    })
  );
}

/** Returns whether a subject is selected: an operation, a resource, or a group of scenario checks, also by its name alone. */
export function isSelectedSubject({ subjects }: Pick<Config, 'subjects'>, subject: string): boolean {
  return (
    subjects.length === 0 ||
    subjects.some((wanted) => subject === wanted || subject === subjectOfGroup(wanted))
  );
}

/**
 * Returns whether the requests of a check are sent: those of a selected check, and all of them if a run selects checks
 * of responses or streams, since those examine the requests of other checks.
 */
export function isSent(config: Pick<Config, 'only'>, check: string): boolean {
  return isSelectedCheck(config, check) || config.only.some((start) => /^[CS]\d*$/.test(start));
}
