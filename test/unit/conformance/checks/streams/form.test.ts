/**
 * S01, S18, S19 and S20: the form in which a run comes, and the events of a result in JSON.
 */
import { describe, expect, it } from 'vitest';
import type { RecordedBody } from '../../../../../conformance/engine/exchange.ts';
import { checkResultEvents, checkStream } from '../../../../../conformance/checks/streams/check-stream.ts';
import { createStreamMemory } from '../../../../../conformance/checks/streams/stream-memory.ts';
import { streamOperations } from '../../../../../conformance/checks/streams/stream-operations.ts';
import { allOperations } from '../../../../../conformance/schema-location/operations.ts';
import {
  events,
  exchangeOf,
  hello,
  jsonBody,
  passesOf,
  problemsOf,
  streamBody,
  type LooseEvent,
} from './support.ts';

const stream = streamBody(events(hello));
const result = jsonBody({ executionId: 'exec_1', status: 'completed', success: true, events: events(hello) });
const refusal = jsonBody({ error: 'Agent not found' });
const text: RecordedBody = { kind: 'text', text: 'data: {}\n\n', problem: null };

function judged(operation: string, body: LooseEvent, response: RecordedBody, status = 200) {
  const exchange = exchangeOf(operation, { body }, response, status);
  const memory = createStreamMemory();
  return [...checkStream(exchange, memory), ...checkResultEvents(exchange, memory)];
}

it('every operation that streams or answers with a result is known', () => {
  const telling = allOperations.filter(
    ({ stream: spec, responses }) =>
      spec !== null || responses.some(({ check }) => check?.name === 'ExecutionResult'),
  );
  expect(Object.keys(streamOperations).sort()).toEqual(telling.map(({ id }) => id).sort());
});

// @fact F-4.2-094 F-4.2-096 F-4.2-097 F-4.2-110 F-4.2-111 F-4.2-124 F-4.2-125
describe('the form of an answer', () => {
  const yes = { streamResponse: true };
  const no = { streamResponse: false };

  it.each<[string, string, LooseEvent, RecordedBody, readonly string[]]>([
    ['a stream that was asked for', 'executeAgent', yes, stream, []],
    ['a stream by default', 'executeAgent', {}, stream, []],
    ['a result that was asked for', 'executeAgent', no, result, []],
    ['a result that was asked for in the options', 'executeAgent', { options: no }, result, []],
    [
      'a stream that the request asks for and its options do not',
      'executeAgent',
      { ...yes, options: no },
      stream,
      [],
    ],
    ['a result instead of a stream', 'executeAgent', yes, result, ['S01 fail header Content-Type']],
    ['a result by default', 'executeAgent', {}, result, ['S18 fail header Content-Type']],
    [
      'a result by default',
      'resumeAgentExecution',
      {},
      result,
      ['S18 fail header Content-Type', 'S19 warn body.events.0.resumed'],
    ],
    ['another media type by default', 'executeAgent', {}, text, ['S01 fail header Content-Type']],
    ['no body by default', 'executeAgent', {}, { kind: 'none' }, ['S01 fail header Content-Type']],
    ['a stream instead of a result', 'executeAgent', no, stream, ['S19 fail header Content-Type']],
    ['a stream instead of a result, as an assumption', 'dispatchRun', no, stream, []],
    ['a failure with 200', 'executeAgent', yes, refusal, ['S20 fail status']],
    ['a failure with 200, by default', 'approveAgentExecution', {}, refusal, ['S20 fail status']],
    ['a failure with 200, as a result', 'executeAgent', no, refusal, []],
    ['any form where the wish can not be read', 'executeAgent', { streamResponse: 'no' }, result, []],
  ])('is %s (%s)', (_name, operation, body, response, problems) => {
    expect(problemsOf(judged(operation, body, response))).toEqual(problems);
  });

  it.each([
    ['S01', yes, stream],
    ['S18', {}, stream],
    ['S19', no, result],
  ])('passes %s', (check, body, response) => {
    expect(passesOf(judged('executeAgent', body, response))).toContain(check);
  });

  it('is passed as S20 where a failure has a status and is JSON', () => {
    expect(judged('executeAgent', {}, refusal, 404)).toEqual([{ check: 'S20', problems: [] }]);
    expect(judged('executeAgent', {}, text, 404)).toEqual([]);
  });

  it('is nothing to judge for other operations and where no reply came', () => {
    expect(judged('getAgent', {}, refusal)).toEqual([]);
    const exchange = { ...exchangeOf('executeAgent', {}, stream), response: null };
    expect(checkStream(exchange, createStreamMemory())).toEqual([]);
    expect(checkResultEvents(exchange, createStreamMemory())).toEqual([]);
  });
});

// @fact F-2.5-001 F-2.5-019
describe('the events of a result', () => {
  type List = Parameters<typeof events>[0];
  const asked: List = ['execution_start', 'turn_start', 'tool_start', 'approval_start'];

  function resultOf(
    list: readonly unknown[],
    status: unknown = 'completed',
    operation = 'approveClientExecution',
  ) {
    const body = { executionId: 'exec_1', status, success: true, events: list };
    return judged(operation, { streamResponse: false }, jsonBody(body));
  }

  const approved: List = [['execution_start', { resumed: true }], 'approval_complete', ...hello.slice(1)];

  it('pass as one check', () => {
    expect(resultOf(events(approved))).toEqual([{ check: 'S19', problems: [] }]);
  });

  it.each<[string, readonly unknown[], string, readonly string[]]>([
    ['that pause', events([['execution_start', { resumed: true }], ...asked.slice(1)]), 'paused', []],
    [
      'out of order',
      events(approved).with(2, { ...events(approved)[2], seq: 7 }),
      'completed',
      [3, 4, 5, 6, 7].map((n) => `S19 warn body.events.${n}.seq`),
    ],
    [
      'that end twice',
      events([...approved, 'execution_complete']),
      'completed',
      ['S19 fail body.events.8.type'],
    ],
    ['that have no end', events(approved.slice(0, -1)), 'completed', ['S19 warn body.events']],
    ['that end although they are said to pause', events(approved), 'paused', ['S19 warn body.events']],
    [
      'of a completed run that end with an error',
      events([...approved.slice(0, -1), 'execution_error']),
      'completed',
      ['S19 warn body.status'],
    ],
    ['of a failed run that end well', events(approved), 'failed', ['S19 warn body.status']],
    ['of a failed run', events([...approved.slice(0, -1), 'execution_error']), 'failed', []],
    [
      'with an end without outcome',
      events([...approved.slice(0, -1), ['execution_complete', { outcome: undefined }]]),
      'completed',
      [],
    ],
    ["that are no events, which the body's schema tells", [7, null, ...events(approved)], 'completed', []],
    [
      "without a seq, which the body's schema tells",
      events(approved).with(3, { type: 'custom', name: 'a' }),
      'completed',
      [],
    ],
  ])('%s', (_name, list, status, problems) => {
    expect(problemsOf(resultOf(list, status))).toEqual(problems);
  });

  it('say what they rest on, although their check rests on something else', () => {
    const [checkResult] = resultOf(events([...approved, 'execution_complete']));
    expect(checkResult?.problems).toEqual([
      {
        message: 'S09: The run ends a second time: execution_complete comes behind execution_complete.',
        at: 'body.events.8.type',
        severity: 'fail',
        facts: ['F-6.1.2-002'],
        assumption: null,
      },
    ]);
  });

  it('are no more than warned of where the source does not say that they are there', () => {
    const list = events([...hello, 'execution_complete']);
    expect(problemsOf(resultOf(list, 'completed', 'executeAgent'))).toEqual(['S19 warn body.events.7.type']);
  });

  it('that pause and tell of nothing are told', () => {
    const list = events(hello.slice(0, -1));
    expect(problemsOf(resultOf(list, 'paused', 'executeAgent'))).toEqual(['S19 warn body.events']);
  });

  it('are not asked for where the body is no result', () => {
    for (const body of [[], 7, { events: 7 }, { error: 'No' }])
      expect(judged('approveClientExecution', {}, jsonBody(body))).toEqual([]);
  });
});
