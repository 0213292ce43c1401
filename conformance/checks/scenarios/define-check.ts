/**
 * Rows of packs and the problems they tell, without what is the same in all of them.
 */
import type { Basis, Level } from '../../check.ts';
import { assumptionSeverity } from '../../schema-location/provenance.ts';
import type { Problem } from '../../engine/finding.ts';
import type { ScenarioCheck } from './scenario-check.ts';

/** A row as it is written. Shape: `level` is `stateful` when absent. */
export type ScenarioCheckRow = Omit<ScenarioCheck, 'family' | 'level'> & { readonly level?: Level };

/** Makes the row of a story. */
export function defineCheck({ level = 'stateful', ...row }: ScenarioCheckRow): ScenarioCheck {
  return { ...row, family: 'pack', level };
}

/** Rests a story on facts of the source. Shape: ids or spans of them. */
export function relyOnFacts(...ids: readonly string[]): Basis {
  return { kind: 'facts', ids };
}

/** Rests a story on a decision of the contract where the source is silent. */
export function relyOnAssumption(id: string): Basis {
  return { kind: 'assumption', id };
}

/** Rests a story on what every good service does. */
export function relyOnPractice(description: string): Basis {
  return { kind: 'practice', description };
}

/** A problem that rests on a decision of the contract, told by a story that rests on something stronger. */
export function assumed(assumption: string, message: string, at = 'response'): Problem {
  return { message, at, facts: [], assumption, severity: assumptionSeverity(assumption) };
}

/** A problem that is told and fails nobody, whatever its story rests on. */
export function doubtful(message: string, at = 'response'): Problem {
  return { message, at, facts: [], assumption: null, severity: 'warn' };
}
