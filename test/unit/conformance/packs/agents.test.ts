/**
 * The stories about agents, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { agentsPack } from '../../../../conformance/packs/agents/agents-pack.ts';
import { describeOutcome, tellOnMock } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(agentsPack.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(agentsPack, id))).toBe('pass');
  });
});
