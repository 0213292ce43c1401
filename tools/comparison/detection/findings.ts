/**
 * Reads what fails from the reports of tools. A finding is one line, without what differs from run to run.
 */
import { readFileSync } from 'node:fs';

interface BacklotReport {
  readonly outcomes: readonly {
    readonly check: string;
    readonly subject: string;
    readonly verdict: string;
    readonly findings: readonly { readonly message: string }[];
  }[];
}

interface NewmanReport {
  readonly run: {
    readonly failures: readonly {
      readonly source: { readonly name: string };
      readonly error: { readonly test?: string; readonly message: string };
    }[];
  };
}

interface RespectReport {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly RespectWorkflow[] }>>;
}

interface RespectWorkflow {
  readonly executedSteps: readonly {
    readonly stepId: string;
    readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly message: string }[];
  }[];
}

/** Reads the failing checks; warnings do not count. */
export function readBacklot(file: string): readonly string[] {
  return toFindings(
    (read(file) as BacklotReport).outcomes
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      .flatMap(({ check, subject, findings }) =>
        findings.map(({ message }) => `${check} ${subject} ${message}`),
      ),
  );
}

export function readNewman(file: string): readonly string[] {
  return toFindings(
    (read(file) as NewmanReport).run.failures.map(
      ({ source, error }) => `${source.name} ${error.test ?? ''} ${error.message}`,
    ),
  );
}

export function readRespect(file: string): readonly string[] {
  return toFindings(
    Object.values((read(file) as RespectReport).files)
      .flatMap(({ executedWorkflows }) => executedWorkflows.flatMap(({ executedSteps }) => executedSteps))
      .flatMap(({ stepId, checks }) =>
        checks.filter(({ passed }) => !passed).map(({ name, message }) => `${stepId} ${name} ${message}`),
      ),
  );
}

/** Reads the transactions that fail, with what is wrong with each. */
export function readDredd(output: string): readonly string[] {
  let transaction = '';
  const lines: string[] = [];
  for (const line of output.split('\n')) {
    transaction = /^fail: (.*) duration: /.exec(line)?.[1] ?? transaction;
    if (/^(body: At|headers: At|statusCode: Expected|error: )/.test(line))
      lines.push(`${transaction} ${line}`);
  }
  return toFindings(lines);
}

export function readStepCi(output: string): readonly string[] {
  return toFindings(output.split('\n').filter((line) => /✕|✖|⚠/u.test(line)));
}

/** Reads the failures of a JUnit report. */
export function readJunit(file: string): readonly string[] {
  const cases = readFileSync(file, 'utf8').matchAll(
    /<testcase[^>]*?name="([^"]*)"[^>]*>([\s\S]*?)<\/testcase>/g,
  );
  return toFindings(
    [...cases].flatMap(([, name = '', body = '']) =>
      [...body.matchAll(/<(?:failure|error)[^>]*?message="([^"]*)"/g)].map(
        ([, message = '']) => `${name} ${message}`,
      ),
    ),
  );
}

/** Removes addresses and times, and numbers findings that are the same. */
export function toFindings(lines: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const finding = line
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\d+(\.\d+)? ?m?s\b/g, '')
      .trim();
    const count = (counts.get(finding) ?? 0) + 1;
    counts.set(finding, count);
    return `${finding} (${count})`;
  });
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
