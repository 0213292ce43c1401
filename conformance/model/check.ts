/** Defines a check: its id, the rule it tests, and the basis of that rule, which determines its severity. */

/**
 * The levels of a run; each includes the ones before. Read existing records; send independent requests; run scenario
 * checks of several requests; call operations that end or delete something.
 */
export const levels = ['passive', 'stateless', 'stateful', 'destructive'] as const;

/** A level of a run. */
export type Level = (typeof levels)[number];

/** The subject area of a check. */
export type Family =
  'request' | 'response' | 'access' | 'positive' | 'negative' | 'stream' | 'law' | 'scenario';

/** The effect of a finding: it fails the run, is reported as a warning, or is ignored. */
export type Severity = 'fail' | 'warn' | 'off';

/**
 * The basis of a check: facts of the source, an assumption where the source specifies nothing, the contract itself
 * where it has no source, or good practice.
 *
 * Shape: `ids` of facts as in `spec/facts.tsv`, at least one; `id` of an assumption of the contract.
 */
export type Basis =
  | { readonly kind: 'facts'; readonly ids: readonly string[] }
  | { readonly kind: 'assumption'; readonly id: string }
  | { readonly kind: 'contract' }
  | { readonly kind: 'practice'; readonly description: string };

/** One rule that an implementation must follow. */
export interface Check {
  /** Stable: `C01`, `S06`, `AGENT03`. */
  readonly id: string;
  readonly family: Family;
  /** The rule as a sentence: `The status is one that the operation declares.` */
  readonly title: string;
  /** What the check sends and examines. */
  readonly description: string;
  /** The consequences of a violation for clients. */
  readonly rationale: string;
  /** The lowest level at which it runs. */
  readonly level: Level;
  readonly basis: Basis;
}

/** Returns whether a run of a level includes the checks of another one. */
export function includesLevel(run: Level, needed: Level): boolean {
  return levels.indexOf(run) >= levels.indexOf(needed);
}

/** Creates a basis of facts of the source. Shape: ids or spans of them. */
export function relyOnFacts(...ids: readonly string[]): Basis {
  return { kind: 'facts', ids };
}

/** Creates a basis of an assumption of the contract. */
export function relyOnAssumption(id: string): Basis {
  return { kind: 'assumption', id };
}

/** Creates a basis of good practice. */
export function relyOnPractice(description: string): Basis {
  return { kind: 'practice', description };
}

/** Returns the severity of a basis: a fact and the contract fail, an assumption has its own severity, good practice warns. */
export function severityOf(basis: Basis, ofAssumption: (id: string) => Severity): Severity {
  switch (basis.kind) {
    case 'facts':
    case 'contract':
      return 'fail';
    case 'assumption':
      return ofAssumption(basis.id);
    case 'practice':
      return 'warn';
  }
}

/** What the id of a removed check refers to: another check, for one subject or (`null`) for all. */
export interface FormerCheck {
  readonly check: string;
  readonly subject: string | null;
}

/** What an API changes in general checks, by id. */
export type CheckChanges = Readonly<Record<string, Partial<Omit<Check, 'id' | 'family'>>>>;

/** Changes the bases of checks, by id, and nothing else. */
export function changeBases(bases: Readonly<Record<string, Basis>>): CheckChanges {
  return Object.fromEntries(Object.entries(bases).map(([id, basis]) => [id, { basis }]));
}

/** Returns general checks with the changes of an API. */
export function changeChecks(general: readonly Check[], changes: CheckChanges): readonly Check[] {
  return general.map((check) => ({ ...check, ...changes[check.id] }));
}

/** Returns general checks with the changes of an API, and its own checks. Shape: in the order of their ids. */
export function adaptChecks(
  general: readonly Check[],
  changes: CheckChanges,
  own: readonly Check[],
): readonly Check[] {
  return [...changeChecks(general, changes), ...own].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
