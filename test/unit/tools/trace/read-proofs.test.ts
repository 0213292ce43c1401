import { describe, expect, it } from 'vitest';
import { findTags, readTags } from '../../../../tools/trace/read-proofs.ts';

// Why: literal tags below would count as tags of this file.
const tag = ['@', 'fact'].join('');

describe('a tag of a test', () => {
  it.each([
    [`// ${tag} F-4.2-096`, ['F-4.2-096']],
    [`  // ${tag} F-4.2-096, F-7-001 and F-8-002`, ['F-4.2-096', 'F-7-001', 'F-8-002']],
    [`# ${tag} F-4.2-099..101`, ['F-4.2-099', 'F-4.2-100', 'F-4.2-101']],
    [`// ${tag} F-6.1.1-001..F-6.1.1-002`, ['F-6.1.1-001', 'F-6.1.1-002']],
    ['// see F-4.2-096', []],
    [`// ${tag}s F-4.2-096`, []],
  ])('%j names %j', (line, want) => {
    expect(findTags(line, 'a.test.ts').map(({ fact }) => fact)).toEqual(want);
  });

  it('has a file and a line', () => {
    expect(findTags(`\n// ${tag} F-1-001`, 'test/a.test.ts')).toEqual([
      { fact: 'F-1-001', by: 'a.test.ts', place: 'test/a.test.ts:2' },
    ]);
  });

  it('is not found in a missing folder', async () => {
    expect(await readTags(import.meta.dirname)).toEqual([]);
  });
});
