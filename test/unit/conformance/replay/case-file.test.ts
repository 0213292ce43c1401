import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { describe, expect, it } from 'vitest';
import type { StreamCapture } from '../../../../conformance/model/exchange.ts';
import { makeCase } from '../../../../conformance/replay/case-file.ts';
import { readCase } from '../../../../conformance/replay/read-case.ts';
import { writeCase } from '../../../../conformance/replay/write-case.ts';
import { hostile, makeExchange, makeFinding, makeReport, plan, response } from '../report/made-report.ts';

const stream: StreamCapture = {
  raw: 'data: {"type":"a"}\n\ndata: x\n\n',
  chunks: [{ at: 3, length: 29 }],
  frames: [
    {
      number: 1,
      at: 3,
      event: null,
      id: null,
      data: '{"type":"a"}',
      size: 12,
      value: { type: 'a' },
      problem: null,
    },
    { number: 2, at: 3, event: null, id: '7', data: 'x', size: 1, problem: 'no JSON' },
  ],
  end: 'closed',
  rest: '',
};
const streamed = makeExchange({ response: { ...response, body: { kind: 'stream', stream } } });

/** Returns the text of a valid file with one property changed. */
function textWith(path: string, value: unknown): string {
  const file = JSON.parse(JSON.stringify(makeCase(makeFinding(), makeReport()))) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop()!;
  let target = file;
  for (const step of steps) target = target[step] as Record<string, unknown>;
  // JSON has no `undefined`, so such a property is omitted.
  target[last] = value;
  return JSON.stringify(file);
}

describe('a case file', () => {
  it('is read as it was written', () => {
    const finding = makeFinding({ exchanges: [makeExchange(), streamed], message: hostile.toWellFormed() });
    const [file] = writeCase(finding, makeReport(), contract);
    expect(readCase(file!.text)).toEqual(makeCase(finding, makeReport()));
  });

  it('contains the events of a stream, with its text and times in separate files', () => {
    const finding = makeFinding({ fingerprint: '0123456789abcdef', exchanges: [streamed] });
    const files = writeCase(finding, makeReport(), contract);
    expect(files.map(({ name }) => name)).toEqual([
      'C03-0123456789abcdef.json',
      'C03-0123456789abcdef.sh',
      'C03-0123456789abcdef.sse',
      'C03-0123456789abcdef.times.json',
    ]);
    expect(JSON.parse(files[0]!.text)).toMatchObject({
      steps: [{ response: { body: { kind: 'stream', end: 'closed', events: [{ type: 'a' }, 'x'] } } }],
    });
    expect(files[2]!.text).toBe(stream.raw);
    expect(JSON.parse(files[3]!.text)).toEqual({
      end: 'closed',
      pieces: stream.chunks,
      frames: [
        { number: 1, at: 3, event: null, id: null, size: 12 },
        { number: 2, at: 3, event: null, id: '7', size: 1 },
      ],
    });
  });

  it('numbers the files of several streams', () => {
    const files = writeCase(makeFinding({ exchanges: [streamed, streamed] }), makeReport(), contract);
    expect(files.map(({ name }) => name.replace(/^C03-\w+/, ''))).toEqual([
      '.json',
      '.sh',
      '.1.sse',
      '.1.times.json',
      '.2.sse',
      '.2.times.json',
    ]);
  });

  it('has a name that is not a path', () => {
    const [file] = writeCase(makeFinding({ check: '../../x/C03' }), makeReport(), contract);
    expect(file!.name).toMatch(/^[\w-]+\.json$/);
  });

  it.each([
    ['version', 2, 'version must be 1, which this version of backlot reads; it is 2.'],
    ['format', 'other', 'format must be "backlot case"; it is "other".'],
    ['check', undefined, 'check must be the id of a check; it is missing.'],
    ['check', '../C03', 'check must be the id of a check; it is "../C03".'],
    ['level', 'all', 'level must be one of passive, stateless, stateful, destructive; it is "all".'],
    ['baseUrl', 'nonsense', 'baseUrl must be a URL; it is "nonsense".'],
    ['steps', {}, 'steps must be a list; it is {}.'],
    ['steps', Array(1_001).fill(0), 'steps must be at most 1000; it is 1001.'],
    ['steps.0', null, 'steps.0 must be an object; it is null.'],
    ['steps.0.request.method', 'CONNECT', 'steps.0.request.method must be one of GET, HEAD,'],
    ['steps.0.request.body', 7, 'steps.0.request.body must be a string; it is 7.'],
    ['steps.0.request.encoding', 'utf16', 'steps.0.request.encoding must be one of latin1;'],
    ['steps.0.request.headers', [['a b', 'c']], 'steps.0.request.headers.0 must be the name of a header'],
    [
      'steps.0.request.headers',
      [['a', 'b\r\nc: d']],
      'steps.0.request.headers.0 must be the value of a header',
    ],
    ['steps.0.request.headers', [['a', 'b', 'c']], 'steps.0.request.headers.0 must be a name and a value'],
    ['steps.0.response.body.kind', 'film', 'steps.0.response.body.kind must be one of'],
    ['origin.expectation', { description: 1 }, 'origin.expectation.description must be a string; it is 1.'],
  ])('is rejected with the place and the problem: %s', (path, value, problem) => {
    expect(readCase(textWith(path, value))).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it.each(['//evil.test/x', '/\\evil.test', '@evil.test', 'http://evil.test/', '/a b', '/a\nb', '/a#b', ''])(
    'is rejected if a path could lead to another host: %j',
    (path) => {
      expect(readCase(textWith('steps.0.request.path', path))).toEqual({
        problem: expect.stringContaining('steps.0.request.path must be a path below the base URL') as string,
      });
    },
  );

  it.each([
    'Host',
    'transfer-encoding',
    'Content-Length',
    'Proxy-Authorization',
    'X-Forwarded-Host',
    'Connection',
  ])('is rejected if it contains a connection header: %s', (name) => {
    expect(readCase(textWith('steps.0.request.headers', [[name, 'x']]))).toEqual({
      problem: expect.stringContaining('must be a header other than connection and proxy headers') as string,
    });
  });

  it.each(['', '{', 'null', '[]', '"x"'])('is rejected if it is not a case: %j', (text) => {
    expect(readCase(text)).toHaveProperty('problem');
  });

  it('is rejected with a single line without control characters', () => {
    const { problem } = readCase(textWith('check', hostile)) as { readonly problem: string };
    expect(problem).not.toMatch(/\p{Cc}/u);
  });

  it('keeps a request unchanged', () => {
    expect(makeCase(makeFinding(), makeReport()).steps[0]!.request).toEqual(plan);
  });
});
