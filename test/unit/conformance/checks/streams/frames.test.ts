/**
 * S02, S07, S08 and S21: what frames are made of.
 */
import { describe, expect, it } from 'vitest';
import { LARGEST_EVENT } from '../../../../../conformance/checks/streams/frames.ts';
import { events, hello, checkText, passesOf, problemsOf, written, type LooseEvent } from './support.ts';

const run = events(hello);

function frame(event: LooseEvent, fields: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return `${lines.join('')}data: ${JSON.stringify(event)}\n\n`;
}

/** The run of `hello` with the fields of a frame by its position. */
function withFields(
  fieldsAt: (index: number, event: LooseEvent) => Readonly<Record<string, string>>,
): string {
  return run.map((event, index) => frame(event, fieldsAt(index, event))).join('');
}

it('a run that is right passes, whatever its framing', () => {
  const plain = written(run);
  for (const text of [
    plain,
    plain.replaceAll('\n', '\r\n'),
    plain.replaceAll('\n', '\r'),
    `\uFEFF: hi\n\n${plain}`,
  ])
    expect(problemsOf(checkText(text))).toEqual([]);
});

it('every check that a short run has something for is passed', () => {
  expect(passesOf(checkText(written(run)))).toEqual([
    'S02',
    'S03',
    'S04',
    'S05',
    'S06',
    'S07',
    'S08',
    'S09',
    'S11',
    'S12',
    'S13',
    'S14',
    'S21',
    'S22',
    'S25',
  ]);
});

// @fact F-6.1-002
describe('S02', () => {
  it.each([
    ['data that is cut off', '{"type":"text_de', 'S02 fail event 8'],
    [
      'two objects in one event',
      `${JSON.stringify(run[0])}\ndata: ${JSON.stringify(run[1])}`,
      'S02 fail event 8',
    ],
    ['a list', '[]', 'S02 fail event 8'],
    ['a text', '"ping"', 'S02 fail event 8'],
    ['null', 'null', 'S02 fail event 8'],
    ['no data', '', 'S02 fail event 8'],
    ['no type', '{"executionId":"exec_1","seq":9}', 'S02 fail event 8'],
    ['a type that is no text', '{"type":7,"executionId":"exec_1","seq":9}', 'S02 fail event 8'],
    ['a closing [DONE]', '[DONE]', 'S02 warn event 8'],
  ])('sees %s', (_name, data, problem) => {
    expect(problemsOf(checkText(`${written(run)}data: ${data}\n\n`))).toEqual([problem]);
  });

  it('is all that is told of an event that can not be read, whichever it is', () => {
    for (let index = 0; index < run.length; index++) {
      const text = [
        ...run.slice(0, index).map((event) => frame(event)),
        'data: {"type":"te\n\n',
        ...run.slice(index + 1).map((event) => frame(event)),
      ];
      expect(problemsOf(checkText(text.join('')))).toEqual([`S02 fail event ${index + 1}`]);
    }
  });
});

describe('S07', () => {
  it('sees a frame that is called otherwise', () => {
    const text = withFields((index, { type }) => ({ event: index === 3 ? 'message' : String(type) }));
    expect(problemsOf(checkText(text))).toEqual(['S07 warn event 4: event']);
  });

  it('says nothing of frames without a name', () => {
    const checkResults = checkText(withFields(() => ({})));
    expect(problemsOf(checkResults)).toEqual([]);
    expect(passesOf(checkResults)).not.toContain('S07');
  });
});

describe('S08', () => {
  it.each([
    ['numbers that rise', ['0', '1', '2', '3', '4', '5', '6'], []],
    ['numbers with gaps', ['7', '70', '71', '100', '101', '102', '99999999999999999999999'], []],
    ['ids that are no numbers', ['a', 'f', 'c', 'e', 'b', 'd', 'g'], []],
    ['a repeated number', ['0', '1', '1', '3', '4', '5', '6'], ['S08 warn event 3: id']],
    ['a number that falls back', ['0', '1', '2', '1', '4', '5', '6'], ['S08 warn event 4: id']],
    [
      'large numbers that differ in the last digit',
      ['1', '2', '3', '4', '5', '90071992547409930', '90071992547409929'],
      ['S08 warn event 7: id'],
    ],
    ['a repeated id', ['a', 'b', 'c', 'd', 'e', 'f', 'a'], ['S08 warn event 7: id']],
    [
      'an id that never changes',
      ['7', '7', '7', '7', '7', '7', '7'],
      [2, 3, 4, 5, 6].map((n) => `S08 warn event ${n}: id`),
    ],
  ])('of %s', (_name, ids, problems) => {
    expect(problemsOf(checkText(withFields((index) => ({ id: ids[index] ?? '' }))))).toEqual(problems);
  });

  it('says nothing of frames without an id', () => {
    expect(passesOf(checkText(withFields(() => ({}))))).not.toContain('S08');
  });
});

describe('S21', () => {
  it.each([
    ['just fits', LARGEST_EVENT, []],
    ['is larger', LARGEST_EVENT + 1, ['S21 warn event 8']],
  ])('of an event that %s', (_name, size, problems) => {
    const custom: LooseEvent = {
      type: 'ping',
      executionId: 'exec_1',
      seq: 7,
      timestamp: '2026-03-04T09:12:41.000Z',
      filling: '',
    };
    const filling = 'x'.repeat(size - JSON.stringify(custom).length);
    expect(problemsOf(checkText(written(run) + frame({ ...custom, filling })))).toEqual(problems);
  });
});
