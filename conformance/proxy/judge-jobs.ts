/**
 * Judges what was copied: requests, replies, and streams event by event. Knows nothing of threads and of sockets.
 */
import { operationById, operationOf } from '../contract/operations.ts';
import type { RecordedBody } from '../exchange.ts';
import { isJsonMediaType, mediaTypeOf } from '../../generated/runtime/media-type.ts';
import { judgeReply } from '../replies/judge-reply.ts';
import { judgeResultEvents } from '../streams/judge-stream.ts';
import { openMemory } from '../streams/memory.ts';
import { readBasePaths } from './base-path.ts';
import { decodeBody } from './decode-body.ts';
import { followStream, type FollowedStream } from './follow-stream.ts';
import type { About, CopiedBody, CopiedHead, CopiedRequest, Job, Report } from './job.ts';
import { judgeRequest, type JudgedRequest } from './judge-request.ts';
import { valueOf, type RawHeaders } from './raw-headers.ts';
import type { JudgeSettings } from './thread-judge.ts';
import { reportsOf, unchecked } from './reports.ts';
import { toExchange } from './to-exchange.ts';

/** Judges jobs one after the other, in the order in which they were added. */
export interface JobJudge {
  /** Judges a job. Errors: none; what goes wrong is a report. */
  take(job: Job): Promise<readonly Report[]>;
}

/** Why something was not checked, as it is counted. */
const reasons = {
  elsewhere: 'outside the base path',
  method: 'HEAD and OPTIONS',
  manners: 'replies to conditional and range requests',
  longRequest: 'request bodies over 1 MiB',
  longReply: 'reply bodies over 1 MiB',
  unfinished: 'request bodies that were not complete when the reply was',
  coding: 'bodies in a content coding that is not known',
  broken: 'bodies that are not in the content coding they name',
} as const;

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
      switch (job.kind) {
        case 'exchange':
          return await this.#judgeExchange(job);
        case 'stream':
          return await this.#judgeOpening(job);
        case 'piece':
          return (await this.#streams.get(job.number)?.take(job.bytes, job.at)) ?? [];
        case 'end':
          return this.#judgeEnd(job);
      }
    } catch (error) {
      return [
        { kind: 'trouble', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      ];
    }
  }

  async #judgeExchange({ request, reply, durationMs }: Extract<Job, { kind: 'exchange' }>) {
    const path = this.#pathOf(request);
    if (typeof path !== 'string') return path;
    const reports: Report[] = [...(await judgeCopiedRequest(request, path))];
    const operation = operationOf(request.method, path);
    if (operation === null) return [...reports, CHECKED];
    if (isAboutCopies(request.headers, reply.status)) return [...reports, unchecked(reasons.manners)];
    const { body, problem } = recordBody(reply);
    if (problem !== null) reports.push(unchecked(problem));
    const exchange = toExchange(request, path, { ...reply, body }, durationMs);
    const judgements = [...(await judgeReply(exchange)), ...judgeResultEvents(exchange, this.#memory)];
    return [...reports, ...reportsOf(judgements, aboutReply(request, path, reply)), CHECKED];
  }

  async #judgeOpening({ request, reply }: Extract<Job, { kind: 'stream' }>) {
    const path = this.#pathOf(request);
    if (typeof path !== 'string') return path;
    const reports: Report[] = [...(await judgeCopiedRequest(request, path))];
    const operation = operationOf(request.method, path);
    if (operation === null) return [...reports, CHECKED];
    const exchange = toExchange(request, path, { ...reply, body: emptyStream }, 0);
    const about = aboutReply(request, path, reply);
    const judgements = await judgeReply(exchange);
    const stream = followStream(operationById(operation.id) ?? operation, this.#memory, {
      about,
      coding: valueOf(reply.headers, 'content-encoding'),
    });
    if (stream === null) return [...reports, ...reportsOf(judgements, about), unchecked(reasons.coding)];
    this.#streams.set(request.number, stream);
    return [...reports, ...reportsOf(judgements, about)];
  }

  #judgeEnd({ number, end }: Extract<Job, { kind: 'end' }>): readonly Report[] {
    const stream = this.#streams.get(number);
    this.#streams.delete(number);
    return stream === undefined ? [] : [...stream.end(end), CHECKED];
  }

  /** The path as the contract has it, or the report that says why there is none to judge. */
  #pathOf({ method, path }: CopiedRequest): string | readonly Report[] {
    if (method === 'HEAD' || method === 'OPTIONS') return [unchecked(reasons.method)];
    return this.#basePaths.strip(path) ?? [unchecked(reasons.elsewhere)];
  }
}

const CHECKED: Report = { kind: 'checked' };

const emptyStream: RecordedBody = {
  kind: 'stream',
  stream: { raw: '', pieces: [], frames: [], end: 'stopped', rest: '' },
};

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

interface ReadRequestBody {
  readonly body: JudgedRequest['body'];
  readonly problem: string | null;
}

function readRequestBody({ body, headers }: CopiedRequest): ReadRequestBody {
  if (body.kind !== 'whole') {
    const problem = { unread: null, 'too-long': reasons.longRequest, unfinished: reasons.unfinished }[
      body.kind
    ];
    return { body: body.length === 0 && problem === null ? null : 'unread', problem };
  }
  const decoded = decodeBody(body.bytes, valueOf(headers, 'content-encoding'));
  if (decoded.kind === 'bytes')
    return { body: body.bytes.length === 0 ? null : decoded.bytes, problem: null };
  return { body: 'unread', problem: problemOf(decoded.kind, reasons.longRequest) };
}

/** Reads a copied body; what can't be read is told as bytes, of which only the head of the reply is judged. */
function recordBody({ headers, body }: CopiedHead & { readonly body: CopiedBody }): {
  readonly body: RecordedBody;
  readonly problem: string | null;
} {
  if (body.kind !== 'whole') {
    const problem = body.kind === 'too-long' ? reasons.longReply : null;
    return { body: body.length === 0 ? { kind: 'none' } : { kind: 'bytes', length: body.length }, problem };
  }
  const decoded = decodeBody(body.bytes, valueOf(headers, 'content-encoding'));
  if (decoded.kind !== 'bytes') {
    const problem = problemOf(decoded.kind, reasons.longReply);
    return { body: { kind: 'bytes', length: body.bytes.length }, problem };
  }
  if (decoded.bytes.length === 0) return { body: { kind: 'none' }, problem: null };
  const mediaType = mediaTypeOf(valueOf(headers, 'content-type'));
  const isJson = mediaType !== null && isJsonMediaType(mediaType);
  return { body: readText(new TextDecoder().decode(decoded.bytes), isJson), problem: null };
}

function readText(text: string, isJson: boolean): RecordedBody {
  if (!isJson) return { kind: 'text', text, problem: null };
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown, text };
  } catch (error) {
    return { kind: 'text', text, problem: error instanceof Error ? error.message : String(error) };
  }
}

function problemOf(kind: 'unknown' | 'too-long' | 'broken', tooLong: string): string {
  return { unknown: reasons.coding, 'too-long': tooLong, broken: reasons.broken }[kind];
}

function aboutRequest({ number, at, method }: CopiedRequest, path: string): About {
  const operation = operationOf(method, path)?.id ?? null;
  const [bare = ''] = path.split('?');
  return { exchange: number, at, side: 'request', operation, method, path: bare, status: null };
}

function aboutReply(request: CopiedRequest, path: string, { status }: CopiedHead): About {
  return { ...aboutRequest(request, path), side: 'reply', status };
}
