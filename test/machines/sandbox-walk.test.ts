/** Random walks of a deployment through the service, compared with a model that was written without its tables. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApi as createControlApi } from '../../control/client.ts';
import { createApi } from '../../generated/service/api.ts';
import { ok, type AnyApiResponse } from '../../generated/service/client.ts';
import type { SandboxDeployment, SandboxMutationResponse } from '../../generated/service/types.ts';
import { createMock } from '../../mock/index.ts';
import { testStart } from '../support/domain-world.ts';
import { SandboxModel, type ModelStep } from '../support/sandbox-model.ts';

const seconds = (least: number, most: number) => fc.integer({ min: least, max: most }).map((s) => s * 1000);

const step: fc.Arbitrary<ModelStep> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<ModelStep>({ kind: 'destroy' }) },
  { weight: 4, arbitrary: fc.constant<ModelStep>({ kind: 'resume' }) },
  { weight: 5, arbitrary: seconds(1, 12).map((ms): ModelStep => ({ kind: 'pass', ms })) },
  { weight: 2, arbitrary: seconds(240, 1500).map((ms): ModelStep => ({ kind: 'pass', ms })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('budget', 'admission', 'quota'), fc.boolean())
      .map(([kind, isOpen]): ModelStep => ({ kind, isOpen })),
  },
);

/** The service switch for each switch of the model, and its value when it is not open. */
const switches = {
  budget: ['spendBudget', 'exhausted'],
  quota: ['sandboxQuota', 'exhausted'],
  admission: ['sandboxAdmission', 'profile'],
} as const;

async function walk(steps: readonly ModelStep[]): Promise<void> {
  const mock = await createMock({ fixture: 'empty', clock: { mode: 'frozen', now: testStart } });
  const calls = { baseUrl: mock.world().baseUrl, fetch: mock.fetch, timeoutMs: null, retry: false } as const;
  const service = createApi({ ...calls, auth: { apiKey: 'rt_live_dev' } });
  const control = createControlApi(calls);
  const effectivePolicy = {
    retention: '1h' as const,
    sleepPolicy: { mode: 'idle' as const, after: '5m' as const },
  };
  const body = { status: 'suspended' as const, effectivePolicy };
  const created = ok(await control.createSandboxDeployment({ body })).body;
  const path = { id: created.deploymentId };
  const take = async (step: ModelStep): Promise<AnyApiResponse> => {
    switch (step.kind) {
      case 'pass':
        return control.advanceClock({ body: { ms: step.ms } });
      case 'destroy':
        return service.destroySandboxDeployment({ path, body: {} });
      case 'resume':
        return service.resumeSandboxDeployment({ path, body: {} });
      case 'budget':
      case 'quota':
      case 'admission': {
        const [name, closed] = switches[step.kind];
        return control.setFeatureGates({ body: { [name]: step.isOpen ? 'ok' : closed } });
      }
    }
  };
  const model = new SandboxModel();
  let last: SandboxDeployment = created;
  try {
    for (const one of steps) {
      const expected = model.step(one);
      const response = await take(one);
      expect(response.status).toBe(expected?.status ?? 200);
      if (expected?.deployment === undefined) continue;
      const { deployment, operationId } = response.body as SandboxMutationResponse;
      expect(deployment).toMatchObject(expected.deployment);
      expect(operationId).toBe(deployment.activeOperationId);
      expectGrowth(last, deployment);
      last = deployment;
    }
  } finally {
    await mock.close();
  }
}

/** Counters never decrease; a changed status has a new version; destruction moves the fence. */
function expectGrowth(before: SandboxDeployment, after: SandboxDeployment): void {
  for (const counter of ['resourceVersion', 'providerGeneration', 'desiredRevision'] as const)
    expect(after.counters[counter]).toBeGreaterThanOrEqual(before.counters[counter]);
  if (before.status !== after.status)
    expect(after.counters.resourceVersion).toBeGreaterThan(before.counters.resourceVersion);
  if (before.desiredState !== 'destroyed' && after.desiredState === 'destroyed')
    expect(after.counters.providerGeneration).toBeGreaterThan(before.counters.providerGeneration);
}

// @fact F-3-003..007 F-3-009 F-3-010 F-3-011 F-4.5-005..009 F-4.5-030
test('every walk of a deployment matches the model of the contract', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), walk), {
    numRuns: 120,
  });
});
