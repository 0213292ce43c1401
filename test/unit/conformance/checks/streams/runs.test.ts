/**
 * Runs that the stream checks accept, and those that they report and no mutant covers. A row has the events of a run with
 * their properties, and the findings.
 */
import { describe, expect, it } from 'vitest';
import { executionStreamEventTypes } from '../../../../../generated/service/events.ts';
import { checkEvents, checkText, events, hello, problemsOf, run, written } from './support.ts';

const helloText = hello.join(' ');
const awaitingApproval = 'execution_start turn_start turn_complete{"stopReason":null} approval_start';
const long = `text_delta{"delta":"${'x'.repeat(600_000)}"}`;
const calling = 'execution_start turn_start tool_start';

// @fact F-6.1.1-454 F-6.1.1-455
describe('a run is accepted that', () => {
  it.each([
    ['has every kind of block', 'text_start text_delta text_complete'],
    ['calls a tool', 'tool_start tool_input_delta tool_input_complete tool_output_delta tool_complete'],
    ['has an artifact', 'artifact_start artifact_delta artifact_update artifact_complete'],
    ['has media', 'media_start media_delta media_complete'],
    ['skips a step', 'step_start step_complete step_skip'],
    ['has notices', 'context_notice context_notice{"phase":"complete","epoch":2}'],
    [
      'nests blocks',
      'turn_start model_call_start text_start text_complete model_call_complete turn_complete',
    ],
    ['interleaves blocks', 'text_start text_start{"id":"b"} text_complete text_complete{"id":"b"}'],
    ['uses an id again', 'text_start text_complete text_start text_complete'],
    [
      'announces a call with its approval',
      'approval_start{"toolCallId":"call_1"} approval_complete tool_complete',
    ],
    ['announces a call with its await', 'await tool_complete'],
    ['leaves a turn open at a pause', 'turn_start await turn_start{"id":"b"} turn_complete{"id":"b"}'],
    ['repeats a call after a pause', 'tool_start await tool_start tool_complete'],
    ['has a text_complete without the text', 'text_start text_delta text_delta text_complete'],
    ['has no deltas', 'text_start text_complete{"text":"Good day"}'],
    ['has an empty delta', 'text_start text_delta{"delta":""} text_delta text_complete{"text":"Hello"}'],
    ['calls an agent as a tool', 'custom{"executionId":"exec_2","subagent":{"toolName":"ask"}}'],
    ['ends a subagent', 'execution_complete{"executionId":"exec_2","subagent":{"toolName":"ask"}}'],
    ['has no executionId in an event', 'custom{"executionId":null}'],
    ['omits an optional seq', 'custom{"seq":null,"executionId":null}'],
    ['adds properties', 'error{"later":true,"also":{}}'],
    ['repeats a seq in a ping', 'ping{"seq":0} custom'],
    ['has a seq with fractions and gaps', 'custom{"seq":0.5} custom{"seq":0.75}'],
    ['patches its state', 'state_snapshot{"state":{"step":1}} state_delta state_delta'],
    ['patches an empty state', 'state_delta{"patch":[{"op":"add","path":"/a","value":1}]}'],
    ['is approved', 'approval_start approval_complete'],
    ['is denied', 'approval_start approval_complete{"decision":"denied"}'],
    [
      'has an approval that times out',
      'approval_start approval_complete{"decision":"timeout","resolvedBy":"system"}',
    ],
    [
      'has a timeout without resolvedBy',
      'approval_start approval_complete{"decision":"timeout","resolvedBy":null}',
    ],
  ])('%s', (_, inner) => {
    expect(problemsOf(checkEvents(run(`execution_start ${inner} execution_complete{"seq":99}`)))).toEqual([]);
  });

  it.each([
    ['ends with an error', 'execution_start turn_start text_start execution_error'],
    ['ends without a start', 'execution_start execution_error'],
    ['starts with a ping', 'ping{"seq":-1} execution_start execution_complete'],
    ['is aborted', 'execution_start text_start execution_complete{"success":false,"outcome":"aborted"}'],
    ['has no outcome', 'execution_start execution_complete{"success":false,"outcome":null}'],
    ['has an error without outcome', 'execution_start execution_error{"outcome":null}'],
    ['has an aborted error', 'execution_start execution_error{"outcome":"aborted"}'],
    ['pauses in a block', 'execution_start text_start approval_start'],
    ['pauses for an approval', awaitingApproval],
    ['sends pings at a pause', `${awaitingApproval} ping`],
    ['pauses for a tool', `${calling} await`],
    ['sends output at a pause', `${calling} await tool_output_delta`],
    ['pauses for both', `${awaitingApproval} await`],
    ['fails at a pause', `${awaitingApproval} execution_error`],
    ['is approved in its stream', `${awaitingApproval} approval_complete execution_complete`],
    ['continues after an await', `${calling} await tool_complete turn_complete execution_complete`],
  ])('%s', (_, whole) => {
    expect(problemsOf(checkEvents(run(whole)))).toEqual([]);
  });

  it('has every type of event with only its required properties', () => {
    for (const type of executionStreamEventTypes) {
      const forms = checkEvents(run(type)).filter(({ check }) => check === 'S03' || check === 'S04');
      expect(problemsOf(forms), type).toEqual([]);
    }
  });

  it.each(['stopped', 'total', 'events', 'bytes'] as const)('is cut by the reader: %s', (end) => {
    expect(problemsOf(checkEvents(run(calling), { end }))).toEqual([]);
  });

  it.each([
    ['is long', `text_start ${long} ${long} text_complete{"text":"y"}`],
    ['doubles its state', `state_snapshot state_delta{"patch":${JSON.stringify(doubling())}} state_delta`],
  ])('%s, because its blocks are no longer tracked', (_, inner) => {
    expect(problemsOf(checkEvents(run(`execution_start ${inner} execution_complete`)))).toEqual([]);
  });
});

// @fact F-6.1-003 F-6.1.1-174 F-6.1.1-046 F-3-021 F-3-024 F-6.1.2-001 F-6.1.1-373
describe('a run is reported that', () => {
  it.each([
    ['has two unknown types', 'mood mood weather', 'S03 warn event 2: type', 'S03 warn event 4: type'],
    ['has no seq', 'error{"seq":null}', 'S04 fail event 2: seq'],
    ['has a seq that is a string', 'error{"seq":"1"}', 'S04 fail event 2: seq'],
    ['has no executionId', 'error{"executionId":null}', 'S04 fail event 2: executionId'],
    ['has an executionId that is a number', 'error{"executionId":7}', 'S04 fail event 2: executionId'],
    ['lacks a required property', 'error{"error":null}', 'S04 fail event 2: error'],
    ['has a string instead of a boolean', 'error{"recoverable":"yes"}', 'S04 fail event 2: recoverable'],
    ['has a property of an assumed type', 'source{"title":7}', 'S04 warn event 2: title'],
    ['has no decision', 'approval_start approval_complete{"decision":null}', 'S04 fail event 3: decision'],
    [
      'changes its id',
      'custom{"executionId":"b"} custom{"executionId":"b"}',
      'S05 warn event 2: executionId',
    ],
    ['sends a seq again', 'custom{"seq":0}', 'S06 warn event 2: seq'],
    ['has deltas without a start', 'text_delta text_delta text_complete', 'S12 warn event 2'],
    [
      'completes another block',
      'tool_start tool_complete{"toolCallId":"b"}',
      'S12 warn event 3',
      'S12 warn event 2',
    ],
    ['completes a block twice', 'text_start text_complete text_complete', 'S12 warn event 4'],
    ['has a delta after the end', 'text_start text_complete text_delta', 'S12 warn event 4'],
    ['starts an open block', 'text_start text_start text_complete', 'S12 warn event 3'],
    ['never completes', 'turn_start model_call_start', 'S12 warn event 2', 'S12 warn event 3'],
    ['only completes a notice', 'context_notice{"phase":"complete"}', 'S12 warn event 2'],
    ['announces another call', 'await{"toolCallId":"b"} tool_complete', 'S12 warn event 3'],
    [
      'has another text at its end',
      'text_start text_delta text_complete{"text":"Hi"}',
      'S13 warn event 4: text',
    ],
    ['resolves an unknown approval', 'approval_complete', 'S15 warn event 2: approvalId'],
    [
      'resolves an approval twice',
      'approval_start approval_complete approval_complete',
      'S15 warn event 4: approvalId',
    ],
    [
      'has an unknown decision',
      'approval_start approval_complete{"decision":"perhaps"}',
      'S15 warn event 3: decision',
    ],
    ['patches nothing', 'state_delta', 'S16 warn event 2: patch.0'],
    [
      'patches an unknown path',
      'state_snapshot{"state":{}} state_delta state_delta',
      'S16 warn event 3: patch.0',
    ],
    [
      'has a state after it',
      'state_snapshot{"state":{}} state_delta state_snapshot',
      'S16 warn event 3: patch.0',
    ],
    ['loses its state', 'state_snapshot state_snapshot{"state":null} state_delta', 'S04 fail event 3: state'],
  ])('%s', (_, inner, ...problems) => {
    const problemsFound = problemsOf(
      checkEvents(run(`execution_start ${inner} execution_complete{"seq":99}`)),
    );
    expect(problemsFound.filter((problem) => !problem.endsWith('event 99: type'))).toEqual(problems);
  });

  it.each([
    ['ends twice', `${helloText} execution_complete`, 'S09 fail event 8: type'],
    ['ends in two ways', `${helloText} execution_error`, 'S09 fail event 8: type'],
    ['continues after its end', `${helloText} custom custom`, 'S09 fail event 8: type'],
    ['sends pings after its end', `${helloText} ping ping`, 'S09 warn event 8: type'],
    ['never ends', helloText.replace(' execution_complete', ''), 'S09 warn end of stream'],
    ['stops in a call', calling, 'S10 warn end of stream'],
    ['waits after the decision', `${awaitingApproval} approval_complete`, 'S10 warn end of stream'],
    ['ends at a pause', `${awaitingApproval} execution_complete`, 'S10 warn event 5: type'],
    ['ends after an await', `${calling} await execution_complete`, 'S10 warn event 5: type'],
    ['starts with another event', 'turn_start turn_complete execution_complete', 'S11 warn event 1: type'],
    [
      'fails with success',
      'execution_start execution_complete{"outcome":"error"}',
      'S14 warn event 2: outcome',
    ],
    [
      'has a completed error',
      'execution_start execution_error{"outcome":"completed"}',
      'S14 warn event 2: outcome',
    ],
  ])('%s', (_, whole, ...problems) => {
    expect(problemsOf(checkEvents(run(whole)))).toEqual(problems);
  });

  it.each([
    ['first-byte', '', 'warn'],
    ['idle', helloText, 'warn'],
    ['broken', helloText, 'warn'],
    ['broken', awaitingApproval, 'warn'],
    ['broken', calling, 'fail'],
  ] as const)('ends with %s', (end, whole, severity) => {
    expect(problemsOf(checkEvents(run(whole), { end }))).toEqual([`S09 ${severity} end of stream`]);
  });

  it('is reset, and its message says so', () => {
    const [first] = checkEvents(run(calling), { end: 'broken' }).flatMap(({ problems }) => problems);
    expect(first?.message).toBe('The connection was reset or broke before the run had ended or paused.');
  });

  it('has many problems, at most five times per check', () => {
    const wrong = run(`execution_start ${'error{"error":null} '.repeat(9)}execution_complete`);
    expect(problemsOf(checkEvents(wrong))).toHaveLength(5);
  });

  it('lacks a property, with its facts and its place in the contract', () => {
    const list = checkEvents(run('execution_start error{"seq":null} execution_complete'));
    expect(list.flatMap(({ problems }) => problems)).toEqual([
      expect.objectContaining({
        message: 'error: seq is required',
        facts: ['F-6.1.1-398'],
        place: 'spec/shared/events/error.yaml#/properties/seq',
      }),
    ]);
  });
});

// @fact F-6.1-002
describe('a frame', () => {
  const plain = written(events(hello));

  it.each([plain, plain.replaceAll('\n', '\r\n'), plain.replaceAll('\n', '\r'), `\uFEFF: hi\n\n${plain}`])(
    'is accepted with any line endings',
    (text) => {
      expect(problemsOf(checkText(text))).toEqual([]);
    },
  );

  it.each(['{"type":"te', '[]', '"ping"', 'null', '', '{"seq":9}', '{"type":7}', '[DONE]'])(
    'with the data %s causes only one problem',
    (data) => {
      const severity = data === '[DONE]' ? 'warn' : 'fail';
      expect(problemsOf(checkText(`${plain}data: ${data}\n\n`))).toEqual([`S02 ${severity} event 8`]);
    },
  );

  it.each([
    ['rise', ['7', '70', '71', '100', '101', '102', '99999999999999999999999'], []],
    ['are not numbers', ['a', 'f', 'c', 'e', 'b', 'd', 'g'], []],
    ['are repeated', ['a', 'b', 'c', 'd', 'e', 'f', 'a'], ['S08 warn event 7: id']],
    ['fall', ['1', '2', '3', '4', '5', '90071992547409930', '90071992547409929'], ['S08 warn event 7: id']],
  ])('is checked with ids that %s', (_, ids, problems) => {
    const text = events(hello).map((event, index) => `id: ${ids[index]}\ndata: ${JSON.stringify(event)}\n\n`);
    expect(problemsOf(checkText(text.join('')))).toEqual(problems);
  });

  it('needs neither a name nor an id', () => {
    expect(problemsOf(checkText(plain.replaceAll(/^(?:event|id): .*\n/gm, '')))).toEqual([]);
  });

  it('must be closed by an empty line', () => {
    expect(problemsOf(checkText(plain.slice(0, -1)))).toEqual(['S09 warn end of stream']);
    expect(problemsOf(checkText(`${plain}: bye\n`))).toEqual([]);
  });
});

function doubling() {
  return Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '', path: `/a${index}` }));
}
