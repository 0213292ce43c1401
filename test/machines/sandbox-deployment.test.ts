import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeployment } from '../../mock/agent-platform/domain/sandbox/override.ts';
import { retentionEnd, sandboxDeployments } from '../../mock/agent-platform/domain/sandbox/deployment.ts';
import type {
  SandboxDeploymentRecord,
  SandboxPolicy,
} from '../../mock/agent-platform/domain/sandbox/deployment.ts';
import { sandboxMachine, type SandboxTrigger } from '../../mock/agent-platform/domain/sandbox/machine.ts';
import type { Transaction } from '../../mock/kernel/transaction/transaction.ts';
import { err } from '../../mock/kernel/transaction/result.ts';
import { openTestWorld, testStart } from '../support/domain-world.ts';
import { statesOf } from './support/table-laws.ts';
import { testMachineLaws } from './support/machine-laws.ts';

const policy: fc.Arbitrary<SandboxPolicy> = fc.record({
  access: fc.constantFrom('bearer', 'public'),
  availability: fc.constantFrom('on-demand', 'warm'),
  restartPolicy: fc.constantFrom('never', 'process', 'replace-sandbox'),
  retention: fc.constantFrom('10m', '1h', '24h', 'unlimited'),
  sleepPolicy: fc.oneof(
    fc.constant({ mode: 'never' } as const),
    fc.constantFrom('5m', '15m', '30m', '1h').map((after) => ({ mode: 'idle', after }) as const),
  ),
});

const template = await makeTemplate();

testMachineLaws<SandboxDeploymentRecord, SandboxDeploymentRecord['status'], SandboxTrigger>({
  machine: sandboxMachine,
  record: fc
    .record({ effectivePolicy: policy, desiredState: fc.constantFrom('active', 'suspended') })
    .map((members): SandboxDeploymentRecord => ({
      ...template,
      ...members,
      expiresAt: retentionEnd(testStart, members.effectivePolicy.retention),
    })),
  trigger: fc.oneof(
    { weight: 1, arbitrary: fc.constant<SandboxTrigger>({ type: 'destroy', operationId: 'op_1' }) },
    { weight: 4, arbitrary: fc.constant<SandboxTrigger>({ type: 'resume', operationId: 'op_2' }) },
    {
      weight: 8,
      arbitrary: fc.constantFrom<SandboxTrigger>(
        { type: 'provisioned' },
        { type: 'block', reason: 'source' },
        { type: 'suspend' },
        { type: 'fail' },
        { type: 'degrade' },
      ),
    },
  ),
  walks: 2000,
});

// @fact F-2.1-014..024 F-3-001
test('the machine has a row for each status of the contract', () => {
  expect(statesOf(sandboxMachine)).toEqual([
    'provisioning',
    'running',
    'sleeping',
    'suspended',
    'degraded',
    'failed',
    'blocked',
    'destroying',
    'destroyed',
    'expired',
  ]);
});

/** Creates a deployment the way the product does, so that the laws apply to real records. */
async function makeTemplate(): Promise<SandboxDeploymentRecord> {
  const world = await openTestWorld();
  const made: SandboxDeploymentRecord[] = [];
  await world.dispatch((tx: Transaction) => {
    const owner = { organizationId: 'org_studio', userId: null };
    const created = createDeployment(tx, owner, { id: 'sbx_1', status: 'provisioning' });
    const stored = tx.get(sandboxDeployments, 'sbx_1');
    if (created.ok && stored !== undefined) made.push(stored);
    return err(null);
  });
  const [deployment] = made;
  if (deployment === undefined) throw new Error('No deployment was made.');
  return deployment;
}
