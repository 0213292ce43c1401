/**
 * S03 and S04: types and forms of events.
 */
import { describe, expect, it } from 'vitest';
import { executionStreamEventTypes } from '../../../../../generated/service/events.ts';
import { events, hello, checkEvents, problemsOf, type LooseEvent } from './support.ts';

const [start, ...others] = hello;

/** A run in which an event stands behind the beginning. */
function runWith(type: string, members: LooseEvent): readonly LooseEvent[] {
  return events([start, [type, members], ...others]);
}

describe('S03', () => {
  it('tells each type that the contract does not have once, and as a warning', () => {
    const run = events([start, 'mood_change', 'mood_change', 'weather', ...others]);
    expect(problemsOf(checkEvents(run))).toEqual(['S03 warn event 2: type', 'S03 warn event 4: type']);
  });
});

// @fact F-6.1-003 F-6.1.1-174 F-6.1.1-046
describe('S04', () => {
  it('passes every type of event with what it needs and no more', () => {
    for (const type of executionStreamEventTypes) {
      const shapes = checkEvents(events([type])).filter(({ check }) => check === 'S03' || check === 'S04');
      expect(problemsOf(shapes), type).toEqual([]);
    }
  });

  it.each<[string, string, LooseEvent, readonly string[]]>([
    ['no seq', 'error', { seq: undefined }, ['S04 fail event 2: seq']],
    ['a seq that is a text', 'error', { seq: '1' }, ['S04 fail event 2: seq']],
    ['no executionId', 'error', { executionId: undefined }, ['S04 fail event 2: executionId']],
    ['an executionId that is a number', 'error', { executionId: 7 }, ['S04 fail event 2: executionId']],
    ['no member that is required', 'error', { error: undefined }, ['S04 fail event 2: error']],
    ['a boolean that is a text', 'error', { recoverable: 'yes' }, ['S04 fail event 2: recoverable']],
    ['an await without executionId', 'await', { executionId: undefined }, ['S04 fail event 2: executionId']],
    [
      'a member of a type that the source does not state',
      'source',
      { title: 7 },
      ['S04 warn event 2: title'],
    ],
    [
      'a member of an enum that is not listed',
      'tool_start',
      { origin: 'robot' },
      ['S04 warn event 2: origin'],
    ],
    ['members that are not listed', 'error', { later: true, also: {} }, []],
    ['no seq where it is optional', 'custom', { seq: undefined, executionId: undefined }, []],
  ])('of an event with %s', (_name, type, members, problems) => {
    const found = problemsOf(checkEvents(runWith(type, members))).filter(
      (problem) => !problem.startsWith('S12'),
    );
    expect(found).toEqual(problems);
  });

  it('names the facts that are broken and the place in the description', () => {
    const [checkResult] = checkEvents(runWith('error', { seq: undefined })).filter(
      ({ problems }) => problems.length > 0,
    );
    expect(checkResult?.problems).toEqual([
      expect.objectContaining({
        message: 'error: seq is required',
        facts: ['F-6.1.1-398'],
        assumption: null,
        place: 'spec/shared/events/error.yaml#/properties/seq',
      }),
    ]);
  });

  it('tells five problems of a stream and no more', () => {
    const wrong = Array.from({ length: 9 }, (): [string, LooseEvent] => ['error', { error: undefined }]);
    expect(problemsOf(checkEvents(events([start, ...wrong, ...others])))).toEqual(
      [2, 3, 4, 5, 6].map((number) => `S04 fail event ${number}: error`),
    );
  });
});
