/** Every check there is, in the order of their families. The only place that knows all of them. */
import { severityOf, type Check } from '../check.ts';
import { caseChecks } from '../checks/requests/checks.ts';
import { spellFacts } from '../schema-location/facts.ts';
import { assumptionSeverity } from '../schema-location/provenance.ts';
import { suites } from '../checks/scenarios/suites.ts';
import { responseChecks } from '../checks/responses/checks.ts';
import type { ListedCheck } from '../engine/run-report.ts';
import { streamChecks } from '../checks/streams/checks.ts';

let checks: ReadonlyMap<string, Check> | null = null;

/** Finds checks by id, in the order of their families. Errors: throws when two have the same id. */
export function catalogue(): ReadonlyMap<string, Check> {
  checks ??= index([
    ...responseChecks,
    ...caseChecks,
    ...streamChecks,
    ...suites.flatMap((suite) => suite.checks),
  ]);
  return checks;
}

/** Lists every check with its facts spelt out and the severity that follows from what it rests on. */
export function listChecks(): readonly ListedCheck[] {
  return [...catalogue().values()].map(({ id, family, title, description, rationale, level, basis }) => ({
    id,
    family,
    title,
    description,
    rationale,
    level,
    basis,
    severity: severityOf(basis, assumptionSeverity),
    facts: basis.kind === 'facts' ? spellFacts(basis.ids) : [],
    assumption: basis.kind === 'assumption' ? basis.id : null,
  }));
}

function index(all: readonly Check[]): ReadonlyMap<string, Check> {
  const byId = new Map<string, Check>();
  for (const check of all) {
    if (byId.has(check.id)) throw new RangeError(`Two checks are called ${check.id}.`);
    byId.set(check.id, check);
  }
  return byId;
}
