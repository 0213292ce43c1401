/**
 * Defines a check: its id, the rule it tests, and the basis of that rule.
 * Types only, and the function that derives the severity from the basis.
 */

/**
 * The levels of a run; each includes the ones before. Read existing records; send independent requests; run scenario checks
 * of several requests; call operations that end or delete something.
 */
export const levels = ['passive', 'stateless', 'stateful', 'destructive'] as const;

/** A level of a run. */
export type Level = (typeof levels)[number];

/** What a check is about. */
export type Family = 'request' | 'response' | 'access' | 'positive' | 'negative' | 'stream' | 'pack';

/** What a finding of a check does to a run: fails it, is reported as a warning, or nothing. */
export type Severity = 'fail' | 'warn' | 'off';

/**
 * What a check rests on: facts of the source, a decision where the source is silent, or what every good service does.
 *
 * Shape: `ids` of facts as in `spec/facts.tsv`, at least one; `id` of an assumption of the contract.
 */
export type Basis =
  | { readonly kind: 'facts'; readonly ids: readonly string[] }
  | { readonly kind: 'assumption'; readonly id: string }
  | { readonly kind: 'practice'; readonly description: string };

/** One thing that an implementation is held to. */
export interface Check {
  /** Stable: `C01`, `S06`, `AGENT03`. */
  readonly id: string;
  readonly family: Family;
  /** The rule as a sentence: `The status is one that the operation declares.` */
  readonly title: string;
  /** What is sent and looked at. */
  readonly description: string;
  /** Whom it hurts when the rule is broken. */
  readonly rationale: string;
  /** The lowest level at which it runs. */
  readonly level: Level;
  readonly basis: Basis;
}

/** Checks whether a level takes in another one. */
export function includesLevel(run: Level, needed: Level): boolean {
  return levels.indexOf(run) >= levels.indexOf(needed);
}

/** How an assumption is judged: its `check` in the contract. */
export type AssumptionSeverity = (id: string) => Severity;

/** The severity of what rests on this: a fact fails, an assumption says so itself, good practice warns. */
export function severityOf(basis: Basis, ofAssumption: AssumptionSeverity): Severity {
  switch (basis.kind) {
    case 'facts':
      return 'fail';
    case 'assumption':
      return ofAssumption(basis.id);
    case 'practice':
      return 'warn';
  }
}
