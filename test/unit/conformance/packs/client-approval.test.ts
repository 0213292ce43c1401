/**
 * The stories about approvals that visitors answer, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { clientApprovalPack } from '../../../../conformance/packs/client-approval/client-approval-pack.ts';
import { describeOutcome, tellOnMock } from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(clientApprovalPack.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(clientApprovalPack, id))).toBe('pass');
  });
});
