/**
 * Runs that the stream checks accept, and those that they report and no mutant covers. A row of `runs.yaml` has the events
 * of a run with their properties, and the findings.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { executionStreamEventTypes } from '../../../../../generated/service/events.ts';
import { checkEvents, checkText, events, hello, problemsOf, run, written } from './support.ts';

type Row<More = unknown> = Readonly<{ name: string; events: string }> & More;
type ReportedRow = Row<{ readonly problems: readonly string[] }>;

const tables = parse(readFileSync(join(import.meta.dirname, 'runs.yaml'), 'utf8')) as {
  readonly accepted: readonly Row[];
  readonly acceptedWhole: readonly Row[];
  readonly reported: readonly ReportedRow[];
  readonly reportedWhole: readonly ReportedRow[];
};

const helloText = hello.join(' ');
const awaitingApproval = 'execution_start turn_start turn_complete{"stopReason":null} approval_start';
const long = `text_delta{"delta":"${'x'.repeat(600_000)}"}`;
const calling = 'execution_start turn_start tool_start';

// @fact F-6.1.1-454 F-6.1.1-455
describe('a run is accepted that', () => {
  it.each(tables.accepted)('$name', ({ events: inner }) => {
    expect(problemsOf(checkEvents(run(`execution_start ${inner} execution_complete{"seq":99}`)))).toEqual([]);
  });

  it.each(tables.acceptedWhole)('$name', ({ events: whole }) => {
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
  it.each(tables.reported)('$name', ({ events: inner, problems }) => {
    const problemsFound = problemsOf(
      checkEvents(run(`execution_start ${inner} execution_complete{"seq":99}`)),
    );
    expect(problemsFound.filter((problem) => !problem.endsWith('event 99: type'))).toEqual(problems);
  });

  it.each(tables.reportedWhole)('$name', ({ events: whole, problems }) => {
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
