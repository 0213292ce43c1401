/** The format of a run, either a stream or a JSON result, and the events of a result. */
import { describe, expect, it } from 'vitest';
import type { RecordedBody } from '../../../../../conformance/model/exchange.ts';
import { streamOperations } from '../../../../../conformance/agent-platform/streams/stream-operations.ts';
import { allOperations } from '../../../../../conformance/agent-platform/contract.ts';
import {
  checkExchange,
  events,
  exchangeOf,
  hello,
  jsonBody,
  problemsOf,
  run,
  streamBody,
  type LooseEvent,
} from './support.ts';

const stream = streamBody(events(hello));
const result = jsonBody({ executionId: 'exec_1', status: 'completed', success: true, events: events(hello) });
const error = jsonBody({ error: 'Agent not found' });
const text: RecordedBody = { kind: 'text', text: 'data: {}\n\n', problem: null };

function check(operation: string, body: LooseEvent, response: RecordedBody, status = 200) {
  return checkExchange(exchangeOf(operation, { body }, response, status));
}

it('the list contains every operation that returns a stream or a result', () => {
  const playing = allOperations.filter(
    ({ stream: spec, responses }) =>
      spec !== null || responses.some((response) => response.check?.name === 'ExecutionResult'),
  );
  expect(Object.keys(streamOperations).sort()).toEqual(playing.map(({ id }) => id).sort());
});

// @fact F-4.2-094 F-4.2-096 F-4.2-097 F-4.2-110 F-4.2-111 F-4.2-124 F-4.2-125
describe('the format of a run', () => {
  const yes = { streamResponse: true };
  const no = { streamResponse: false };

  it.each<[string, string, LooseEvent, RecordedBody, ...string[]]>([
    ['a requested stream', 'executeAgent', yes, stream],
    ['a stream by default', 'executeAgent', {}, stream],
    ['a requested result', 'executeAgent', no, result],
    ['a result by its options', 'executeAgent', { options: no }, result],
    ['a stream despite its options', 'executeAgent', { ...yes, options: no }, stream],
    ['an assumed form', 'dispatchRun', no, stream],
    ['an error in a result', 'executeAgent', no, error],
    ['any form for an invalid request', 'executeAgent', { streamResponse: 'no' }, result],
    ['a result instead of a stream', 'executeAgent', yes, result, 'S01 fail header Content-Type'],
    ['a result by default', 'executeAgent', {}, result, 'S18 fail header Content-Type'],
    ['another media type', 'executeAgent', {}, text, 'S01 fail header Content-Type'],
    ['no body', 'executeAgent', {}, { kind: 'none' }, 'S01 fail header Content-Type'],
    ['a stream instead of a result', 'executeAgent', no, stream, 'S19 fail header Content-Type'],
    ['an error with 200', 'approveAgentExecution', {}, error, 'S20 fail status'],
  ])('is checked: %s', (_, operation, body, response, ...problems) => {
    expect(problemsOf(check(operation, body, response))).toEqual(problems);
  });

  it('is not checked for other operations, for error statuses and without a response', () => {
    expect(check('executeAgent', {}, error, 404)).toEqual([{ check: 'S20', problems: [] }]);
    expect(check('getAgent', {}, error)).toEqual([]);
    const exchange = { ...exchangeOf('executeAgent', {}, stream), response: null };
    expect(checkExchange(exchange)).toEqual([]);
  });
});

// @fact F-2.5-001 F-2.5-019
describe('the events of a result', () => {
  const resumed = 'execution_start{"resumed":true} ';
  const begun = `${resumed}turn_start turn_complete `;
  const approved = `${begun}approval_complete execution_complete`;

  function problemsOfResult(list: readonly unknown[], status: string, operation = 'approveClientExecution') {
    const body = { executionId: 'exec_1', status, success: true, events: list };
    return problemsOf(check(operation, { streamResponse: false }, jsonBody(body)));
  }

  it.each<[string, string, string, ...string[]]>([
    ['end', approved, 'completed'],
    ['pause', `${resumed}turn_start tool_start approval_start`, 'paused'],
    ['fail', `${begun}execution_error`, 'failed'],
    ['have no outcome', `${begun}execution_complete{"outcome":null}`, 'completed'],
    [
      'are out of order',
      `${begun}custom{"seq":1} execution_complete`,
      'completed',
      'S19 warn body.events.3.seq',
    ],
    ['end twice', `${approved} execution_complete`, 'completed', 'S19 fail body.events.5.type'],
    ['have no end', begun, 'completed', 'S19 warn body.events'],
    ['end at a pause', approved, 'paused', 'S19 warn body.events'],
    ['end with an error', `${begun}execution_error`, 'completed', 'S19 warn body.status'],
    ['end well after a failure', approved, 'failed', 'S19 warn body.status'],
  ])('are checked if they %s', (_, list, status, ...problems) => {
    expect(problemsOfResult(run(list), status)).toEqual(problems);
  });

  it('are ignored if the schema of the body reports them', () => {
    expect(problemsOfResult([7, null, ...run(approved)], 'completed')).toEqual([]);
    for (const body of [[], 7, { events: 7 }, { error: 'No' }])
      expect(check('approveClientExecution', {}, jsonBody(body))).toEqual([]);
  });

  it('cause only warnings if the source does not require them', () => {
    const list = [...events(hello), ...run('execution_complete', 7)];
    expect(problemsOfResult(list, 'completed', 'executeAgent')).toEqual(['S19 warn body.events.7.type']);
  });
});
