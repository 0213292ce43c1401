/**
 * The stories about local tools, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { localToolsPack } from '../../../../conformance/packs/local-tools/local-tools-pack.ts';
import { describeOutcome, tellOnMock } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(localToolsPack.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(localToolsPack, id))).toBe('pass');
  });
});
