/**
 * The rows of the checks of streams, and the rules that carry them out.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { StreamEnd } from '../../../../../conformance/engine/exchange.ts';
import { spellFacts } from '../../../../../conformance/schema-location/facts.ts';
import { assumptions } from '../../../../../generated/service/provenance.ts';
import { executionStreamEventTypes } from '../../../../../generated/service/events.ts';
import { streamChecks } from '../../../../../conformance/checks/streams/checks.ts';
import { checkFlush } from '../../../../../conformance/checks/streams/flush.ts';
import { createStreamMemory } from '../../../../../conformance/checks/streams/stream-memory.ts';
import { streamRules } from '../../../../../conformance/checks/streams/rules.ts';
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

describe('the checks', () => {
  it('are S01 to S25', () => {
    const ids = Array.from({ length: 25 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`);
    expect(streamChecks.map(({ id }) => id)).toEqual(ids);
  });

  it('rest on facts and assumptions that are there', () => {
    for (const { id, basis } of streamChecks) {
      if (basis.kind === 'facts') expect(spellFacts(basis.ids).length, id).toBeGreaterThan(0);
      if (basis.kind === 'assumption') expect(assumptions, id).toHaveProperty([basis.id]);
    }
  });

  it('each have a rule, but for those that look at whole replies', () => {
    expect(streamRules.map(({ check }) => check).sort()).toEqual(
      streamChecks.map(({ id }) => id).filter((id) => !['S01', 'S18', 'S19', 'S20'].includes(id)),
    );
  });
});

describe('S17', () => {
  const stream = (...times: readonly number[]) => ({
    frames: times.map((at, index) => ({
      number: index + 1,
      at,
      event: null,
      id: null,
      data: '1',
      size: 1,
      problem: null,
    })),
    end: 'closed' as StreamEnd,
  });

  it.each([
    ['comes in its own time', [10, 40, 300], []],
    ['comes at once', [300, 300, 300], ['S17 warn stream']],
    ['comes in two reads, right behind each other', [300, 300, 304], ['S17 warn stream']],
  ])('of a stream that %s', (_name, times, problems) => {
    const checkResult = checkFlush(stream(...times));
    expect(checkResult === null ? null : problemsOf([checkResult])).toEqual(problems);
  });

  it('has nothing to say of one event, and of a stream that was cut', () => {
    expect(checkFlush(stream(300))).toBeNull();
    expect(checkFlush({ ...stream(300, 300), end: 'broken' })).toBeNull();
  });

  it('is judged where it is asked for', () => {
    const text = written(events(hello));
    expect(problemsOf(checkText(text, { isFlushChecked: true }))).toEqual(['S17 warn stream']);
    expect(passesOf(checkText(text))).not.toContain('S17');
  });
});

describe('whatever comes', () => {
  const value = fc.oneof(fc.constantFrom('a', 'b', 1, -1, 0.5, null, true), fc.jsonValue({ maxDepth: 2 }));
  const names = [
    'id',
    'toolCallId',
    'approvalId',
    'seq',
    'executionId',
    'delta',
    'text',
    'state',
    'patch',
    'phase',
    'success',
    'outcome',
    'decision',
    'stopReason',
  ];
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

  it('is judged without an error, with at most five problems for each check', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(event, { maxLength: 20 }), { maxLength: 4 }),
        fc.nat(3),
        (streams, first) => {
          const memory = createStreamMemory();
          for (const [index, list] of streams.entries()) {
            const [operation, path] = calls[(first + index) % calls.length]!;
            const told = checkEvents(list, {
              memory,
              operation,
              ...(path === undefined ? {} : { path }),
              body: { executionId: 'a' },
            });
            const counts = Map.groupBy(
              told.flatMap(({ check, problems }) => problems.map(() => check)),
              (check) => check,
            );
            for (const [check, each] of counts) expect(each.length, check).toBeLessThanOrEqual(5);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is text, and judged all the same', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('data', ':', ' ', '\n', '\r', '{', '}', '"type"', '"ping"', 'id', 'event'),
        }),
        (text) => {
          expect(Array.isArray(checkText(text))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
