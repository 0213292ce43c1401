import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBuilder,
  emit,
  heartbeat,
  advance,
} from '../../../../../mock/agent-platform/domain/executions/playback/step-builder.ts';
import { newRun } from '../../../../../mock/agent-platform/domain/executions/playback/new-run.ts';
import { testStart } from '../../../../support/domain-world.ts';

const source = { nextId: (prefix: string) => `${prefix}_1`, random: () => 0.5 };
const begin = () =>
  createBuilder(
    newRun({ id: 'exec_1', startedAt: testStart, steps: [], pace: 'real', lastMessage: '' }),
    source,
  );
const event = { type: 'custom', name: 'done' } as const;

describe('the delay before an event', () => {
  it('includes a ping every 15 seconds without changing its length', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 5 }), (spans) => {
        const builder = begin();
        for (const span of spans) advance(builder, span);
        emit(builder, event);
        const total = spans.reduce((sum, span) => sum + span, 0);
        const { schedule: beats } = builder;
        expect(beats.reduce((sum, { after }) => sum + after, 0)).toBe(total);
        expect(beats.length - 1).toBe(total === 0 ? 0 : Math.ceil(total / heartbeat) - 1);
        for (const beat of beats.slice(0, -1))
          expect(beat).toEqual({ after: heartbeat, emit: { type: 'ping' } });
        expect(beats.at(-1)).toMatchObject({ emit: event });
      }),
    );
  });

  it('counts from the previous event', () => {
    const builder = begin();
    emit(builder, event, 14_000);
    emit(builder, event, 14_000);
    expect(builder.schedule.map(({ after }) => after)).toEqual([14_000, 14_000]);
  });
});
