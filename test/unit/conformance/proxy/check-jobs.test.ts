/** Copies are judged as what they are copies of, and what can't be judged is told and blames nobody. */
import { brotliCompressSync, createGzip, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createJobChecker, type JobChecker } from '../../../../conformance/proxy/check-jobs.ts';
import type { CopiedBody, CopiedRequest, Job, JobReport } from '../../../../conformance/proxy/job.ts';

const AGENT = '{"error":"Agent not found"}';
const nobody: CopiedBody = { kind: 'unread', length: 0 };

function whole(text: string | Uint8Array): CopiedBody {
  return { kind: 'whole', bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text };
}

function copied(request: Partial<CopiedRequest> = {}): CopiedRequest {
  const headers = ['Authorization', 'Bearer rt_live_dev', ...(request.headers ?? [])];
  const usual = {
    number: 1,
    at: 0,
    method: 'GET',
    path: '/v1/agents/agent_1',
    body: nobody,
    isChecked: false,
  };
  return { ...usual, ...request, headers };
}

function awaitResponse(
  status: number,
  body: CopiedBody,
  request: Partial<CopiedRequest> = {},
  headers: readonly string[] = ['Content-Type', 'application/json'],
): Job {
  return { kind: 'exchange', request: copied(request), response: { status, headers, body }, durationMs: 1 };
}

function say(report: JobReport): string {
  if (report.kind === 'finding')
    return `${report.finding.verdict} ${report.finding.check} ${report.finding.at}`;
  return report.kind === 'unchecked' ? report.reason : report.kind;
}

async function judged(...jobs: readonly Job[]): Promise<readonly string[]> {
  return sayAll(createJobChecker({ basePaths: [] }), jobs);
}

async function sayAll(checker: JobChecker, jobs: readonly Job[]): Promise<readonly string[]> {
  const said: string[] = [];
  for (const job of jobs) said.push(...(await checker.take(job)).map(say));
  return said;
}

describe('a reply', () => {
  test('that is as it should be is checked', async () => {
    expect(await judged(awaitResponse(404, whole(AGENT)))).toEqual(['checked']);
  });

  test('that is not is told', async () => {
    expect(await judged(awaitResponse(404, whole('{"error":5}')))).toEqual([
      'fail C05 body.error',
      'checked',
    ]);
  });

  test('that is no JSON is told', async () => {
    expect(await judged(awaitResponse(200, whole('{"id":')))).toContain('fail C03 body');
  });

  test.each([
    ['gzip', gzipSync(AGENT)],
    ['x-gzip', gzipSync(AGENT)],
    ['deflate', deflateSync(AGENT)],
    ['br', brotliCompressSync(AGENT)],
    ['zstd', zstdCompressSync(AGENT)],
    ['identity', Buffer.from(AGENT)],
  ])('is read through %s', async (coding, bytes) => {
    const headers = ['Content-Type', 'application/json', 'Content-Encoding', coding];
    expect(await judged(awaitResponse(404, whole(bytes), {}, headers))).toEqual(['checked']);
  });

  test.each<[string, CopiedBody, readonly string[], string]>([
    ['too long', { kind: 'too-long', length: 2_000_000 }, [], 'reply bodies over 1 MiB'],
    [
      'too long inside',
      whole(gzipSync(Buffer.alloc(2_000_000))),
      ['Content-Encoding', 'gzip'],
      'reply bodies over 1 MiB',
    ],
    [
      'coded in a way that nobody knows',
      whole('x'),
      ['Content-Encoding', 'rot13'],
      'bodies in a content coding that is not known',
    ],
    [
      'coded in several ways',
      whole('x'),
      ['Content-Encoding', 'gzip, br'],
      'bodies in a content coding that is not known',
    ],
    [
      'not coded as it says',
      whole('x'),
      ['Content-Encoding', 'gzip'],
      'bodies that are not in the content coding they name',
    ],
  ])('that is %s is judged by its head alone', async (_name, body, headers, reason) => {
    const type = ['Content-Type', 'application/json', ...headers];
    expect(await judged(awaitResponse(404, body, {}, type))).toEqual([reason, 'checked']);
    expect(await judged(awaitResponse(302, body, {}, type))).toEqual(['fail C01 status', reason, 'checked']);
  });

  test.each([
    [304, 'If-None-Match'],
    [304, 'If-Modified-Since'],
    [206, 'Range'],
    [416, 'Range'],
    [412, 'If-Match'],
  ])('with %i to a request with %s blames nobody', async (status, header) => {
    const request = { headers: [header, 'x'] };
    expect(await judged(awaitResponse(status, nobody, request))).toEqual([
      'replies to conditional and range requests',
    ]);
  });

  test('with 304 that nobody asked for is told', async () => {
    expect(await judged(awaitResponse(304, nobody))).toContain('fail C01 status');
  });

  test.each(['HEAD', 'OPTIONS'])('to %s is not judged', async (method) => {
    expect(await judged(awaitResponse(500, nobody, { method }))).toEqual(['HEAD and OPTIONS']);
  });

  test('to a path outside the base path is not judged, and one below it is', async () => {
    const checker = createJobChecker({ basePaths: ['/w/{world}'] });
    const outside = awaitResponse(500, nobody, { path: '/v1/agents' });
    const inside = awaitResponse(404, whole(AGENT), { path: '/w/main/v1/agents/a' });
    expect(await sayAll(checker, [outside, inside])).toEqual(['outside the base path', 'checked']);
  });

  test('to a call that the contract does not have is not judged, and the call warns', async () => {
    expect(await judged(awaitResponse(500, nobody, { path: '/favicon.ico' }))).toEqual([
      'warn Q01 path',
      'checked',
    ]);
  });
});

describe('a request', () => {
  const create = { method: 'POST', path: '/v1/agents', headers: ['Content-Type', 'application/json'] };
  const refusal = whole('{"error":"Validation failed"}');

  test('is judged with its reply', async () => {
    const body = whole('{"name":1}');
    expect(await judged(awaitResponse(400, refusal, { ...create, body }))).toEqual([
      'fail Q03 body.name',
      'checked',
    ]);
  });

  test('that was judged before is not judged again', async () => {
    const body = whole('{"name":1}');
    expect(await judged(awaitResponse(400, refusal, { ...create, body, isChecked: true }))).toEqual([
      'checked',
    ]);
  });

  test('is read through its coding', async () => {
    const headers = [...create.headers, 'Content-Encoding', 'gzip'];
    const body = whole(gzipSync('{"name":1}'));
    expect(await judged(awaitResponse(400, refusal, { ...create, headers, body }))).toContain(
      'fail Q03 body.name',
    );
  });

  test.each<[CopiedBody, string]>([
    [{ kind: 'too-long', length: 2_000_000 }, 'request bodies over 1 MiB'],
    [{ kind: 'unfinished', length: 2 }, 'request bodies that were not complete when the reply was'],
  ])('whose body was not kept is judged without it: %j', async (body, reason) => {
    expect(await judged(awaitResponse(400, refusal, { ...create, body }))).toEqual([reason, 'checked']);
  });
});

const runPath = '/v1/agents/agent_1/execute';
const runRequest: Partial<CopiedRequest> = {
  ...{ method: 'POST', path: runPath, headers: ['Content-Type', 'application/json'] },
  body: whole('{"messages":[{"role":"user","content":"Hi"}]}'),
};

function event(value: object): string {
  return `data: ${JSON.stringify({ executionId: 'exec_1', ...value })}\n\n`;
}

const start = event({ type: 'execution_start', seq: 0, kind: 'agent', startedAt: '2026-01-01T00:00:00Z' });
const opening = (headers: readonly string[] = []): Job => ({
  kind: 'stream',
  request: copied(runRequest),
  response: { status: 200, headers: ['Content-Type', 'text/event-stream', ...headers] },
});

function piece(text: string | Uint8Array): Job {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { kind: 'piece', number: 1, at: 1, bytes };
}

const end = (how: 'closed' | 'broken' | 'stopped'): Job => ({
  kind: 'end',
  number: 1,
  end: how,
  durationMs: 2,
});

describe('a stream', () => {
  test('is judged event by event, as they come', async () => {
    const checker = createJobChecker({ basePaths: [] });
    await sayAll(checker, [opening(), piece(start)]);
    expect(await sayAll(checker, [piece(event({ type: 'ping', seq: 'x', timestamp: 't' }))])).toContain(
      'fail S04 event 2: seq',
    );
    expect(await sayAll(checker, [piece('data: no\n\n')])).toEqual(['fail S02 event 3']);
  });

  test('is judged whatever pieces it comes in', async () => {
    const text = new TextEncoder().encode(`${start}data: n\u{f6}\n\n`);
    const pieces = Array.from(text, (byte) => piece(Uint8Array.of(byte)));
    expect(await judged(opening(), ...pieces)).toContain('fail S02 event 2');
  });

  test('is read through its coding', async () => {
    const gzip = createGzip();
    const made: Buffer[] = [];
    gzip.on('data', (part: Buffer) => made.push(part));
    for (const text of [start, 'data: no\n\n'])
      await new Promise<void>((resolve) => gzip.write(text, () => gzip.flush(() => resolve())));
    const said = await judged(opening(['Content-Encoding', 'gzip']), ...made.map((part) => piece(part)));
    expect(said).toContain('fail S02 event 2');
  });

  test('that a client leaves is not blamed for what is missing, and one that ends is', async () => {
    const jobs = [opening(), piece(start)];
    expect(await judged(...jobs, end('stopped'))).toEqual(['checked']);
    expect(await judged(...jobs, end('closed'))).toContain('warn S09 end of stream');
  });

  test('in a coding that nobody knows is not judged', async () => {
    expect(await judged(opening(['Content-Encoding', 'rot13']), piece(start), end('closed'))).toEqual([
      'bodies in a content coding that is not known',
    ]);
  });

  test('that is not in the coding it names is not judged', async () => {
    expect(await judged(opening(['Content-Encoding', 'gzip']), piece(start), piece(start))).toEqual([
      'bodies that are not in the content coding they name',
    ]);
  });

  test('with an event that is too long is judged no further', async () => {
    const long = piece(`data: ${'x'.repeat(3 * 1024 * 1024)}`);
    expect(await judged(opening(), piece(start), long, long, piece('\n\n'), end('closed'))).toEqual([
      'streams behind an event over 4 MiB',
      'checked',
    ]);
  });

  test('of an operation that does not stream is told', async () => {
    const job: Job = { ...(opening() as Extract<Job, { kind: 'stream' }>), request: copied() };
    expect(await judged(job, piece('data: no\n\n'), end('closed'))).toEqual([
      'fail C02 header Content-Type',
      'checked',
    ]);
  });

  test('that nobody has opened is nothing', async () => {
    expect(await judged(piece(start), end('closed'))).toEqual([]);
  });
});

test('what goes wrong in a check is told and judges nobody', async () => {
  const broken = { kind: 'exchange', request: copied(), response: null } as unknown as Job;
  expect(await judged(broken, awaitResponse(404, whole(AGENT)))).toEqual(['trouble', 'checked']);
});
