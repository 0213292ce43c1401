/** Checks copied requests, responses, and streams event by event. Does not depend on threads or sockets. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import type { Exchange, RecordedBody } from '../model/exchange.ts';
import type { CheckResult } from '../model/finding.ts';
import { checkResponse } from '../responses/check-response.ts';
import type { TrafficChecks } from '../plugin.ts';
import { readBasePaths } from './upstream.ts';
import { followStream, type FollowedStream } from './follow-stream.ts';
import type { ReportSubject, CopiedRequest, Job, JobReport, Recorded } from './job.ts';
import { checkRequest } from './check-request.ts';
import { valueOf, type RawHeaders } from './raw-headers.ts';
import { codingReasons, readResponseBody, readRequestBody } from './read-copies.ts';
import { createFindingReporter, unchecked } from './findings.ts';
import { eventIn, recordsIn } from './record-traffic.ts';
import { toExchange } from './to-exchange.ts';

/** Checks jobs one at a time, in the order in which they were added. */
export interface JobChecker {
  /** Checks a job. Errors: never rejects; an error becomes a report. */
  take(job: Job): Promise<readonly JobReport[]>;
}

type ExchangeJob = Extract<Job, { kind: 'exchange' }>;
type StreamJob = Extract<Job, { kind: 'stream' }>;

export interface JobCheckerOptions {
  readonly contract: Contract;
  readonly traffic: TrafficChecks;
  /** Base paths of the contract. */
  readonly basePaths: readonly string[];
  /** Whether to report the records and events in the traffic. */
  readonly isRecording?: boolean;
}

export function createJobChecker(options: JobCheckerOptions): JobChecker {
  return new ExchangeChecker(options);
}

class ExchangeChecker implements JobChecker {
  readonly #contract;
  readonly #operations;
  readonly #basePaths;
  readonly #inspector;
  readonly #traits;
  readonly #reporter;
  readonly #isRecording;
  readonly #streams = new Map<number, FollowedStream>();

  constructor({ contract, traffic, basePaths, isRecording = false }: JobCheckerOptions) {
    const { responses, streams } = traffic;
    this.#traits = responses;
    this.#inspector = streams.createInspector(contract);
    this.#reporter = createFindingReporter(contract, traffic);
    this.#contract = contract;
    this.#isRecording = isRecording;
    this.#operations = operationsOf(contract);
    this.#basePaths = readBasePaths(basePaths);
  }

  async take(job: Job): Promise<readonly JobReport[]> {
    try {
      if (job.kind === 'chunk') return (await this.#streams.get(job.number)?.take(job.bytes, job.at)) ?? [];
      if (job.kind === 'end') return this.#checkEnd(job);
      return await this.#checkExchange(job);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return [{ kind: 'error', message }];
    }
  }

  async #checkExchange(job: ExchangeJob | StreamJob): Promise<readonly JobReport[]> {
    const { request, response } = job;
    const { method } = request;
    if (method === 'HEAD' || method === 'OPTIONS') return [unchecked('HEAD and OPTIONS')];
    const path = this.#basePaths.strip(request.path);
    if (path === null) return [unchecked('outside the base path')];
    const operation = this.#operations.match(method, path);
    const sent = aboutRequest(request, path, operation);
    const reports = await this.#checkRequest(request, path, sent);
    if (operation === null) return [...reports, CHECKED];
    if (isAboutCopies(request.headers, response.status))
      return [...reports, unchecked('responses to conditional and range requests')];
    const about: ReportSubject = { ...sent, side: 'response', status: response.status };
    const rest =
      job.kind === 'stream'
        ? await this.#checkOpening(job, operation, path, about)
        : await this.#checkResponse(job, operation, path, about);
    return [...reports, ...rest];
  }

  async #checkRequest(
    request: CopiedRequest,
    path: string,
    about: ReportSubject,
  ): Promise<readonly JobReport[]> {
    if (request.isChecked) return [];
    const { method, headers } = request;
    const { body, problem } = readRequestBody(request);
    const checkResults = await checkRequest(this.#contract, { method, path, headers, body });
    const reports = this.#reporter.reportsOf(checkResults, about);
    return problem === null ? reports : [...reports, unchecked(problem)];
  }

  async #checkResponse(
    { request, response, durationMs }: ExchangeJob,
    operation: ContractOperation,
    path: string,
    about: ReportSubject,
  ): Promise<readonly JobReport[]> {
    const { body, problem } = readResponseBody(response);
    const exchange = toExchange(
      request,
      { operation: operation.id, path },
      { ...response, body },
      durationMs,
    );
    const checkResults = [
      ...(await this.#checkHead(exchange, operation)),
      ...this.#inspector.checkResult(operation, exchange),
    ];
    const left = problem === null ? [] : [unchecked(problem)];
    const recorded = this.#isRecording ? recordsIn(this.#contract, operation, exchange) : [];
    return [...this.#reporter.reportsOf(checkResults, about), ...left, ...recorded.map(toReport), CHECKED];
  }

  async #checkOpening(
    { request, response }: StreamJob,
    operation: ContractOperation,
    path: string,
    about: ReportSubject,
  ): Promise<readonly JobReport[]> {
    const exchange = toExchange(
      request,
      { operation: operation.id, path },
      { ...response, body: noEvents },
      0,
    );
    const reports = this.#reporter.reportsOf(await this.#checkHead(exchange, operation), about);
    if (operation.stream === null) return [...reports, CHECKED];
    const coding = valueOf(response.headers, 'content-encoding');
    const checker = this.#inspector.open(operation, exchange.request);
    const onData = this.#isRecording
      ? (data: string): readonly JobReport[] => {
          const event = eventIn(operation, request.number, data);
          return event === null ? [] : [toReport(event)];
        }
      : undefined;
    const stream = followStream(checker, { about, coding, reporter: this.#reporter, onData });
    if (stream === null) return [...reports, unchecked(codingReasons.unknown)];
    this.#streams.set(request.number, stream);
    return reports;
  }

  /** Checks everything except events. */
  async #checkHead(exchange: Exchange, operation: ContractOperation): Promise<readonly CheckResult[]> {
    const { request, response } = exchange;
    const checkResults = await checkResponse(operation, exchange, { traits: this.#traits });
    if (response === null) return checkResults;
    return [...checkResults, ...this.#inspector.checkForm(operation, request.body, response)];
  }

  #checkEnd({ number, end }: Extract<Job, { kind: 'end' }>): readonly JobReport[] {
    const stream = this.#streams.get(number);
    this.#streams.delete(number);
    return stream === undefined ? [] : [...stream.end(end), CHECKED];
  }
}

const CHECKED: JobReport = { kind: 'checked' };

function toReport(recorded: Recorded): JobReport {
  return { kind: 'recorded', recorded };
}

/** Events are checked as they arrive. */
const noEvents: RecordedBody = {
  kind: 'stream',
  stream: { raw: '', chunks: [], frames: [], end: 'stopped', rest: '' },
};

/**
 * Checks whether a response is one that any server may send to a conditional or range request. Source: RFC 9110 13 and
 * 14.
 */
function isAboutCopies(headers: RawHeaders, status: number): boolean {
  const hasHeader = (...names: string[]): boolean => names.some((name) => valueOf(headers, name) !== null);
  if (status === 304) return hasHeader('if-none-match', 'if-modified-since');
  if (status === 206 || status === 416) return hasHeader('range');
  return status === 412 && hasHeader('if-match', 'if-none-match', 'if-unmodified-since', 'if-modified-since');
}

function aboutRequest(
  { number, at, method }: CopiedRequest,
  path: string,
  operation: ContractOperation | null,
): ReportSubject {
  const [bare = ''] = path.split('?');
  return {
    exchange: number,
    at,
    side: 'request',
    operation: operation?.id ?? null,
    method,
    path: bare,
    status: null,
  };
}
