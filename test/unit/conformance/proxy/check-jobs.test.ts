/** Copied exchanges are checked like the originals, and those that can't be checked are reported as unchecked. */
import { agentPlatformTraffic as traffic } from '../../../../conformance/agent-platform/traffic.ts';
import { brotliCompressSync, createGzip, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { createJobChecker, type JobChecker } from '../../../../conformance/proxy/check-jobs.ts';
import type { CopiedBody, CopiedRequest, Job, JobReport } from '../../../../conformance/proxy/job.ts';

const AGENT = '{"error":"Agent not found"}';
const noBody: CopiedBody = { kind: 'unread', length: 0 };

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
    body: noBody,
    isChecked: false,
  };
  return { ...usual, ...request, headers };
}

function exchangeJob(
  status: number,
  body: CopiedBody,
  request: Partial<CopiedRequest> = {},
  headers: readonly string[] = ['Content-Type', 'application/json'],
): Job {
  return { kind: 'exchange', request: copied(request), response: { status, headers, body }, durationMs: 1 };
}

function describeReport(report: JobReport): string {
  if (report.kind === 'finding')
    return `${report.finding.verdict} ${report.finding.check} ${report.finding.at}`;
  return report.kind === 'unchecked' ? report.reason : report.kind;
}

async function checkJobs(...jobs: readonly Job[]): Promise<readonly string[]> {
  return reportsOf(createJobChecker({ contract, traffic, basePaths: [] }), jobs);
}

async function reportsOf(checker: JobChecker, jobs: readonly Job[]): Promise<readonly string[]> {
  const descriptions: string[] = [];
  for (const job of jobs) descriptions.push(...(await checker.take(job)).map(describeReport));
  return descriptions;
}

describe('a response', () => {
  test('that is valid is reported as checked', async () => {
    expect(await checkJobs(exchangeJob(404, whole(AGENT)))).toEqual(['checked']);
  });

  test('that is invalid is reported', async () => {
    expect(await checkJobs(exchangeJob(404, whole('{"error":5}')))).toEqual([
      'fail C05 body.error',
      'checked',
    ]);
  });

  test('that is not JSON is reported', async () => {
    expect(await checkJobs(exchangeJob(200, whole('{"id":')))).toContain('fail C03 body');
  });

  test.each([
    ['gzip', gzipSync(AGENT)],
    ['x-gzip', gzipSync(AGENT)],
    ['deflate', deflateSync(AGENT)],
    ['br', brotliCompressSync(AGENT)],
    ['zstd', zstdCompressSync(AGENT)],
    ['identity', Buffer.from(AGENT)],
  ])('is decoded from %s', async (coding, bytes) => {
    const headers = ['Content-Type', 'application/json', 'Content-Encoding', coding];
    expect(await checkJobs(exchangeJob(404, whole(bytes), {}, headers))).toEqual(['checked']);
  });

  test.each<[string, CopiedBody, readonly string[], string]>([
    ['too long', { kind: 'too-long', length: 2_000_000 }, [], 'response bodies over 1 MiB'],
    [
      'too long after decoding',
      whole(gzipSync(Buffer.alloc(2_000_000))),
      ['Content-Encoding', 'gzip'],
      'response bodies over 1 MiB',
    ],
    [
      'encoded with an unknown coding',
      whole('x'),
      ['Content-Encoding', 'rot13'],
      'bodies with an unknown content coding',
    ],
    [
      'encoded with several codings',
      whole('x'),
      ['Content-Encoding', 'gzip, br'],
      'bodies with an unknown content coding',
    ],
    [
      'not in the coding that it names',
      whole('x'),
      ['Content-Encoding', 'gzip'],
      'bodies that do not match their content coding',
    ],
  ])('that is %s is checked without its body', async (_name, body, headers, reason) => {
    const type = ['Content-Type', 'application/json', ...headers];
    expect(await checkJobs(exchangeJob(404, body, {}, type))).toEqual([reason, 'checked']);
    expect(await checkJobs(exchangeJob(302, body, {}, type))).toEqual(['fail C01 status', reason, 'checked']);
  });

  test.each([
    [304, 'If-None-Match'],
    [304, 'If-Modified-Since'],
    [206, 'Range'],
    [416, 'Range'],
    [412, 'If-Match'],
  ])('with %i to a request with %s is not checked', async (status, header) => {
    const request = { headers: [header, 'x'] };
    expect(await checkJobs(exchangeJob(status, noBody, request))).toEqual([
      'responses to conditional and range requests',
    ]);
  });

  test('with 304 to an unconditional request is reported', async () => {
    expect(await checkJobs(exchangeJob(304, noBody))).toContain('fail C01 status');
  });

  test.each(['HEAD', 'OPTIONS'])('to %s is not checked', async (method) => {
    expect(await checkJobs(exchangeJob(500, noBody, { method }))).toEqual(['HEAD and OPTIONS']);
  });

  test('to a path outside the base path is not checked, and one below it is', async () => {
    const checker = createJobChecker({ contract, traffic, basePaths: ['/w/{world}'] });
    const outside = exchangeJob(500, noBody, { path: '/v1/agents' });
    const inside = exchangeJob(404, whole(AGENT), { path: '/w/main/v1/agents/a' });
    expect(await reportsOf(checker, [outside, inside])).toEqual(['outside the base path', 'checked']);
  });

  test('to an undocumented call is not checked, and the call causes a warning', async () => {
    expect(await checkJobs(exchangeJob(500, noBody, { path: '/favicon.ico' }))).toEqual([
      'warn Q01 path',
      'checked',
    ]);
  });
});

describe('a request', () => {
  const create = { method: 'POST', path: '/v1/agents', headers: ['Content-Type', 'application/json'] };
  const badRequest = whole('{"error":"Validation failed"}');

  test('is checked with its response', async () => {
    const body = whole('{"name":1}');
    expect(await checkJobs(exchangeJob(400, badRequest, { ...create, body }))).toEqual([
      'fail Q03 body.name',
      'checked',
    ]);
  });

  test('that was already checked is not checked again', async () => {
    const body = whole('{"name":1}');
    expect(await checkJobs(exchangeJob(400, badRequest, { ...create, body, isChecked: true }))).toEqual([
      'checked',
    ]);
  });

  test('is decoded', async () => {
    const headers = [...create.headers, 'Content-Encoding', 'gzip'];
    const body = whole(gzipSync('{"name":1}'));
    expect(await checkJobs(exchangeJob(400, badRequest, { ...create, headers, body }))).toContain(
      'fail Q03 body.name',
    );
  });

  test.each<[CopiedBody, string]>([
    [{ kind: 'too-long', length: 2_000_000 }, 'request bodies over 1 MiB'],
    [{ kind: 'unfinished', length: 2 }, 'request bodies that were not complete when the response was'],
  ])('whose body was not kept is checked without it: %j', async (body, reason) => {
    expect(await checkJobs(exchangeJob(400, badRequest, { ...create, body }))).toEqual([reason, 'checked']);
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

function chunk(text: string | Uint8Array): Job {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { kind: 'chunk', number: 1, at: 1, bytes };
}

const end = (how: 'closed' | 'broken' | 'stopped'): Job => ({
  kind: 'end',
  number: 1,
  end: how,
  durationMs: 2,
});

describe('a stream', () => {
  test('is checked event by event', async () => {
    const checker = createJobChecker({ contract, traffic, basePaths: [] });
    await reportsOf(checker, [opening(), chunk(start)]);
    expect(await reportsOf(checker, [chunk(event({ type: 'ping', seq: 'x', timestamp: 't' }))])).toContain(
      'fail S04 event 2: seq',
    );
    expect(await reportsOf(checker, [chunk('data: no\n\n')])).toEqual(['fail S02 event 3']);
  });

  test('is checked with any chunk boundaries', async () => {
    const text = new TextEncoder().encode(`${start}data: n\u{f6}\n\n`);
    const chunks = Array.from(text, (byte) => chunk(Uint8Array.of(byte)));
    expect(await checkJobs(opening(), ...chunks)).toContain('fail S02 event 2');
  });

  test('is decoded', async () => {
    const gzip = createGzip();
    const made: Buffer[] = [];
    gzip.on('data', (part: Buffer) => made.push(part));
    for (const text of [start, 'data: no\n\n'])
      await new Promise<void>((resolve) => gzip.write(text, () => gzip.flush(() => resolve())));
    const descriptions = await checkJobs(
      opening(['Content-Encoding', 'gzip']),
      ...made.map((part) => chunk(part)),
    );
    expect(descriptions).toContain('fail S02 event 2');
  });

  test('may be incomplete if the client closes it, but not if the upstream ends it', async () => {
    const jobs = [opening(), chunk(start)];
    expect(await checkJobs(...jobs, end('stopped'))).toEqual(['checked']);
    expect(await checkJobs(...jobs, end('closed'))).toContain('warn S09 end of stream');
  });

  test('in an unknown coding is not checked', async () => {
    expect(await checkJobs(opening(['Content-Encoding', 'rot13']), chunk(start), end('closed'))).toEqual([
      'bodies with an unknown content coding',
    ]);
  });

  test('that is not in its declared coding is not checked', async () => {
    expect(await checkJobs(opening(['Content-Encoding', 'gzip']), chunk(start), chunk(start))).toEqual([
      'bodies that do not match their content coding',
    ]);
  });

  test('is not checked after an event that is too long', async () => {
    const long = chunk(`data: ${'x'.repeat(3 * 1024 * 1024)}`);
    expect(await checkJobs(opening(), chunk(start), long, long, chunk('\n\n'), end('closed'))).toEqual([
      'streams after an event over 4 MiB',
      'checked',
    ]);
  });

  test('from an operation that does not stream is reported', async () => {
    const job: Job = { ...(opening() as Extract<Job, { kind: 'stream' }>), request: copied() };
    expect(await checkJobs(job, chunk('data: no\n\n'), end('closed'))).toEqual([
      'fail C02 header Content-Type',
      'checked',
    ]);
  });

  test('that was not opened is ignored', async () => {
    expect(await checkJobs(chunk(start), end('closed'))).toEqual([]);
  });
});

test('an exception in a check is reported, and the next job is checked', async () => {
  const broken = { kind: 'exchange', request: copied(), response: null } as unknown as Job;
  expect(await checkJobs(broken, exchangeJob(404, whole(AGENT)))).toEqual(['error', 'checked']);
});
