/** Tools that run checks: list them, run some, and read a finding of the last run. */
import type { ConfigFile } from '../../conformance/config/read-config.ts';
import { levels } from '../../conformance/model/check.ts';
import type { ListedCheck, RunReport } from '../../conformance/model/run-report.ts';
import { sortedFindings, summarizeFindings } from '../../conformance/report/finding-status.ts';
import type { JsonObject } from '../../generator/json/documents.ts';
import { textArgument, type McpTool, type ToolOutput } from './tool.ts';

/** Runs checks of one contract. */
export interface CheckSession {
  /** Where the checks are sent unless a call sets another URL. */
  readonly baseUrl: string;
  readonly list: () => Promise<readonly ListedCheck[]>;
  /** Errors: rejects with an Error whose message says what to change. */
  readonly run: (settings: ConfigFile, baseUrl: string) => Promise<RunReport>;
}

/** Creates the tools of a contract; the last report is kept for them. */
export function createCheckTools(session: CheckSession): readonly McpTool[] {
  let last: RunReport | null = null;
  return [
    {
      name: 'listChecks',
      title: 'List the checks',
      description: 'List the checks of the contract: their ids, titles, levels and severities.',
      inputSchema: objectSchema({}),
      isReadOnly: true,
      call: async () => succeed({ checks: (await session.list()).map(summaryOf) }),
    },
    {
      name: 'runCheck',
      title: 'Run a check',
      description:
        'Run one check, or all whose ids begin with the same letters, against an implementation. It sends requests; `level` limits what they may change. Returns the findings in short; `readFinding` has the requests and responses of each.',
      inputSchema: objectSchema(
        {
          check: { type: 'string', description: 'Id or the letters that it begins with: `C03`, `LAW`.' },
          operation: { type: 'string', description: 'Only this operation or resource; absent for all.' },
          baseUrl: { type: 'string', description: 'Address to check; absent for the mock.' },
          level: { type: 'string', enum: levels, description: 'Which requests are sent.' },
        },
        ['check'],
      ),
      isReadOnly: false,
      call: async (args) => {
        const check = textArgument(args, 'check');
        if (check === null) throw new Error('check is required: the id of a check, or how it begins.');
        const level = levels.find((each) => each === args['level']);
        if (level === undefined && args['level'] !== undefined)
          throw new Error(`level must be one of ${levels.join(', ')}.`);
        const operation = textArgument(args, 'operation');
        const settings = {
          only: [check],
          ...(operation !== null && { subjects: [operation] }),
          ...(level !== undefined && { level }),
        };
        last = await session.run(settings, textArgument(args, 'baseUrl') ?? session.baseUrl);
        return succeed(shortReport(last));
      },
    },
    {
      name: 'readFinding',
      title: 'Read a finding',
      description:
        'Return a finding of the last run with its requests and responses, and what its check does and why.',
      inputSchema: objectSchema(
        { fingerprint: { type: 'string', description: 'The fingerprint in the result of `runCheck`.' } },
        ['fingerprint'],
      ),
      isReadOnly: true,
      call: async (args) => Promise.resolve(succeed(findingIn(last, textArgument(args, 'fingerprint')))),
    },
  ];
}

function summaryOf({ id, title, level, severity }: ListedCheck): Partial<ListedCheck> {
  return { id, title, level, severity };
}

/** Errors: throws an Error if the report has no such finding. */
function findingIn(report: RunReport | null, wanted: string | null): object {
  const finding = report?.outcomes
    .flatMap(({ findings }) => findings)
    .find(({ fingerprint }) => fingerprint === wanted);
  if (finding === undefined) throw new Error('The last run has no such finding. Call runCheck first.');
  return { finding, check: report?.checks.find(({ id }) => id === finding.check) };
}

/** Returns a report without exchanges, coverage and the catalogue of checks. */
function shortReport(report: RunReport): object {
  const { baseUrl, level, seed, requests, stopped, notices, left, totals } = report;
  const findings = sortedFindings(report, null).map(
    ({ exchanges: _, origin: __, facts: ___, ...finding }) => finding,
  );
  const skipped = report.outcomes
    .filter(({ verdict }) => verdict === 'skip')
    .map(({ check, subject, reason }) => ({ check, subject, reason }));
  const { isFailed } = summarizeFindings(report, null);
  return { isFailed, baseUrl, level, seed, requests, stopped, notices, left, totals, findings, skipped };
}

function succeed(value: unknown): ToolOutput {
  return { value, isError: false };
}

function objectSchema(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}
