/** Every check refers to existing facts and assumptions. */
import { agentPlatformContract } from '../../../../conformance/agent-platform/contract.ts';
import { expect, it } from 'vitest';
import { assumptions } from '../../../../generated/service/provenance.ts';
import { listChecks } from '../../../../conformance/index.ts';
import { expandFacts } from '../../../../contract/facts/facts.ts';

it.each(listChecks().map(({ id, basis }) => [id, basis] as const))(
  '%s refers to existing facts and assumptions',
  (_, basis) => {
    if (basis.kind === 'facts')
      expect(expandFacts(agentPlatformContract, basis.ids).length).toBeGreaterThan(0);
    else if (basis.kind === 'assumption') expect(assumptions).toHaveProperty([basis.id]);
    else expect(['contract', 'practice']).toContain(basis.kind);
  },
);
