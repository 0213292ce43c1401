/**
 * S12 and S13: what starts is completed, and the pieces of a text come to the whole.
 */
import { describe, expect, it } from 'vitest';
import { executionStreamEventTypes } from '../../../../../generated/service/events.ts';
import { placeOf } from '../../../../../conformance/checks/streams/event-families.ts';
import { readEvent } from '../../../../../conformance/checks/streams/stream-event.ts';
import { capture, events, checkEvents, passesOf, problemsOf, written, type LooseEvent } from './support.ts';

type List = Parameters<typeof events>[0];

/** A run that does this and ends well. */
function run(...list: List): readonly LooseEvent[] {
  return events(['execution_start', ...list, 'execution_complete']);
}

it('every event has its place', () => {
  const places = executionStreamEventTypes.map((type) => {
    const [frame] = capture(written(events([type]))).frames;
    const event = frame === undefined ? null : readEvent(frame);
    const place = event === null ? null : placeOf(event);
    return [type, place === null ? null : `${place.role} of ${place.key}`] as const;
  });
  expect(Object.fromEntries(places)).toEqual({
    execution_start: null,
    execution_complete: null,
    execution_error: null,
    turn_start: 'start of turn turn_1',
    turn_complete: 'complete of turn turn_1',
    model_call_start: 'start of model_call model_1',
    model_call_complete: 'complete of model_call model_1',
    step_start: 'start of step step_1',
    step_complete: 'complete of step step_1',
    step_skip: null,
    text_start: 'start of text text_1',
    text_delta: 'part of text text_1',
    text_complete: 'complete of text text_1',
    reasoning_start: 'start of reasoning reason_1',
    reasoning_delta: 'part of reasoning reason_1',
    reasoning_complete: 'complete of reasoning reason_1',
    media_start: 'start of media media_1',
    media_delta: 'part of media media_1',
    media_complete: 'complete of media media_1',
    artifact_start: 'start of artifact art_1',
    artifact_delta: 'part of artifact art_1',
    artifact_update: 'part of artifact art_1',
    artifact_complete: 'complete of artifact art_1',
    source: null,
    state_snapshot: null,
    state_delta: null,
    tool_start: 'start of tool call_1',
    tool_input_delta: 'part of tool call_1',
    tool_input_complete: 'part of tool call_1',
    tool_output_delta: 'part of tool call_1',
    tool_complete: 'complete of tool call_1',
    approval_start: null,
    approval_complete: null,
    await: null,
    error: null,
    context_notice: 'start of context_notice compaction',
    ping: null,
    custom: null,
  });
});

describe('S12', () => {
  it.each<[string, List]>([
    ['a text', ['text_start', 'text_delta', 'text_complete']],
    [
      'a call of a tool',
      ['tool_start', 'tool_input_delta', 'tool_input_complete', 'tool_output_delta', 'tool_complete'],
    ],
    ['an artifact', ['artifact_start', 'artifact_delta', 'artifact_update', 'artifact_complete']],
    ['media', ['media_start', 'media_delta', 'media_complete']],
    ['steps, one of which is skipped', ['step_start', 'step_complete', 'step_skip']],
    ['notices', ['context_notice', ['context_notice', { phase: 'complete', epoch: 2 }]]],
    [
      'blocks within each other',
      [
        'turn_start',
        'model_call_start',
        'text_start',
        'text_complete',
        'model_call_complete',
        'turn_complete',
      ],
    ],
    [
      'two of a kind at a time',
      ['text_start', ['text_start', { id: 'b' }], 'text_complete', ['text_complete', { id: 'b' }]],
    ],
    ['an id that is used again', ['text_start', 'text_complete', 'text_start', 'text_complete']],
    [
      'a call that only its approval announces',
      [['approval_start', { toolCallId: 'call_1' }], 'approval_complete', 'tool_complete'],
    ],
    ['a call that only its await announces', ['await', 'tool_complete']],
    [
      'a turn that a pause leaves open',
      ['turn_start', 'await', ['turn_start', { id: 'turn_2' }], ['turn_complete', { id: 'turn_2' }]],
    ],
    ['a call that is told anew behind a pause', ['tool_start', 'await', 'tool_start', 'tool_complete']],
  ])('of %s', (_name, list) => {
    const checkResults = checkEvents(run(...list));
    expect(problemsOf(checkResults)).toEqual([]);
    expect(passesOf(checkResults)).toContain('S12');
  });

  it.each<[string, List, readonly string[]]>([
    [
      'pieces without a start, told once',
      ['text_delta', 'text_delta', 'text_delta', 'text_complete'],
      ['S12 warn event 2'],
    ],
    ['a completion without a start', ['reasoning_complete'], ['S12 warn event 2']],
    [
      'a completion of another id',
      ['tool_start', ['tool_complete', { toolCallId: 'call_2' }]],
      ['S12 warn event 3', 'S12 warn event 2'],
    ],
    ['a second completion', ['text_start', 'text_complete', 'text_complete'], ['S12 warn event 4']],
    ['pieces behind the completion', ['text_start', 'text_complete', 'text_delta'], ['S12 warn event 4']],
    ['a start of what is open', ['text_start', 'text_start', 'text_complete'], ['S12 warn event 3']],
    ['a text that is never completed', ['text_start', 'text_delta'], ['S12 warn event 2']],
    [
      'a turn and a model call that are never completed',
      ['turn_start', 'model_call_start'],
      ['S12 warn event 2', 'S12 warn event 3'],
    ],
    ['a notice that is only completed', [['context_notice', { phase: 'complete' }]], ['S12 warn event 2']],
    [
      'a call that another one announces',
      [['await', { toolCallId: 'call_2' }], 'tool_complete'],
      ['S12 warn event 3'],
    ],
  ])('sees %s', (_name, list, problems) => {
    expect(problemsOf(checkEvents(run(...list)))).toEqual(problems);
  });

  it.each<[string, readonly LooseEvent[]]>([
    ['fails', events(['execution_start', 'text_start', 'execution_error'])],
    [
      'is aborted',
      events([
        'execution_start',
        'text_start',
        ['execution_complete', { success: false, outcome: 'aborted' }],
      ]),
    ],
    ['pauses', events(['execution_start', 'text_start', 'approval_start'])],
  ])('lets a run that %s leave open what it likes', (_name, list) => {
    expect(problemsOf(checkEvents(list))).toEqual([]);
  });

  it('does not blame pieces for a start without an id, which S04 tells', () => {
    const list = run(['text_start', { id: undefined }], 'text_delta', 'text_complete');
    expect(problemsOf(checkEvents(list))).toEqual(['S04 fail event 2: id']);
  });
});

describe('S13', () => {
  const text = (...list: List): readonly string[] => problemsOf(checkEvents(run(...list)));
  const delta = (delta: string): [string, LooseEvent] => ['text_delta', { delta }];
  const whole = (text: unknown): [string, LooseEvent] => ['text_complete', { text }];

  it.each<[string, List, readonly string[]]>([
    ['the same', [delta('Good '), delta('day'), whole('Good day')], []],
    ['without a whole', [delta('Good '), delta('day'), whole(undefined)], []],
    ['without pieces', [whole('Good day')], []],
    ['with empty pieces', [delta(''), delta('day'), whole('day')], []],
    ['with a piece lost', [delta('Good '), whole('Good day')], ['S13 warn event 4: text']],
    ['with a piece twice', [delta('day'), delta('day'), whole('day')], ['S13 warn event 5: text']],
    ['trimmed', [delta('day '), whole('day')], ['S13 warn event 4: text']],
    [
      'with a piece that is no text, which S04 tells',
      [['text_delta', { delta: 7 }], whole('day')],
      ['S04 warn event 3: delta'],
    ],
    [
      'with a piece without an id, which S04 tells',
      [['text_delta', { id: undefined }], delta('a'), whole('Hello a')],
      ['S04 fail event 3: id'],
    ],
  ])('of a text %s', (_name, list, problems) => {
    expect(text('text_start', ...list)).toEqual(problems);
  });

  it('follows several texts at a time', () => {
    const other = { id: 'text_2' };
    const list: List = [
      'text_start',
      ['text_start', other],
      ['text_delta', { delta: 'a' }],
      ['text_delta', { ...other, delta: 'b' }],
      ['text_complete', { text: 'a' }],
      ['text_complete', { ...other, text: 'c' }],
    ];
    expect(text(...list)).toEqual(['S13 warn event 7: text']);
  });

  it('compares reasoning too', () => {
    expect(text('reasoning_start', 'reasoning_delta', ['reasoning_complete', { text: 'Ha' }])).toEqual([
      'S13 warn event 4: text',
    ]);
  });

  it('gives up on texts that are too long to be kept', () => {
    const long = 'x'.repeat(600_000);
    expect(text('text_start', delta(long), delta(long), whole('y'))).toEqual([]);
  });
});
