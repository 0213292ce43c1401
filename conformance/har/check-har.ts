/** Checks recorded traffic with the checks of requests, responses and streams. Sends nothing. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { mediaTypeOf, isJsonMediaType } from '../../templates/runtime/media-type.ts';
import { catalogue, listChecks } from '../catalogue/catalogue.ts';
import { isSelectedCheck, isSelectedSubject, type Config } from '../config/config.ts';
import { createCoverageMeter } from '../coverage/measure-coverage.ts';
import { decodeBody } from '../http/body-bytes.ts';
import { readText } from '../http/read-response.ts';
import { isStreamType, recordStream } from '../http/record-stream.ts';
import type { Exchange, RecordedBody, RecordedResponse } from '../model/exchange.ts';
import { totalsOf, type ListedCheck, type RunReport } from '../model/run-report.ts';
import { listExchangeRules, type CheckPlugin } from '../plugin.ts';
import { checkRequest } from '../proxy/check-request.ts';
import { requestChecks } from '../proxy/checks.ts';
import { redactReport } from '../report/redact-report.ts';
import { createResultCollector } from '../results/result-collector.ts';
import { createExchangeChecker } from '../runner/exchange-checker.ts';
import { createIgnoredFindings } from '../runner/ignored-findings.ts';
import { version } from '../version.ts';
import { createNameTest, findSecrets, withoutSecrets } from './har-secrets.ts';
import type { HarEntry, HarFile, HarResponse } from './read-har.ts';
import { sortEntries, type SortedEntries } from './sort-entries.ts';

/** What traffic is checked against. */
export interface HarCheck {
  readonly har: HarFile;
  /** The name of the file in the report. */
  readonly name: string;
  /** Addresses of the service. Shape: not empty. */
  readonly addresses: readonly string[];
  readonly contract: Contract;
  readonly plugin: CheckPlugin;
  readonly config: Config;
}

/** Checks the entries of a service. Shape: what was not checked is in `notices`. */
export async function checkHar(call: HarCheck): Promise<RunReport> {
  const { har, contract, plugin, config, addresses } = call;
  const isSecret = createNameTest(contract);
  const secrets = findSecrets(har.entries, isSecret);
  const sorted = sortEntries(har, addresses, contract);
  const ignored = createIgnoredFindings(config);
  const checks = new Map([...requestChecks.map((check) => [check.id, check] as const), ...catalogue(plugin)]);
  const collector = createResultCollector(
    contract,
    checks,
    (check, subject) => isSelectedCheck(config, check, subject) && isSelectedSubject(config, subject),
    (finding) => ignored.take(finding),
  );
  const meter = createCoverageMeter(contract, plugin.polledEvents);
  const start = Math.min(...sorted.entries.flatMap(({ entry: { startedAt } }) => startedAt ?? []));
  const places = new Map<number, string>();
  const checker = createExchangeChecker({
    contract,
    rules: listExchangeRules(plugin),
    collector,
    meter,
    keepsExchanges: true,
    labelOf: ({ number }) => places.get(number),
  });
  const world = { key: {}, baseUrl: addresses[0] ?? '', isProvoked: false, hasClock: false };
  for (const { entry, path } of sorted.entries) {
    const operation = operationsOf(contract).match(entry.method, path);
    if (operation === null) continue;
    const exchange = toExchange(entry, path, { operation: operation.id, start, isSecret });
    places.set(entry.number, labelOf(entry, world.baseUrl + path));
    const headers = entry.headers.flat();
    const results = await checkRequest(contract, {
      method: entry.method,
      path,
      headers,
      body: bytesOf(entry),
    });
    for (const result of results.filter(({ check }) => check !== 'Q05' || !isAdmitted(entry)))
      collector.record(operation.id, result, {
        exchanges: [exchange],
        origin: { label: places.get(entry.number) ?? '' },
      });
    if (!isPartial(entry)) checker.see(exchange, world);
  }
  await checker.settle();
  checker.compareAll();
  const outcomes = collector.outcomes();
  const report: RunReport = {
    tool: { name: 'backlot', version },
    contract: { title: contract.title, version: contract.version },
    baseUrl: world.baseUrl,
    driver: call.name,
    level: 'passive',
    seed: config.seed,
    isStrict: config.isStrict,
    names: {},
    startedAt: new Date(Number.isFinite(start) ? start : 0).toISOString(),
    durationMs: lengthOf(sorted, start),
    requests: sorted.entries.length,
    stopped: null,
    notices: [...sorted.notices, ...ignored.notices()],
    left: [],
    unselected: { checks: 0, subjects: [] },
    checks: listTrafficChecks(contract, plugin, config),
    outcomes,
    totals: totalsOf(outcomes),
    coverage: checker.coverage(),
    exchanges: checker.kept(),
  };
  return redactReport(report, secrets);
}

/** Lists the checks of traffic, which need no requests of their own. */
function listTrafficChecks(contract: Contract, plugin: CheckPlugin, config: Config): readonly ListedCheck[] {
  const own = requestChecks.map((check): ListedCheck => {
    const severity = check.basis.kind === 'contract' ? 'fail' : 'warn';
    return { ...check, severity, facts: [], assumption: null, group: null };
  });
  const general = listChecks(contract, plugin).filter(
    ({ family }) => family === 'response' || family === 'stream',
  );
  return [...own, ...general].filter(({ id }) => isSelectedCheck(config, id));
}

/** Describes where an entry is in the file. */
function labelOf({ number, startedAt, method }: HarEntry, address: string): string {
  const time = startedAt === null ? 'without a time' : new Date(startedAt).toISOString();
  return `entry ${number}, ${time}: ${method} ${address}`;
}

/** Returns whether a response is to a conditional request or one of a range, and so lacks what the contract states. */
function isPartial({ response }: HarEntry): boolean {
  return response !== null && [206, 304, 416].includes(response.status);
}

/** Returns whether a request had a credential after all. Why: browsers leave credentials out of what they record. */
function isAdmitted({ response }: HarEntry): boolean {
  return response !== null && response.status !== 401;
}

function bytesOf({ body }: HarEntry): Uint8Array | 'unread' | null {
  return body instanceof Uint8Array || body === null ? body : 'unread';
}

/** What an exchange is created with. */
interface ExchangeParts {
  readonly operation: string;
  readonly start: number;
  readonly isSecret: (name: string) => boolean;
}

function toExchange(entry: HarEntry, path: string, { operation, start, isSecret }: ExchangeParts): Exchange {
  const { number, startedAt, durationMs, method, headers, body, response } = entry;
  const hasCredential = headers.some(([name]) => isSecret(name));
  return {
    number,
    at: startedAt === null ? 0 : startedAt - start,
    request: {
      operation,
      method,
      path,
      headers: withoutSecrets(headers, isSecret),
      ...(body instanceof Uint8Array ? decodeBody(body) : { body: null }),
      profile: hasCredential ? 'client' : null,
    },
    response: response === null ? null : toResponse(response, durationMs, isSecret),
    failure: response === null ? 'The recorded request was aborted.' : null,
    durationMs,
  };
}

function toResponse(
  { status, headers, body }: HarResponse,
  durationMs: number,
  isSecret: (name: string) => boolean,
): RecordedResponse {
  const fields: Record<string, string> = {};
  for (const [written, value] of withoutSecrets(headers, isSecret)) {
    const name = written.toLowerCase();
    // Why: bodies of a HAR are already decoded.
    if (name === 'content-encoding') continue;
    fields[name] = fields[name] === undefined ? value : `${fields[name]}, ${value}`;
  }
  return { status, headers: fields, body: bodyOf(body, fields['content-type'] ?? null, durationMs) };
}

function bodyOf(bytes: Uint8Array | null, contentType: string | null, durationMs: number): RecordedBody {
  if (bytes === null) return { kind: 'bytes', length: 0 };
  if (bytes.length === 0) return { kind: 'none' };
  const mediaType = mediaTypeOf(contentType);
  if (mediaType !== null && isStreamType(mediaType)) {
    const recorder = recordStream({ events: 10_000, bytes: 16 * 1024 * 1024 }, mediaType);
    recorder.push(bytes, durationMs);
    return { kind: 'stream', stream: recorder.finish('closed') };
  }
  const isJson = mediaType !== null && isJsonMediaType(mediaType);
  const isText = isJson || mediaType?.startsWith('text/') === true;
  return isText ? readText(bytes, isJson) : { kind: 'bytes', length: bytes.length };
}

function lengthOf({ entries }: SortedEntries, start: number): number {
  const ends = entries.map(
    ({ entry: { startedAt, durationMs } }) => (startedAt ?? start) + durationMs - start,
  );
  return Math.round(ends.reduce((longest, each) => Math.max(longest, Number.isFinite(each) ? each : 0), 0));
}
