/** Every check, in the order of the families. The only module that imports all of them. */
import { severityOf, type Check } from '../model/check.ts';
import { caseChecks } from '../requests/checks.ts';
import { expandFacts } from '../schema-location/facts.ts';
import { assumptionSeverity } from '../schema-location/provenance.ts';
import { suites } from '../agent-platform/scenarios/suites.ts';
import { responseChecks } from '../responses/checks.ts';
import type { ListedCheck } from '../runner/run-report.ts';
import { streamChecks } from '../streams/checks.ts';

let checks: ReadonlyMap<string, Check> | null = null;

/** Returns every check by id, in the order of the families. Errors: throws RangeError for a duplicate id. */
export function catalogue(): ReadonlyMap<string, Check> {
  checks ??= index([
    ...responseChecks,
    ...caseChecks,
    ...streamChecks,
    ...suites.flatMap((suite) => suite.checks),
  ]);
  return checks;
}

let listed: readonly ListedCheck[] | null = null;

/** Lists every check with the ids of its facts and the severity that follows from its basis. */
export function listChecks(): readonly ListedCheck[] {
  const groups = new Map(suites.flatMap(({ name, checks }) => checks.map(({ id }) => [id, name] as const)));
  listed ??= [...catalogue().values()].map(({ id, family, title, description, rationale, level, basis }) => ({
    id,
    family,
    title,
    description,
    rationale,
    level,
    basis,
    severity: severityOf(basis, assumptionSeverity),
    facts: basis.kind === 'facts' ? expandFacts(basis.ids) : [],
    assumption: basis.kind === 'assumption' ? basis.id : null,
    group: groups.get(id) ?? null,
  }));
  return listed;
}

function index(all: readonly Check[]): ReadonlyMap<string, Check> {
  const byId = new Map<string, Check>();
  for (const check of all) {
    if (byId.has(check.id)) throw new RangeError(`The check id ${check.id} is used twice.`);
    byId.set(check.id, check);
  }
  return byId;
}
