import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutIntoDeltas } from '../../../../../mock/agent-platform/domain/executions/playback/usage.ts';

describe('cutIntoDeltas', () => {
  it('loses no text and returns no empty part', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const deltas = cutIntoDeltas(text);
        expect(deltas.join('')).toBe(text);
        expect(deltas).not.toContain('');
      }),
    );
  });

  it('cuts between words and keeps the space after them', () => {
    expect(cutIntoDeltas('Let me look.\n\nDone')).toEqual(['Let ', 'me ', 'look.\n\n', 'Done']);
  });

  it('also cuts a script without spaces', () => {
    expect(cutIntoDeltas('注文は配送中です。明日届く予定です。').length).toBeGreaterThan(1);
  });
});
