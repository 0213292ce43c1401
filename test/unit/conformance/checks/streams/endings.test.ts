/**
 * S09 and S10: how a run ends or pauses, and how its stream is closed.
 */
import { describe, expect, it } from 'vitest';
import type { StreamEnd } from '../../../../../conformance/engine/exchange.ts';
import {
  events,
  hello,
  checkEvents,
  checkText,
  passesOf,
  problemsOf,
  written,
  type LooseEvent,
} from './support.ts';

type List = Parameters<typeof events>[0];

const begun: List = hello.slice(0, -1);
const asked: List = [
  'execution_start',
  'turn_start',
  ['turn_complete', { stopReason: undefined }],
  'approval_start',
];
const calling: List = ['execution_start', 'turn_start', 'tool_start'];

// @fact F-6.1.2-002
describe('S09', () => {
  it.each<[string, List, readonly string[]]>([
    ['ends with execution_complete', hello, []],
    [
      'ends with execution_error in the middle',
      ['execution_start', 'turn_start', 'text_start', 'execution_error'],
      [],
    ],
    ['ends without having begun', ['execution_start', 'execution_error'], []],
    ['is followed by pings', [...hello, 'ping', 'ping'], []],
    ['ends twice', [...hello, 'execution_complete'], ['S09 fail event 8: type']],
    ['ends with both', [...hello, 'execution_error'], ['S09 fail event 8: type']],
    ['goes on behind its end', [...hello, 'custom', 'custom'], ['S09 fail event 8: type']],
    [
      'goes on behind its end with what is not known',
      [...hello, 'usage'],
      ['S03 warn event 8: type', 'S09 warn event 8: type'],
    ],
    ['never ends', begun, ['S09 warn end of stream']],
    ['never begins', [], ['S09 warn end of stream']],
  ])('of a run that %s', (_name, list, problems) => {
    expect(problemsOf(checkEvents(events(list)))).toEqual(problems);
  });

  it('does not take the end of an agent that is called as a tool for that of the run', () => {
    const inner = { executionId: 'exec_2', subagent: { toolName: 'ask' } };
    const run = events([...hello.slice(0, 3), ['execution_complete', inner], ...hello.slice(3)]);
    expect(problemsOf(checkEvents(run))).toEqual([]);
  });

  it.each<[StreamEnd, List, readonly string[]]>([
    ['stopped', begun, []],
    ['total', begun, []],
    ['events', begun, []],
    ['bytes', begun, []],
    ['first-byte', [], ['S09 warn end of stream']],
    ['idle', begun, ['S09 warn end of stream']],
    ['idle', hello, ['S09 warn end of stream']],
    ['broken', begun, ['S09 fail end of stream']],
    ['broken', hello, ['S09 warn end of stream']],
    ['broken', asked, ['S09 warn end of stream']],
  ])('of a stream whose reading ends with %s', (end, list, problems) => {
    expect(problemsOf(checkEvents(events(list), { end }))).toEqual(problems);
  });

  it('sees a last event that is not closed by an empty line, and blames nothing else for it', () => {
    expect(problemsOf(checkText(written(events(hello)).slice(0, -1)))).toEqual(['S09 warn end of stream']);
    expect(problemsOf(checkText(`${written(events(hello))}: bye\n`))).toEqual([]);
  });
});

describe('S10', () => {
  it.each<[string, List, readonly string[]]>([
    ['pauses for an approval', asked, []],
    ['pauses for an approval and pings', [...asked, 'ping'], []],
    ['pauses for a tool', [...calling, 'await'], []],
    ['pauses for two tools, one of which goes on', [...calling, 'await', 'tool_output_delta'], []],
    ['pauses for both', [...asked, 'await'], []],
    ['is in the middle of a call', calling, ['S10 warn end of stream']],
    ['closes a turn that was to go on', asked.slice(0, -1), ['S10 warn end of stream']],
    ['waits for an approval that was given', [...asked, 'approval_complete'], ['S10 warn end of stream']],
    ['ends while it waits for an approval', [...asked, 'execution_complete'], ['S10 warn event 5: type']],
    ['ends right behind an await', [...calling, 'await', 'execution_complete'], ['S10 warn event 5: type']],
    ['fails while it waits', [...asked, 'execution_error'], []],
    ['is given its approval in the same stream', [...asked, 'approval_complete', 'execution_complete'], []],
    [
      'goes on behind an await by itself',
      [...calling, 'await', 'tool_complete', 'turn_complete', 'execution_complete'],
      [],
    ],
  ])('of a run that %s', (_name, list, problems) => {
    expect(problemsOf(checkEvents(events(list)))).toEqual(problems);
  });

  it.each<StreamEnd>(['stopped', 'total', 'events', 'bytes'])(
    'blames nobody for a stream that was cut: %s',
    (end) => {
      expect(problemsOf(checkEvents(events(calling), { end }))).toEqual([]);
    },
  );

  it('is passed by a stream that closes at a pause, and has nothing to say of one that ends', () => {
    expect(passesOf(checkEvents(events(asked)))).toContain('S10');
    expect(passesOf(checkEvents(events(hello)))).not.toContain('S10');
  });
});

describe('a run that is joined again', () => {
  const path = '/v1/agents/agent_1/executions/exec_1/events?after=3';
  const rejoin = (list: readonly LooseEvent[]) =>
    checkEvents(list, { operation: 'followExecutionEvents', path });

  it.each<[string, readonly LooseEvent[]]>([
    ['has nothing new', []],
    ['has only its end', events(['execution_complete'], 6)],
    [
      'is in the middle of what nobody has seen begin',
      events(['text_delta', ['text_complete', { text: 'Hello there' }]], 4),
    ],
    ['closes without an end', events(['custom'], 4)],
  ])('is no problem where it %s', (_name, list) => {
    expect(problemsOf(rejoin(list))).toEqual([]);
  });

  it('ends once as well', () => {
    expect(problemsOf(rejoin(events(['execution_complete', 'execution_complete'], 6)))).toEqual([
      'S09 warn event 2: type',
    ]);
  });
});
