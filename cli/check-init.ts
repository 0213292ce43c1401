/** `backlot check --init`: writes the first configuration of a service, after a run that only reads. */
import { existsSync } from 'node:fs';
import { fillConfig } from '../conformance/config/read-config.ts';
import { defaultConfig } from '../conformance/config/config.ts';
import { listCredentials } from '../conformance/init/needed-credentials.ts';
import { writeInitialConfig } from '../conformance/init/write-init.ts';
import { countOf } from '../conformance/report/plain-text.ts';
import { createRequestBuilder, loadSampleRequests } from '../conformance/requests/base-request.ts';
import { runConformance } from '../conformance/runner/runner.ts';
import type { CheckCall } from './check-call.ts';
import { defaultFile } from './check-config.ts';
import type { CheckedApi } from './checked-api.ts';
import { writeFile } from './output/check-reports.ts';

/** Limits of the first run, unless the call sets others. */
const FEW = { requests: 500, seconds: 60 };

/**
 * Writes the configuration and prints what to do next. Shape: the exit code, or the problem.
 *
 * Errors: rejects with CannotRunError; then nothing is written.
 */
export async function runInit(
  { configFile, settings, baseUrl, isForced, isQuiet, reports }: CheckCall,
  { contract, plugin }: CheckedApi,
  { env, signal, print }: InitOptions,
): Promise<number | { readonly problem: string }> {
  const file = configFile ?? defaultFile;
  if (existsSync(file) && !isForced)
    return { problem: `${file} exists. Use --force to replace it, or --config FILE to write another one.` };
  const variables = listCredentials(contract).flatMap(({ profile, variable }) => {
    const value = env[variable];
    return value === undefined || value === '' ? [] : [{ profile, variable, value }];
  });
  const credentials = Object.fromEntries(variables.map(({ profile, value }) => [profile, value]));
  const config = fillConfig(
    { ...settings, level: 'passive', credentials: { ...credentials, ...settings.credentials } },
    { ...defaultConfig, budget: { ...defaultConfig.budget, ...FEW } },
  );
  const report = await runConformance({
    contract,
    plugin,
    baseUrl: baseUrl ?? '',
    config,
    keepsExchanges: true,
    isRejectionAllowed: true,
    signal,
  });
  if (signal.aborted) return { problem: `The first run was interrupted; ${file} is not written.` };
  const builder = createRequestBuilder(contract, plugin.requests, await loadSampleRequests(contract));
  const text = writeInitialConfig({
    contract,
    builder,
    report,
    environment: { ...config.environment, baseUrl: report.baseUrl },
    level: settings.level ?? null,
    variables: new Set(variables.map(({ variable }) => variable)),
  });
  writeFile(file, text);
  const count = report.outcomes.flatMap(({ findings }) => findings).length;
  const next =
    count === 0
      ? 'It found nothing.'
      : `It found ${countOf(count, 'problem')}, which the file ignores until you review them.`;
  if (reports.some(({ format }) => format === 'json'))
    print(`${JSON.stringify({ file, requests: report.requests, findings: count }, null, 2)}\n`);
  else if (!isQuiet)
    print(
      `Wrote ${file} after ${countOf(report.requests, 'GET request')}. ${next}\nEdit it, then run the same command without --init.\n`,
    );
  return 0;
}

/** The environment of a call. */
interface InitOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}
