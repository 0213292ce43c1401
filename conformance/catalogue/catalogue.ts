/** Every check, in the order of the families. The only module that imports all of them, except those of plug-ins. */
import type { Contract } from '../../contract/contract.ts';
import { adaptChecks, changeChecks, severityOf, type Check } from '../model/check.ts';
import { caseChecks } from '../requests/checks.ts';
import { selectSubject } from '../config/config.ts';
import { expandFacts } from '../../contract/facts/facts.ts';
import { assumptionSeverity } from '../provenance/provenance.ts';
import { responseChecks } from '../responses/checks.ts';
import { resourceLaws } from '../laws/laws.ts';
import type { CheckPlugin } from '../plugin.ts';
import type { ListedCheck } from '../model/run-report.ts';

const catalogues = new WeakMap<CheckPlugin, ReadonlyMap<string, Check>>();

/** Returns every check by id, in the order of the families. Errors: throws RangeError for a duplicate id. */
export function catalogue(plugin: CheckPlugin): ReadonlyMap<string, Check> {
  const cached = catalogues.get(plugin);
  if (cached !== undefined) return cached;
  const scenarios = plugin.scenarios.flatMap(({ checks }) => checks);
  const { checkChanges, streams } = plugin;
  const checks = index([
    ...adaptChecks(responseChecks, checkChanges, plugin.responseChecks),
    ...changeChecks(caseChecks, checkChanges),
    ...streams.checks,
    ...changeChecks(resourceLaws, checkChanges),
    ...scenarios,
  ]);
  catalogues.set(plugin, checks);
  return checks;
}

/** Lists every check with the ids of its facts and the severity that follows from its basis. */
export function listChecks(contract: Contract, plugin: CheckPlugin): readonly ListedCheck[] {
  const groups = new Map(
    plugin.scenarios.flatMap(({ name, checks }) => checks.map(({ id }) => [id, name] as const)),
  );
  const formerOf = (id: string): Pick<ListedCheck, 'former'> => {
    const former = Object.entries(plugin.formerChecks).filter(([, { check }]) => check === id);
    return former.length === 0 ? {} : { former: former.map(([was, { subject }]) => ({ id: was, subject })) };
  };
  return [...catalogue(plugin).values()].map(
    ({ id, family, title, description, rationale, level, basis }) => ({
      id,
      family,
      title,
      description,
      rationale,
      level,
      basis,
      severity: severityOf(basis, (assumption) => assumptionSeverity(contract, assumption)),
      facts: basis.kind === 'facts' ? expandFacts(contract, basis.ids) : [],
      assumption: basis.kind === 'assumption' && contract.provenance !== null ? basis.id : null,
      group: groups.get(id) ?? null,
      ...formerOf(id),
    }),
  );
}

function index(all: readonly Check[]): ReadonlyMap<string, Check> {
  const byId = new Map<string, Check>();
  for (const check of all) {
    if (byId.has(check.id)) throw new RangeError(`The check id ${check.id} is used twice.`);
    byId.set(check.id, check);
  }
  return byId;
}

/** Returns the selection of checks in which former ids select what they mean now. Shape: as `only` of a configuration. */
export function selectPresent(only: readonly string[], { formerChecks }: CheckPlugin): readonly string[] {
  const all = Object.entries(formerChecks);
  return only.flatMap((entry) => {
    const isPrefix = /^[A-Z]+$/.test(entry);
    const former = all.filter(
      ([id]) => id === entry || (isPrefix && id.replace(/(?<!\d)\d+$/, '') === entry),
    );
    const present = former.map(([, { check, subject }]) =>
      subject === null ? check : selectSubject(check, subject),
    );
    return isPrefix || former.length === 0 ? [entry, ...present] : present;
  });
}
