/**
 * Judges what was copied: requests, responses, and streams event by event. Knows nothing of threads and of sockets.
 */
import { operationOf, type Operation } from '../schema-location/operations.ts';
import type { Exchange, RecordedBody } from '../engine/exchange.ts';
import type { Judgement } from '../engine/finding.ts';
import { judgeResponse } from '../checks/responses/check-response.ts';
import { judgeForm } from '../checks/streams/judge-form.ts';
import { judgeResultEvents } from '../checks/streams/judge-stream.ts';
import { openMemory } from '../checks/streams/memory.ts';
import { readStreamRequest } from '../checks/streams/stream-request.ts';
import { readBasePaths } from './base-path.ts';
import { followStream, type FollowedStream } from './follow-stream.ts';
import type { About, CopiedHead, CopiedRequest, Job, Report } from './job.ts';
import { judgeRequest } from './judge-request.ts';
import { valueOf, type RawHeaders } from './raw-headers.ts';
import { codingReasons, readResponseBody, readRequestBody } from './read-copies.ts';
import { reportsOf, unchecked } from './reports.ts';
import type { JudgeSettings } from './thread-judge.ts';
import { toExchange } from './to-exchange.ts';

/** Judges jobs one after the other, in the order in which they were added. */
export interface JobJudge {
  /** Judges a job. Errors: none; what goes wrong is a report. */
  take(job: Job): Promise<readonly Report[]>;
}

type ExchangeJob = Extract<Job, { kind: 'exchange' }>;
type StreamJob = Extract<Job, { kind: 'stream' }>;

/** Opens a judge. */
export function openJobJudge({ basePaths }: JudgeSettings): JobJudge {
  return new Judge(basePaths);
}

class Judge implements JobJudge {
  readonly #basePaths;
  readonly #memory = openMemory();
  readonly #streams = new Map<number, FollowedStream>();

  constructor(basePaths: readonly string[]) {
    this.#basePaths = readBasePaths(basePaths);
  }

  async take(job: Job): Promise<readonly Report[]> {
    try {
      if (job.kind === 'piece') return (await this.#streams.get(job.number)?.take(job.bytes, job.at)) ?? [];
      if (job.kind === 'end') return this.#judgeEnd(job);
      return await this.#judgeExchange(job);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return [{ kind: 'trouble', message }];
    }
  }

  async #judgeExchange(job: ExchangeJob | StreamJob): Promise<readonly Report[]> {
    const { request, response } = job;
    const { method } = request;
    if (method === 'HEAD' || method === 'OPTIONS') return [unchecked('HEAD and OPTIONS')];
    const path = this.#basePaths.strip(request.path);
    if (path === null) return [unchecked('outside the base path')];
    const reports: Report[] = [...(await judgeCopiedRequest(request, path))];
    const operation = operationOf(method, path);
    if (operation === null) return [...reports, CHECKED];
    if (isAboutCopies(request.headers, response.status))
      return [...reports, unchecked('replies to conditional and range requests')];
    const about = aboutResponse(request, path, response);
    const rest =
      job.kind === 'stream'
        ? await this.#judgeOpening(job, operation, path, about)
        : await this.#judgeResponse(job, operation, path, about);
    return [...reports, ...rest];
  }

  async #judgeResponse(
    { request, response, durationMs }: ExchangeJob,
    operation: Operation,
    path: string,
    about: About,
  ): Promise<readonly Report[]> {
    const { body, problem } = readResponseBody(response);
    const exchange = toExchange(request, path, { ...response, body }, durationMs);
    const judgements = [
      ...(await judgeHead(exchange, operation)),
      ...judgeResultEvents(exchange, this.#memory),
    ];
    const left = problem === null ? [] : [unchecked(problem)];
    return [...reportsOf(judgements, about), ...left, CHECKED];
  }

  async #judgeOpening(
    { request, response }: StreamJob,
    operation: Operation,
    path: string,
    about: About,
  ): Promise<readonly Report[]> {
    const exchange = toExchange(request, path, { ...response, body: noEvents }, 0);
    const reports = reportsOf(await judgeHead(exchange, operation), about);
    if (operation.stream === null) return [...reports, CHECKED];
    const coding = valueOf(response.headers, 'content-encoding');
    const opening = { about, coding, request: exchange.request };
    const stream = followStream(operation, this.#memory, opening);
    if (stream === null) return [...reports, unchecked(codingReasons.unknown)];
    this.#streams.set(request.number, stream);
    return reports;
  }

  #judgeEnd({ number, end }: Extract<Job, { kind: 'end' }>): readonly Report[] {
    const stream = this.#streams.get(number);
    this.#streams.delete(number);
    return stream === undefined ? [] : [...stream.end(end), CHECKED];
  }
}

const CHECKED: Report = { kind: 'checked' };

/** Events are judged as they come, and not as part of their exchange. */
const noEvents: RecordedBody = {
  kind: 'stream',
  stream: { raw: '', pieces: [], frames: [], end: 'stopped', rest: '' },
};

/** Judges all but events: what every response is held to, and the form of the answer of a run. */
async function judgeHead(exchange: Exchange, operation: Operation): Promise<readonly Judgement[]> {
  const { request, response } = exchange;
  const judgements = await judgeResponse(exchange);
  if (operation.stream === null || response === null) return judgements;
  return [...judgements, ...judgeForm(operation, readStreamRequest(operation, request), response)];
}

/** Source: RFC 9110 13 and 14: what any server may answer to a request that is about a copy or a part. */
function isAboutCopies(headers: RawHeaders, status: number): boolean {
  const asked = (...names: string[]): boolean => names.some((name) => valueOf(headers, name) !== null);
  if (status === 304) return asked('if-none-match', 'if-modified-since');
  if (status === 206 || status === 416) return asked('range');
  return status === 412 && asked('if-match', 'if-none-match', 'if-unmodified-since', 'if-modified-since');
}

async function judgeCopiedRequest(request: CopiedRequest, path: string): Promise<readonly Report[]> {
  if (request.isJudged) return [];
  const { method, headers } = request;
  const { body, problem } = readRequestBody(request);
  const judgements = await judgeRequest({ method, path, headers, body });
  const told = reportsOf(judgements, aboutRequest(request, path));
  return problem === null ? told : [...told, unchecked(problem)];
}

function aboutRequest({ number, at, method }: CopiedRequest, path: string): About {
  const operation = operationOf(method, path)?.id ?? null;
  const [bare = ''] = path.split('?');
  return { exchange: number, at, side: 'request', operation, method, path: bare, status: null };
}

function aboutResponse(request: CopiedRequest, path: string, { status }: CopiedHead): About {
  return { ...aboutRequest(request, path), side: 'response', status };
}
