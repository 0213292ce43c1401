/**
 * The stories about approvals, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { approvalsPack } from '../../../../conformance/packs/approvals/approvals-pack.ts';
import { describeOutcome, tellOnMock } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(approvalsPack.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(approvalsPack, id))).toBe('pass');
  });
});
