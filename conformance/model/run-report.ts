/** The result of a run, from which every report is created: plain data. */
import type { Check, Level, Severity } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { Outcome, Verdict } from './finding.ts';

/** Names used by the service, by those of the contract: `Capability.id` is `capabilityId`. */
export type ServiceNames = Readonly<Record<string, string>>;

/** A check in the report, with the facts that it enforces and the resulting severity. */
export interface ListedCheck extends Omit<Check, 'run'> {
  readonly severity: Severity;
  readonly facts: readonly string[];
  readonly assumption: string | null;
  /** The group of a scenario check, as `--operation` selects it; `null` for other checks. */
  readonly group: string | null;
  /** The removed checks that it replaces, with their subject today, `null` for all; absent for none. */
  readonly former?: readonly { readonly id: string; readonly subject: string | null }[];
}

/** The coverage of one kind of item. Shape: `missing` lists the items not seen, in the order of the contract. */
export interface Coverage {
  /** `operations`, `statuses`, `parameters`, `enum members`, `events`, `facts`. */
  readonly what: string;
  readonly seen: number;
  readonly of: number;
  readonly missing: readonly string[];
}

/**
 * What the configuration excludes. Shape: `subjects` has the groups of scenario checks, then the operations, of which
 * no check is selected.
 */
export interface Unselected {
  readonly checks: number;
  readonly subjects: readonly string[];
}

/** Records that a run has created but not deleted. Shape: `resource` is a path; `ids` are the first ones. */
export interface LeftRecords {
  readonly resource: string;
  readonly count: number;
  readonly ids: readonly string[];
}

/** Why a check was skipped that had not run when a run ended early. */
export const NOT_REACHED = 'The run ended before it could be carried out.';

/** The name of the driver of a run without one. */
export const NO_DRIVER = 'none';

/**
 * The result of a run. Units: `durationMs`; `startedAt` is ISO 8601.
 *
 * Shape: contains no credential. `stopped` is why the run ended early, `null` if it did not.
 */
export interface RunReport {
  readonly tool: { readonly name: 'backlot'; readonly version: string };
  readonly contract: { readonly title: string; readonly version: string };
  readonly baseUrl: string;
  readonly driver: string;
  readonly level: Level;
  readonly seed: number;
  readonly isStrict: boolean;
  /** Names used by the service; requests and responses in the report have those of the contract. */
  readonly names: ServiceNames;
  readonly startedAt: string;
  readonly durationMs: number;
  /** Those of the checks, and those that delete what they have created. */
  readonly requests: number;
  readonly stopped: string | null;
  /** What users should change in their configuration or driver, such as obsolete names. */
  readonly notices: readonly string[];
  /** The records that are left in the service. */
  readonly left: readonly LeftRecords[];
  readonly unselected: Unselected;
  readonly checks: readonly ListedCheck[];
  readonly outcomes: readonly Outcome[];
  readonly totals: Readonly<Record<Verdict, number>>;
  readonly coverage: readonly Coverage[];
  /** Every exchange that the checks of responses examine, oldest first; empty unless requested. */
  readonly exchanges: readonly Exchange[];
}

/** Counts outcomes by verdict; 0 for a verdict without outcomes. */
export function totalsOf(outcomes: readonly Outcome[]): Readonly<Record<Verdict, number>> {
  const totals: Record<Verdict, number> = { pass: 0, fail: 0, warn: 0, skip: 0, flaky: 0, error: 0 };
  for (const { verdict } of outcomes) totals[verdict] += 1;
  return totals;
}
