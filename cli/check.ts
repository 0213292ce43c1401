/** `backlot check`: checks an implementation against the contract. */
import { readFileSync } from 'node:fs';
import type { Config } from '../conformance/config/config.ts';
import type { BaselineComparison, BaselineEntry } from '../conformance/report/finding-status.ts';
import type { RunReport } from '../conformance/model/run-report.ts';
import { readCall, type CheckCall } from './check-call.ts';
import { openCheckedApi, type CheckedApi } from './checked-api.ts';
import { choosePaint } from './output/paint.ts';
import { openProgress } from './output/progress.ts';

/** Runs the command; resolves with its exit code. */
export async function runCheck(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if (typeof call === 'number') return call;
  try {
    const done = await runTask(call);
    return typeof done === 'number' ? done : fail(done.problem);
  } catch (error) {
    return fail(reasonOf(error));
  }
}

/** The reason why a call failed. */
interface Failure {
  readonly problem: string;
}

async function runTask(call: CheckCall): Promise<number | Failure> {
  const api = await openCheckedApi(call.description, call.isQuiet);
  if ('problem' in api) return api;
  if (call.task === 'init') return init(call, api);
  return call.task === 'list' || call.task === 'explain' ? printChecks(call, api) : send(call, api);
}

async function printChecks(
  { task, subject, reports, isPlain, description }: CheckCall,
  { contract, plugin }: CheckedApi,
): Promise<number | Failure> {
  const { listChecks } = await import('../conformance/catalogue/catalogue.ts');
  const { emptyPlugin } = await import('../conformance/plugin.ts');
  const { printCheck, printList, printListJson } = await import('./output/check-list.ts');
  const paint = choosePaint(isPlain, process.stdout, process.env);
  const own = listChecks(contract, plugin);
  // Why the general text: without a description, it is asked about any API.
  const isGeneral = task === 'explain' && description === null;
  const general = isGeneral ? listChecks({ ...contract, provenance: null }, emptyPlugin) : [];
  const checks = [...general, ...own.filter(({ id }) => !general.some((each) => each.id === id))];
  const isJson = hasJson(reports);
  if (task === 'list') {
    print(isJson ? printListJson(checks) : printList(checks, paint));
    return 0;
  }
  const printed = printCheck(checks, subject, { contract, paint, width: screenWidth(), isJson });
  if ('problem' in printed) return printed;
  print(printed.text);
  return 0;
}

async function init(call: CheckCall, api: CheckedApi): Promise<number | Failure> {
  const { runInit } = await import('./check-init.ts');
  const stop = catchSignals();
  try {
    return await runInit(call, api, { env: process.env, signal: stop.signal, print });
  } finally {
    stop.release();
  }
}

async function send(call: CheckCall, api: CheckedApi): Promise<number | Failure> {
  const { readRunConfig } = await import('./check-config.ts');
  const settings = readRunConfig(call, process.env, api);
  if (!settings.ok) return { problem: settings.problems.join('\n') };
  const stop = catchSignals();
  const run: CheckRun = { call, api, config: settings.config, signal: stop.signal };
  try {
    if (call.task === 'har') return await checkTraffic(run);
    return call.task === 'replay' ? await replay(run) : await check(run);
  } finally {
    stop.release();
  }
}

/** A run of checks, or of a case. */
interface CheckRun {
  readonly call: CheckCall;
  readonly api: CheckedApi;
  readonly config: Config;
  readonly signal: AbortSignal;
}

async function replay({ call, api, config, signal }: CheckRun): Promise<number | Failure> {
  const { runReplay } = await import('./check-replay.ts');
  const { subject: file, baseUrl, isQuiet, isPlain, reports } = call;
  const paint = choosePaint(isPlain, process.stdout, process.env);
  return runReplay({
    ...api,
    file,
    baseUrl,
    config,
    paint,
    isQuiet,
    isJson: hasJson(reports),
    print,
    signal,
  });
}

async function checkTraffic(run: CheckRun): Promise<number | Failure> {
  const { runHar } = await import('./check-har.ts');
  const { call, api, config } = run;
  const report = await runHar({ ...api, file: call.subject, baseUrl: call.baseUrl, config });
  return 'problem' in report ? report : judge(run, report);
}

async function check(run: CheckRun): Promise<number | Failure> {
  const { runConformance } = await import('../conformance/runner/runner.ts');
  const { call, api, config, signal } = run;
  const before = await readAccepted(call);
  if ('problem' in before) return before;
  const progress = openProgress(process.stderr, call.isQuiet);
  const keepsExchanges = call.reports.some(({ format }) => format === 'har' || format === 'wfc');
  const report = await runConformance({
    ...api,
    baseUrl: call.baseUrl ?? '',
    config,
    keepsExchanges,
    onProgress: (now) => progress.show(now),
    onFinding: (finding) => progress.add(finding),
    signal,
  }).finally(() => progress.clear());
  return judge(run, report);
}

/** Reads the accepted findings of the baseline; none without one. */
async function readAccepted({
  baseline: file,
  isUpdating,
}: CheckCall): Promise<readonly BaselineEntry[] | Failure> {
  const { readBaseline } = await import('../conformance/report/baseline.ts');
  const before = file === null ? [] : readBaseline(readBaselineText(file, isUpdating));
  return 'problem' in before ? { problem: `${file ?? ''} ${before.problem}` } : before;
}

/** Compares a report with the baseline, and prints it. */
async function judge(run: CheckRun, report: RunReport): Promise<number | Failure> {
  const { compareBaseline, writeBaseline } = await import('../conformance/report/baseline.ts');
  const { writeFile } = await import('./output/check-reports.ts');
  const { baseline: file, isUpdating } = run.call;
  const before = await readAccepted(run.call);
  if ('problem' in before) return before;
  const accepted: readonly BaselineEntry[] = isUpdating
    ? (JSON.parse(writeBaseline(report, before)) as readonly BaselineEntry[])
    : before;
  if (file !== null && isUpdating) writeFile(file, writeBaseline(report, before));
  const baseline = file === null ? null : compareBaseline(report, accepted, file);
  return printReport(run, report, baseline);
}

async function printReport(
  { call, api: { contract }, config, signal }: CheckRun,
  report: RunReport,
  baseline: BaselineComparison | null,
): Promise<number> {
  const { isEmptyRun, summarizeFindings } = await import('../conformance/report/finding-status.ts');
  const { locateInDescription, locatePlace } = await import('../conformance/report/locate.ts');
  const { writeCases } = await import('./output/check-cases.ts');
  const { writeReports } = await import('./output/check-reports.ts');
  const profiles = Object.keys(config.environment.credentials);
  // Why: recorded requests are not sent again.
  const cases =
    call.task === 'har'
      ? new Map<string, string>()
      : writeCases(report, { baseline, contract, profiles, folder: call.out });
  await writeReports(
    report,
    {
      contract,
      baseline,
      cases,
      repeatOptions: call.repeatOptions,
      locate: call.description === null ? locatePlace : locateInDescription,
    },
    {
      reports: call.reports,
      isQuiet: call.isQuiet,
      paint: choosePaint(call.isPlain, process.stdout, process.env),
      width: screenWidth(),
      print,
      summaryFile: process.env['GITHUB_STEP_SUMMARY'],
    },
  );
  if (summarizeFindings(report, baseline).isFailed) return 1;
  if (signal.aborted) return 130;
  // Why: what a run has not reached may be broken.
  return isEmptyRun(report) || report.stopped !== null ? 2 : 0;
}

/** The first signal ends the run, which is then reported; a second one ends the process. */
function catchSignals(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    release();
    controller.abort(new Error('The run was interrupted.'));
  };
  const release = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, release };
}

/** Reads the baseline; `--update-baseline` may create it. */
function readBaselineText(file: string, isUpdating: boolean): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isUpdating && (error as NodeJS.ErrnoException).code === 'ENOENT') return '[]';
    throw error;
  }
}

/** Returns the width of reports. Units: characters, 60 to 120. */
function screenWidth(): number {
  return Math.min(Math.max(process.stdout.columns || 100, 60), 120);
}

function hasJson(reports: CheckCall['reports']): boolean {
  return reports.some(({ format }) => format === 'json');
}

function print(text: string): void {
  process.stdout.write(text);
}

function fail(problem: string): number {
  process.stderr.write(`${problem}\n`);
  return 2;
}

/** Returns the message of an expected error, the stack of any other. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `There is no file ${path ?? ''}.`;
  if (code !== undefined && path !== undefined) return `${path} can't be used: ${error.message}`;
  return error.name === 'CannotRunError' ? error.message : (error.stack ?? error.message);
}
