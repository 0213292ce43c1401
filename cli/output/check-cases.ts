/** Writes the cases of a run to files. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract.ts';
import {
  sortedFindings,
  findingStatusOf,
  type BaselineComparison,
} from '../../conformance/report/finding-status.ts';
import { writeCase } from '../../conformance/replay/write-case.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { writeFile } from './check-reports.ts';

/** Findings that get files, worst first. */
const MAX_CASES = 200;

/** Where cases are written, and which findings are accepted. */
export interface CaseOptions {
  readonly contract: Contract;
  /** The names of the credentials of the run; absent for none. */
  readonly profiles?: readonly string[];
  readonly baseline: BaselineComparison | null;
  readonly folder: string;
}

/**
 * Writes a case for each new finding.
 *
 * Shape: the path of each case by the fingerprint of its finding.
 * Errors: throws the error of the file system.
 */
export function writeCases(
  report: RunReport,
  { contract, baseline, profiles = [], folder }: CaseOptions,
): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const findings = sortedFindings(report, baseline).filter(
    (finding) => findingStatusOf(finding, baseline) !== 'known' && finding.exchanges.length > 0,
  );
  for (const finding of findings.slice(0, MAX_CASES)) {
    const [file, ...others] = writeCase(finding, report, contract, profiles);
    if (file === undefined) continue;
    for (const { name, text } of [file, ...others]) {
      const path = join(folder, 'cases', name);
      writeFile(path, text);
      if (name.endsWith('.sh')) chmodSync(path, 0o755);
    }
    paths.set(finding.fingerprint, join(folder, 'cases', file.name));
  }
  return paths;
}
