/**
 * Writes the first `conformance.yaml` of a service: what its description asks for, with comments, and what a first run
 * with GET requests found as ignored findings, each of which a person must decide about.
 */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { Level } from '../model/check.ts';
import type { Finding } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import { clip, countOf, showInline } from '../report/plain-text.ts';
import { sortedFindings } from '../report/finding-status.ts';
import type { RequestBuilder } from '../requests/base-request.ts';
import { listUnsupplied } from '../requests/records/record-maker.ts';
import { listCredentials, type NeededCredential } from './needed-credentials.ts';

export interface InitialConfig {
  readonly contract: Contract;
  readonly builder: RequestBuilder;
  /** The first run, at the level passive; with its exchanges. */
  readonly report: RunReport;
  readonly environment: TestEnvironment;
  /** The level of later runs; `null` for the default. */
  readonly level: Level | null;
  /** Environment variables that are set. */
  readonly variables: ReadonlySet<string>;
}

/** Units: characters of a reason. */
const MAX_LENGTH = 200;

/** Writes a configuration; ends with a newline. */
export function writeInitialConfig(init: InitialConfig): string {
  const blocks = [
    headOf(init),
    credentialsOf(init),
    limitsOf(init),
    parametersOf(init),
    bodiesOf(init),
    ignoredOf(init.report),
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

function headOf({ contract, report }: InitialConfig): readonly string[] {
  const statuses = Map.groupBy(report.exchanges, ({ response }) =>
    response === null ? 'no response' : `${Math.floor(response.status / 100)}xx`,
  );
  const counts = [...statuses].map(([status, list]) => `${list.length} × ${status}`).sort();
  return [
    `# Settings of \`backlot check\` for ${showInline(contract.title)} ${showInline(contract.version)}.`,
    `# The first run, on ${report.startedAt.slice(0, 10)}, sent ${countOf(report.requests, 'GET request')}: ${counts.join(', ')}.`,
  ];
}

function credentialsOf({ contract, variables }: InitialConfig): readonly string[] {
  const needed = listCredentials(contract);
  if (needed.length === 0) return ['# The description has no credentials.'];
  const linesOf = ({ profile, variable }: NeededCredential): string =>
    `  ${variables.has(variable) ? '' : '# '}${profile}: \${${variable}}`;
  const isAnySet = needed.some(({ variable }) => variables.has(variable));
  return [
    '# Credentials come from the environment. `other` is one of another account, which the checks of isolation need.',
    '# Set the variables and remove the # before their lines.',
    ...needed
      .filter(({ account }) => account === 'full')
      .map(({ profile, text }) => `# ${profile}: ${showInline(text)}`),
    `${isAnySet ? '' : '# '}credentials:`,
    ...needed.map(linesOf),
  ];
}

function limitsOf({ contract, level, report }: InitialConfig): readonly string[] {
  const defaultLevel = listCredentials(contract).length === 0 ? 'stateless' : 'stateful';
  return [
    '# passive: only GET requests. stateless: creates records and deletes nothing. stateful: also deletes what it has',
    '# created. destructive: also calls each operation that deletes or ends something.',
    `level: ${level ?? defaultLevel}`,
    '',
    '# perSecond is the rate: auto is 50 requests per second, and 300 for a service on this computer.',
    `budget: { requests: ${Math.max(5_000, 100 * operationsOf(contract).all.length)}, perSecond: auto, seconds: 600 }`,
    ...(report.stopped === null ? [] : [`# The first run ended early: ${showInline(report.stopped)}`]),
  ];
}

function parametersOf({ contract, environment }: InitialConfig): readonly string[] {
  const rows = operationsOf(contract).all.flatMap((operation) => {
    const configured = { ...environment.parameters['any'], ...environment.parameters[operation.id] };
    const names = listUnsupplied(operation).filter((name) => configured[name] === undefined);
    return names.length === 0
      ? []
      : [`#   ${operation.id}: { ${names.map((name) => `${quoteKey(name)}: …`).join(', ')} }`];
  });
  if (rows.length === 0)
    return ['# Every path parameter belongs to a record that an operation creates or lists.'];
  return [
    '# Path parameters of records that no operation creates or lists. Without a value these operations are not checked.',
    '# A name that means the same everywhere can be set once, under `any`.',
    '# parameters:',
    ...rows,
  ];
}

function bodiesOf({ contract, builder, environment }: InitialConfig): readonly string[] {
  const rows = operationsOf(contract).all.flatMap((operation) => {
    const { base, confidence } = builder.baseOf(operation, environment);
    const { body } = base;
    if (confidence !== 'guessed' || body.kind !== 'json') return [];
    return [`#   ${operation.id}: ${showInline(JSON.stringify(body.value))}`];
  });
  if (rows.length === 0) return [];
  return [
    '# Guessed bodies that refer to records or states. Correct those that the service rejects.',
    '# bodies:',
    ...rows,
  ];
}

function ignoredOf(report: RunReport): readonly string[] {
  const findings = sortedFindings(report, null).filter(({ verdict }) => verdict !== 'error');
  const rules = new Map(findings.map((finding) => [keyOf(finding), finding]));
  if (rules.size === 0) return ['# The first run found nothing to ignore.', 'ignore: []'];
  const date = report.startedAt.slice(0, 10);
  return [
    '# Findings of the first run. Delete those that are faults of the service, and give a reason for the others.',
    'ignore:',
    ...[...rules.values()].flatMap(({ check, subject, at, verdict, message }) => [
      `  - check: ${check}`,
      `    subject: ${quote(subject)}`,
      ...(at === '' ? [] : [`    at: ${quote(at)}`]),
      `    reason: ${quote(clip(`undecided, ${verdict} on ${date}: ${showInline(message)}`, MAX_LENGTH))}`,
    ]),
  ];
}

function keyOf({ check, subject, at }: Finding): string {
  return JSON.stringify([check, subject, at.replaceAll(/\d+/g, 'N')]);
}

/** Quotes a text; JSON is YAML, except that some line breaks of YAML need an escape. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function quoteKey(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : quote(name);
}
