/** Creates scenario checks, their bases and their problems. */
import type { Level } from '../../model/check.ts';
import { assumptionSeverity } from '../../provenance/provenance.ts';
import { agentPlatformContract } from '../contract.ts';
import type { Problem } from '../../model/finding.ts';
import type { ScenarioCheck } from './scenario-check.ts';

/** The fields of a scenario check as written. Shape: `level` is `stateful` when absent. */
export type ScenarioCheckRow = Omit<ScenarioCheck, 'family' | 'level'> & { readonly level?: Level };

export function defineCheck({ level = 'stateful', ...row }: ScenarioCheckRow): ScenarioCheck {
  return { ...row, family: 'scenario', level };
}

/** Creates scenario checks that need the same. Shape: a row may replace what is shared. */
export function defineChecks(
  shared: Pick<ScenarioCheckRow, 'needs' | 'runs' | 'profiles' | 'level'>,
  rows: readonly ScenarioCheckRow[],
): readonly ScenarioCheck[] {
  return rows.map((row) => defineCheck({ ...shared, ...row }));
}

/** Creates a problem that relies on an assumption, for a check with a stronger basis. */
export function citeAssumption(assumption: string, message: string, at = 'response'): Problem {
  return {
    message,
    at,
    facts: [],
    assumption,
    severity: assumptionSeverity(agentPlatformContract, assumption),
  };
}

/** Creates a problem that violates these facts, for a check with another basis. Shape: ids or spans of facts. */
export function citeFacts(facts: readonly string[], message: string, at = 'response'): Problem {
  return { message, at, facts };
}

export { warning } from '../../play/play-check.ts';
export { relyOnAssumption, relyOnFacts, relyOnPractice } from '../../model/check.ts';
