/**
 * Writes a run as JUnit XML: an operation or suite is a test suite, a check is a test case. Uses only elements that all
 * consumers support: one failure for each case, its properties and its output.
 */
import type { Finding, Outcome } from '../model/finding.ts';
import type { ListedCheck, RunReport } from '../model/run-report.ts';
import { clip, showInline } from './plain-text.ts';
import type { ReportOptions } from './report.ts';
import { isCounting, findingStatusOf } from './finding-status.ts';
import { plainFinding } from './text-finding.ts';
import { element, writeXml, type XmlElement } from './xml.ts';

/** The maximum length of a message in an attribute. Units: characters. */
const MAX_LENGTH = 300;

/** Writes a run; ends with a newline. */
export function writeJunit(report: RunReport, options: ReportOptions): string {
  const rows = new Map(report.checks.map((check) => [check.id, check]));
  const bySubject = Map.groupBy(report.outcomes, ({ subject }) => subject);
  const suites = [
    ...[...bySubject].map(([subject, outcomes]) => suiteOf(subject, outcomes, rows, report, options)),
    ...vanishedSuite(report, options),
  ];
  const sum = (name: string): number =>
    suites.reduce((total, suite) => total + Number(suite.attributes[name]), 0);
  return writeXml(
    element(
      'testsuites',
      {
        name: `${report.contract.title} at ${report.baseUrl}`,
        tests: sum('tests'),
        failures: sum('failures'),
        errors: sum('errors'),
        skipped: sum('skipped'),
        time: seconds(report.durationMs),
      },
      suites,
    ),
  );
}

function suiteOf(
  subject: string,
  outcomes: readonly Outcome[],
  rows: ReadonlyMap<string, ListedCheck>,
  report: RunReport,
  options: ReportOptions,
): XmlElement {
  const cases = outcomes.map((outcome) => caseOf(outcome, rows.get(outcome.check), report, options));
  return suite(
    subject,
    report,
    outcomes.reduce((sum, { durationMs }) => sum + durationMs, 0),
    [
      element('properties', {}, [
        element('property', { name: 'level', value: report.level }),
        element('property', { name: 'seed', value: report.seed }),
      ]),
      ...cases,
    ],
  );
}

function suite(
  name: string,
  { startedAt }: RunReport,
  ms: number,
  children: readonly XmlElement[],
): XmlElement {
  const cases = children.filter((child) => child.name === 'testcase');
  const having = (part: string): number =>
    cases.filter(({ children: parts }) =>
      parts.some((each) => typeof each !== 'string' && each.name === part),
    ).length;
  return element(
    'testsuite',
    {
      name,
      tests: cases.length,
      failures: having('failure'),
      errors: having('error'),
      skipped: having('skipped'),
      time: seconds(ms),
      timestamp: startedAt.replace(/(\.\d+)?Z$/, ''),
    },
    children,
  );
}

function caseOf(
  outcome: Outcome,
  check: ListedCheck | undefined,
  report: RunReport,
  options: ReportOptions,
): XmlElement {
  const { findings, subject, verdict, reason, durationMs } = outcome;
  const counting = findings.filter((finding) => isCounting(finding, report, options.baseline));
  const others = findings.filter((finding) => !counting.includes(finding));
  const title = check === undefined ? outcome.check : `${outcome.check} ${check.title}`;
  return element('testcase', { name: title, classname: subject, time: seconds(durationMs) }, [
    ...propertiesOf(outcome, check),
    ...(verdict === 'skip' ? [element('skipped', { message: showInline(reason ?? '') })] : []),
    ...problemOf(counting, report, options),
    ...(others.length === 0
      ? []
      : [
          element('system-out', {}, [
            others.map((each) => describeFinding(each, report, options)).join('\n\n'),
          ]),
        ]),
  ]);
}

function propertiesOf({ findings }: Outcome, check: ListedCheck | undefined): readonly XmlElement[] {
  const facts = new Set([...(check?.facts ?? []), ...findings.flatMap((finding) => finding.facts)]);
  const decisions = [check?.assumption, ...findings.map(({ assumption }) => assumption)];
  const rows = [
    ...[...facts].map((value) => ({ name: 'fact', value })),
    ...[...new Set(decisions)].flatMap((value) => (value == null ? [] : [{ name: 'assumption', value }])),
    ...(check === undefined ? [] : [{ name: 'severity', value: check.severity }]),
  ];
  return rows.length === 0
    ? []
    : [
        element(
          'properties',
          {},
          rows.map((row) => element('property', row)),
        ),
      ];
}

/** Returns one element for all counting findings of a case: `error` if all of them are errors, else `failure`. */
function problemOf(
  findings: readonly Finding[],
  report: RunReport,
  options: ReportOptions,
): readonly XmlElement[] {
  const [first] = findings;
  if (first === undefined) return [];
  const name = findings.every(({ verdict }) => verdict === 'error') ? 'error' : 'failure';
  const more = findings.length === 1 ? '' : ` … and ${findings.length - 1} more`;
  const message = `${clip(showInline(first.message), MAX_LENGTH)}${more}`;
  const text = findings.map((finding) => plainFinding(finding, report, options)).join('\n\n');
  return [element(name, { message, type: first.verdict }, [text])];
}

function describeFinding(finding: Finding, report: RunReport, options: ReportOptions): string {
  return `${findingStatusOf(finding, options.baseline)}: ${plainFinding(finding, report, options)}`;
}

function vanishedSuite(report: RunReport, { baseline }: ReportOptions): readonly XmlElement[] {
  if (baseline === null || baseline.vanished.length === 0) return [];
  const message = `${baseline.file} accepts findings that no longer occur. Update it with --update-baseline.`;
  const cases = baseline.vanished.map(({ check, subject, message: text }) =>
    element(
      'testcase',
      { name: `${check} ${clip(showInline(text), MAX_LENGTH)}`, classname: subject, time: '0.000' },
      [element('failure', { message, type: 'vanished' }, [showInline(text)])],
    ),
  );
  return [suite('baseline', report, 0, cases)];
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
