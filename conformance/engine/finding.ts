/** The results of checks: problems while they run, findings in the report. Types only. */
import type { Expectation } from '../checks/requests/expectation.ts';
import type { Severity } from '../check.ts';
import type { Exchange } from './exchange.ts';

/**
 * One thing that is wrong, as the check that saw it tells it.
 *
 * Shape: `at` is where in the response: a dotted path (`body.data.0.id`), `header Retry-After`, `status`, `event 12: seq`;
 * `place` is where in the contract: `spec/schemas/Agent.yaml#/properties/id`.
 * `facts`, `assumption` and `severity` are set where the place knows better than the check what it rests on.
 */
export interface Problem {
  readonly message: string;
  /** What of the message is the same in every run, where it shows a value that is not. */
  readonly stable?: string | undefined;
  readonly at: string;
  readonly place?: string | null | undefined;
  readonly facts?: readonly string[] | undefined;
  readonly assumption?: string | null | undefined;
  readonly severity?: Severity | undefined;
}

/** What one check says of one thing it looked at; no problem means that it passed. */
export interface CheckResult {
  readonly check: string;
  readonly problems: readonly Problem[];
}

/** How one check came out for one operation or suite. `error`: the check itself could not be carried out. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip' | 'flaky' | 'error';

/**
 * A request that a check made up, and how it came to be, so that it can be made again.
 *
 * Shape: `label` says in words what is special about it; `seed` and `path` are those of fast-check, absent where nothing was
 * left to chance; `expectation` is what `judgeCase` judges the response by, absent for requests of scenario checks and streams.
 */
export interface CaseOrigin {
  readonly label: string;
  readonly seed?: number | undefined;
  readonly path?: string | undefined;
  readonly expectation?: Expectation | undefined;
}

/** A violation with all that is needed to reproduce it. */
export interface Finding {
  /** The same for the same fault in every run: of check, subject and what is wrong, not of ids and times. */
  readonly fingerprint: string;
  readonly check: string;
  /** Id of the operation, or `pack:` with the name of the suite. */
  readonly subject: string;
  readonly verdict: 'fail' | 'warn' | 'flaky' | 'error';
  readonly message: string;
  readonly at: string;
  readonly place: string | null;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** How often it was seen; the first time is the one that is kept. */
  readonly count: number;
  readonly origin: CaseOrigin;
  /** What was sent and came back, oldest first; the last one shows the fault. */
  readonly exchanges: readonly Exchange[];
}

/** How one check came out for one subject. */
export interface Outcome {
  readonly check: string;
  readonly subject: string;
  readonly verdict: Verdict;
  /** Why it was skipped; `null` for every other verdict. */
  readonly reason: string | null;
  /** How often it was looked at. */
  readonly count: number;
  readonly findings: readonly Finding[];
  readonly durationMs: number;
}
