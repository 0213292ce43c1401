/** The results of checks: problems while they run, findings in the report. Types only. */
import type { Expectation } from './expectation.ts';
import type { Severity } from './check.ts';
import type { Exchange } from './exchange.ts';

/**
 * One violation, as reported by a check.
 *
 * Shape: `at` is the place in the response: a dotted path (`body.data.0.id`), `header Retry-After`, `status`,
 * `event 12: seq`; `place` is the place in the contract: `spec/schemas/Agent.yaml#/properties/id`.
 * `facts`, `assumption` and `severity` are set if the place has a more specific basis than the check.
 */
export interface Problem {
  readonly message: string;
  /** The message without values that differ between runs; absent if it has none. */
  readonly stable?: string | undefined;
  readonly at: string;
  readonly place?: string | null | undefined;
  readonly facts?: readonly string[] | undefined;
  readonly assumption?: string | null | undefined;
  readonly severity?: Severity | undefined;
}

/** The result of a check for one subject; it passed if there is no problem. */
export interface CheckResult {
  readonly check: string;
  readonly problems: readonly Problem[];
}

/** The verdict of a check for one operation, resource or group of scenario checks. `error`: the check itself failed to run. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip' | 'flaky' | 'error';

/**
 * The origin of a generated request, so that it can be reproduced.
 *
 * Shape: `label` describes it; `seed` and `path` are those of fast-check, absent if nothing was random; `expectation`
 * is the one that `checkCase` uses, absent for requests of scenario checks and streams.
 */
export interface CaseOrigin {
  readonly label: string;
  readonly seed?: number | undefined;
  readonly path?: string | undefined;
  readonly expectation?: Expectation | undefined;
}

/** A violation with everything that is needed to reproduce it. */
export interface Finding {
  /** The same for the same fault in every run: derived from check, subject and problem, without ids and times. */
  readonly fingerprint: string;
  /** The fingerprint that earlier versions gave it, without its statuses; absent if it is the same. */
  readonly formerFingerprint?: string;
  readonly check: string;
  /** Id of the operation, path of the resource, or a group of scenario checks, see `subjectOfGroup`. */
  readonly subject: string;
  readonly verdict: 'fail' | 'warn' | 'flaky' | 'error';
  readonly message: string;
  readonly at: string;
  readonly place: string | null;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** Number of occurrences; the first one is kept. */
  readonly count: number;
  readonly origin: CaseOrigin;
  /** Requests and responses, oldest first; the last one shows the fault. */
  readonly exchanges: readonly Exchange[];
}

/** Returns whether a finding has a fingerprint, now or in earlier versions. */
export function hasFingerprint(
  { fingerprint, formerFingerprint }: Pick<Finding, 'fingerprint' | 'formerFingerprint'>,
  wanted: string,
): boolean {
  return fingerprint === wanted || formerFingerprint === wanted;
}

/**
 * A property that a response lacks although the contract requires it. Shape: `name` as in `names` of a configuration,
 * `others` are properties of the same object that the contract does not have, the most similar first.
 */
export interface MissingName {
  readonly name: string;
  readonly others: readonly string[];
}

/** The result of a check for one subject. */
export interface Outcome {
  readonly check: string;
  readonly subject: string;
  readonly verdict: Verdict;
  /** Why it was skipped; `null` for every other verdict. */
  readonly reason: string | null;
  /** Properties missing from its responses; absent unless it was skipped and there are any. */
  readonly missingNames?: readonly MissingName[];
  /** Number of times it ran. */
  readonly count: number;
  readonly findings: readonly Finding[];
  readonly durationMs: number;
}

/** Why `pack:`: baselines, replays and configurations contain it. */
const GROUP = 'pack:';

/** Returns the subject of a group of scenario checks: `pack:agents` for `agents`. */
export function subjectOfGroup(name: string): string {
  return GROUP + name;
}

/** Returns the name of the group that a subject is; `null` for an operation. */
export function groupOfSubject(subject: string): string | null {
  return subject.startsWith(GROUP) ? subject.slice(GROUP.length) : null;
}
