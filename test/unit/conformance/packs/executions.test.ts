/**
 * The stories about runs, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { executionsPack } from '../../../../conformance/packs/executions/executions-pack.ts';
import { describeOutcome, tellOnMock } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(executionsPack.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(executionsPack, id))).toBe('pass');
  });
});
