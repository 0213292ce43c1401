/** Writes a run as SARIF 2.1.0: a check is a rule, a finding is a result at the violated line of `spec/`. */
import type { Contract } from '../../contract/contract.ts';
import type { Finding } from '../model/finding.ts';
import type { ListedCheck, RunReport } from '../model/run-report.ts';
import { citeAssumption, citeFacts, positionOf } from './provenance-text.ts';
import { clip, showInline } from './plain-text.ts';
import { plainFinding } from './text-finding.ts';
import type { ReportOptions } from './report.ts';
import { sortedFindings, findingStatusOf } from './finding-status.ts';

/** Why: GitHub code scanning accepts no more results in one file. */
const MAX_RESULTS = 25_000;

/** Units: characters of a message. */
const MAX_LENGTH = 4_000;

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Writes a run; ends with a newline. */
export function writeSarif(report: RunReport, options: ReportOptions): string {
  const findings = sortedFindings(report, options.baseline).slice(0, MAX_RESULTS);
  const rules = report.checks.map((check) => ruleOf(options.contract, check));
  const ruleIndex = new Map(report.checks.map(({ id }, index) => [id, index]));
  const run = {
    tool: { driver: { name: report.tool.name, version: report.tool.version, rules } },
    invocations: [{ executionSuccessful: report.stopped === null, startTimeUtc: report.startedAt }],
    columnKind: 'utf16CodeUnits',
    properties: { level: report.level, seed: report.seed, driver: report.driver, baseUrl: report.baseUrl },
    results: findings.map((finding) => resultOf(finding, ruleIndex.get(finding.check), report, options)),
  };
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function ruleOf(contract: Contract, check: ListedCheck) {
  const { id, family, title, description, rationale, severity, level } = check;
  const sources = [
    ...citeFacts(contract, check).map((fact) => `- ${fact.id}: ${fact.text}`),
    ...[citeAssumption(contract, check)].flatMap((each) =>
      each === null ? [] : [`- ${each.id}: ${each.text}`],
    ),
  ];
  const help = [
    description,
    rationale,
    ...(sources.length === 0 ? [] : [`Basis:\n${sources.join('\n')}`]),
  ].join('\n\n');
  return {
    id,
    name: id,
    shortDescription: { text: title },
    fullDescription: { text: `${title} ${rationale}` },
    help: { text: help },
    defaultConfiguration: { enabled: severity !== 'off', level: severity === 'fail' ? 'error' : 'warning' },
    properties: { tags: [family, level] },
  };
}

function resultOf(
  finding: Finding,
  ruleIndex: number | undefined,
  report: RunReport,
  options: ReportOptions,
) {
  const { check, subject, message, at, fingerprint, formerFingerprint = fingerprint, count } = finding;
  const { file, line, column } = positionOf(finding, options);
  const findingStatus = findingStatusOf(finding, options.baseline);
  const details = plainFinding(finding, report, options);
  return {
    ruleId: check,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: finding.verdict === 'fail' || finding.verdict === 'error' ? 'error' : 'warning',
    message: { text: clip(`${showInline(subject)}: ${showInline(message)}\n\n${details}`, MAX_LENGTH) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file), uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: column },
        },
        logicalLocations: [{ fullyQualifiedName: showInline(subject) }],
      },
    ],
    partialFingerprints: { 'backlot/v1': formerFingerprint, 'backlot/v2': fingerprint },
    occurrenceCount: count,
    ...(findingStatus === 'known'
      ? { suppressions: [{ kind: 'external', status: 'accepted', justification: 'It is in the baseline.' }] }
      : {}),
    properties: {
      at: showInline(at),
      facts: finding.facts,
      assumption: finding.assumption,
      verdict: finding.verdict,
    },
  };
}
