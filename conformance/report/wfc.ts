/**
 * Writes a run as a report of the Web Fuzzing Commons: each failure is a fault of an operation, and its test is the
 * script that reproduces it. Findings that only warn are warnings.
 */
import { operationsOf, type OperationIndex } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import { groupOfSubject, type Finding } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';
import { categoryOf, type FaultCategory } from './fault-categories.ts';
import { findingStatusOf, isCounting, sortedFindings } from './finding-status.ts';
import { showInline } from './plain-text.ts';
import type { ReportOptions } from './report.ts';

/** Version of the schema of these reports. */
const schemaVersion = '0.8.0';

/** Writes a run; ends with a newline. Shape: coverage is only known if the run kept its exchanges. */
export function writeWfc(report: RunReport, options: ReportOptions): string {
  const operations = operationsOf(options.contract);
  const all = sortedFindings(report, options.baseline);
  const faults = all
    .filter((finding) => isCounting(finding, report, options.baseline))
    .map((finding) => faultOf(finding, report, options));
  const warnings = all.filter((finding) => !isCounting(finding, report, options.baseline));
  const covered = coveredStatuses(report.exchanges, operations);
  const scripts = faults.flatMap(({ script }) => script ?? []);
  const tests = [
    ...covered.map(({ endpointId, testCaseId }) => ({
      id: testCaseId,
      name: `All requests of ${endpointId}`,
    })),
    ...faults.map(({ testCaseId, name, script }) => ({
      id: testCaseId,
      name,
      ...(script === null ? {} : { filePath: script }),
    })),
  ];
  const document = {
    schemaVersion,
    toolName: report.tool.name,
    toolVersion: report.tool.version,
    creationTime: new Date(Date.parse(report.startedAt) + report.durationMs).toISOString(),
    executionTimeInSeconds: Math.round(report.durationMs / 1000),
    faults: {
      totalNumber: new Set(faults.map(keyOfFault)).size,
      foundFaults: faults.map(({ operationId, testCaseId, category, context }) => ({
        operationId,
        testCaseId,
        faultCategories: [{ ...category, context }],
      })),
    },
    problemDetails: {
      rest: {
        outputHttpCalls: all.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
        evaluatedHttpCalls: report.requests,
        endpointIds: operations.all.map(endpointOf),
        coveredHttpStatus: covered,
      },
    },
    totalTests: tests.length,
    testFilePaths: [...new Set(scripts)],
    testCases: tests,
    warnings: warnings.map((finding) => ({
      message: `${finding.check} ${showInline(finding.subject)}: ${showInline(finding.message)}`,
      category: findingStatusOf(finding, options.baseline),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A finding as a fault. Shape: `script` is `null` for a finding without requests. */
interface Fault {
  readonly operationId: string;
  readonly testCaseId: string;
  readonly name: string;
  readonly script: string | null;
  readonly category: FaultCategory;
  readonly context: string;
}

function faultOf(finding: Finding, { checks }: RunReport, { contract, cases }: ReportOptions): Fault {
  const { check, subject, fingerprint, message } = finding;
  const family = checks.find(({ id }) => id === check)?.family ?? 'scenario';
  const file = cases.get(fingerprint);
  return {
    operationId: operationOf(finding, operationsOf(contract)),
    testCaseId: `${check}-${fingerprint}`,
    name: `${check} ${showInline(subject)}`,
    script: file === undefined ? null : file.replace(/\.json$/, '.sh'),
    category: categoryOf(finding, family),
    context: `${check}: ${showInline(message)}`,
  };
}

/** Returns the operation of a finding: for a resource or a scenario, that of its last request. */
function operationOf({ subject, exchanges }: Finding, operations: OperationIndex): string {
  const last = exchanges.at(-1)?.request;
  const operation =
    operations.byId(subject) ?? (last === undefined ? null : operations.match(last.method, last.path));
  return operation === null ? showInline(groupOfSubject(subject) ?? subject) : endpointOf(operation);
}

function endpointOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method}:${path}`;
}

function keyOfFault({ operationId, category, context }: Fault): string {
  return JSON.stringify([operationId, category.code, context]);
}

/** Lists the statuses of each operation. Shape: in the order of the contract, without operations that were not called. */
function coveredStatuses(exchanges: readonly Exchange[], operations: OperationIndex) {
  const statuses = new Map<string, Set<number>>();
  for (const { request, response } of exchanges) {
    const id = request.operation ?? operations.match(request.method, request.path)?.id;
    if (id === undefined) continue;
    const existing = statuses.get(id) ?? new Set();
    if (response !== null) existing.add(response.status);
    statuses.set(id, existing);
  }
  return operations.all.flatMap((operation) => {
    const seen = statuses.get(operation.id);
    return seen === undefined
      ? []
      : [
          {
            endpointId: endpointOf(operation),
            testCaseId: `requests-${operation.id}`,
            httpStatus: [...seen].sort((one, other) => one - other),
          },
        ];
  });
}
