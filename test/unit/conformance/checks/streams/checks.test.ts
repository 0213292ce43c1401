/** The catalogue of stream checks, the flush check, and arbitrary events. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { executionStreamEventTypes } from '../../../../../generated/service/events.ts';
import { executionStreams } from '../../../../../conformance/agent-platform/streams/stream-support.ts';
import { checkFlush } from '../../../../../conformance/agent-platform/streams/pace-tracker.ts';
import { checkEvents, newInspector, problemsOf, type LooseEvent } from './support.ts';

it('the stream checks are S01 to S28', () => {
  const ids = Array.from({ length: 28 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`);
  expect(executionStreams.checks.map(({ id }) => id)).toEqual(ids);
});

it.each([
  [[10, 40, 300], 'closed', []],
  [[300, 300, 300], 'closed', ['S17 warn stream']],
  [[300, 300, 304], 'closed', ['S17 warn stream']],
  [[300], 'closed', null],
  [[300, 300], 'broken', null],
] as const)('S17 checks frames at %j, %s', (times, end, problems) => {
  const frame = { event: null, id: null, data: '1', size: 1, problem: null };
  const frames = times.map((at, index) => ({ ...frame, number: index + 1, at }));
  const checkResult = checkFlush({ frames, end });
  expect(checkResult && problemsOf([checkResult])).toEqual(problems);
});

describe('arbitrary events', () => {
  const value = fc.oneof(fc.constantFrom('a', 'b', 1, -1, 0.5, null, true), fc.jsonValue({ maxDepth: 2 }));
  const names =
    'id toolCallId approvalId seq executionId delta text state patch phase success outcome decision stopReason'.split(
      ' ',
    );
  const event = fc
    .tuple(
      fc.oneof(fc.constantFrom<string>(...executionStreamEventTypes), fc.string()),
      fc.dictionary(fc.constantFrom(...names), value),
    )
    .map(([type, members]): LooseEvent => ({ type, ...members }));
  const calls = [
    ['executeAgent', undefined],
    ['resumeAgentExecution', undefined],
    ['approveAgentExecution', undefined],
    ['followExecutionEvents', '/v1/agents/a/executions/a/events?after=1'],
  ] as const;

  it('are checked without an exception and with at most five problems per check', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(event, { maxLength: 20 }), { maxLength: 4 }),
        fc.nat(3),
        (streams, first) => {
          const inspector = newInspector();
          for (const [index, list] of streams.entries()) {
            const [operation, path] = calls[(first + index) % calls.length]!;
            const checkResults = checkEvents(list, {
              inspector,
              operation,
              ...(path === undefined ? {} : { path }),
              body: { executionId: 'a' },
            });
            const counts = Map.groupBy(
              checkResults.flatMap(({ check, problems }) => problems.map(() => check)),
              (check) => check,
            );
            for (const [check, each] of counts) expect(each.length, check).toBeLessThanOrEqual(5);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
