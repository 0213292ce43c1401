import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose, emit, heartbeat, spend } from '../../../../../mock/domain/executions/playback/compose.ts';
import { newRun } from '../../../../../mock/domain/executions/playback/new-run.ts';
import { testStart } from '../../../../support/domain-world.ts';

const source = { nextId: (prefix: string) => `${prefix}_1`, random: () => 0.5 };
const begin = () =>
  compose(newRun({ id: 'exec_1', startedAt: testStart, steps: [], pace: 'real', lastMessage: '' }), source);
const event = { type: 'custom', name: 'done' } as const;

describe('a silence', () => {
  it('is broken by a ping whenever it has lasted for the heartbeat, and is neither longer nor shorter for it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 5 }), (spans) => {
        const composition = begin();
        for (const span of spans) spend(composition, span);
        emit(composition, event);
        const total = spans.reduce((sum, span) => sum + span, 0);
        const { beats } = composition;
        expect(beats.reduce((sum, { after }) => sum + after, 0)).toBe(total);
        expect(beats.length - 1).toBe(total === 0 ? 0 : Math.ceil(total / heartbeat) - 1);
        for (const beat of beats.slice(0, -1))
          expect(beat).toEqual({ after: heartbeat, emit: { type: 'ping' } });
        expect(beats.at(-1)).toMatchObject({ emit: event });
      }),
    );
  });

  it('counts from the event before', () => {
    const composition = begin();
    emit(composition, event, 14_000);
    emit(composition, event, 14_000);
    expect(composition.beats.map(({ after }) => after)).toEqual([14_000, 14_000]);
  });
});
