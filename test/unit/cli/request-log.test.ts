import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createRequestLog, type LogFormat } from '../../../cli/output/request-log.ts';
import type { ObservedRequest } from '../../../mock/index.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';

const request: ObservedRequest = {
  at: epochMs(0),
  world: 'default',
  method: 'POST',
  path: '/v1/agents',
  operationId: 'createAgent',
  status: 400,
  durationMs: 1.234,
  isStream: false,
  violations: [],
};

function logOf(format: LogFormat, isVerbose = false) {
  const stream = new PassThrough();
  const log = createRequestLog({
    format,
    isVerbose,
    stream: stream as unknown as NodeJS.WriteStream,
    now: () => new Date(2026, 0, 15, 9, 30, 5),
  });
  return { log, printed: () => String(stream.read() ?? '') };
}

const violations = ['name', 'type', 'icon', 'status'].map((name) => ({
  in: 'request' as const,
  pointer: `/${name}`,
  message: `${name} is required`,
}));

describe('the request log', () => {
  test('prints a line per request, without colours if the output is not a terminal', () => {
    const { log, printed } = logOf('text');
    log.requested(request);
    log.requested({ ...request, world: 'mine', status: 200, isStream: true });
    expect(printed()).toBe(
      '09:30:05 POST   /v1/agents 400 1.2 ms\n09:30:05 POST   /w/mine/v1/agents 200 stream\n',
    );
  });

  test('prints the first three violations, and all of them with --verbose', () => {
    const few = logOf('text');
    few.log.requested({ ...request, violations });
    expect(few.printed().split('\n').slice(1, 5)).toEqual([
      '         request /name: name is required',
      '         request /type: type is required',
      '         request /icon: icon is required',
      '         and 1 more, see /_mock/requests',
    ]);
    const all = logOf('text', true);
    all.log.requested({ ...request, violations });
    expect(all.printed()).toContain('request /status: status is required');
  });

  test('prints notes about undocumented properties', () => {
    const { log, printed } = logOf('text');
    const message = '`sesionId` is not described; did you mean `sessionId`?';
    log.requested({ ...request, notes: [{ in: 'request', pointer: '/sesionId', message }] });
    expect(printed()).toContain(`\n         request /sesionId: ${message}\n`);
  });

  test('prints JSON with the fields of the journal', () => {
    const { log, printed } = logOf('json');
    log.requested({ ...request, violations: violations.slice(0, 1) });
    expect(JSON.parse(printed())).toMatchObject({
      event: 'request',
      operationId: 'createAgent',
      status: 400,
      violations: [{ pointer: '/name' }],
    });
  });

  test('explains once per origin how to allow its pages', () => {
    const { log, printed } = logOf('text');
    log.originRefused('https://app.example.com');
    log.originRefused('https://app.example.com');
    expect(printed()).toBe(
      'Pages from https://app.example.com may not call this mock. Allow them with --allow-origin https://app.example.com\n',
    );
  });

  test('escapes control characters', () => {
    const { log, printed } = logOf('text');
    log.requested({
      ...request,
      path: '/v1/\u001b[2J\u202e',
      violations: [{ in: 'request', pointer: '', message: 'a\nb' }],
    });
    log.originRefused('https://\u001b]0;x\u0007');
    expect(printed()).toMatch(/^[\x20-\x7e\n]*$/);
    expect(printed().split('\n')).toHaveLength(1);
  });
});
