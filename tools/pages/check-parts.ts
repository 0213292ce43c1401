/** The generated parts of the page about the checks: those of every API, and those of the Agent Platform. */
import { agentPlatformContract } from '../../conformance/agent-platform/contract.ts';
import { agentPlatform } from '../../conformance/agent-platform/plugin.ts';
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import type { ListedCheck } from '../../conformance/model/run-report.ts';
import { writeTable } from '../table.ts';

/** Writes the table of checks that need one request, one stream or one resource. */
export function generalChecksPart(): string {
  return writeChecks(listChecks(agentPlatformContract, agentPlatform).filter(({ group }) => group === null));
}

/** Writes a table for each group of scenario checks. */
export function scenarioChecksPart(): string {
  const groups = Map.groupBy(listChecks(agentPlatformContract, agentPlatform), ({ group }) => group);
  return [...groups]
    .flatMap(([group, checks]) => (group === null ? [] : [`### ${group}\n\n${writeChecks(checks)}`]))
    .join('\n');
}

/** Writes a table of checks, in their order. */
function writeChecks(checks: readonly ListedCheck[]): string {
  const rows = checks.map(({ id, severity, level, title }) => [`\`${id}\``, title, `${severity}s`, level]);
  return writeTable(['check', 'what must be true', 'a finding', 'level'], rows);
}
