/** A deployment is taken for random walks through the service, beside a model that was written without its tables. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { testStart } from '../support/domain-world.ts';
import { SandboxModel } from '../support/sandbox-model.ts';
import type { ModelStep } from '../support/sandbox-model.ts';

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

/** The switch behind each of the model's, and how it stands when it is not open. */
const switches = {
  budget: ['spendBudget', 'exhausted'],
  quota: ['sandboxQuota', 'exhausted'],
  admission: ['sandboxAdmission', 'profile'],
} as const;

interface Counters {
  readonly resourceVersion: number;
  readonly providerGeneration: number;
  readonly desiredRevision: number;
}

interface Deployment {
  readonly deploymentId: string;
  readonly status: string;
  readonly desiredState: string;
  readonly activeOperationId: string | null;
  readonly counters: Counters;
}

const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

async function walk(steps: readonly ModelStep[]): Promise<void> {
  const mock = await createMock({ fixture: 'empty', clock: { mode: 'frozen', now: testStart } });
  const call = (method: string, path: string, body: unknown = {}) =>
    mock.fetch(path, { method, headers, body: JSON.stringify(body) });
  const created = (await (
    await call('POST', '/_mock/sandbox-deployments', {
      status: 'suspended',
      effectivePolicy: { retention: '1h', sleepPolicy: { mode: 'idle', after: '5m' } },
    })
  ).json()) as Deployment;
  const address = `/v1/sandbox-deployments/${created.deploymentId}`;
  const take = (step: ModelStep): Promise<Response> => {
    switch (step.kind) {
      case 'pass':
        return call('POST', '/_mock/clock/advance', { ms: step.ms });
      case 'destroy':
        return call('DELETE', address);
      case 'resume':
        return call('POST', `${address}/resume`);
      case 'budget':
      case 'quota':
      case 'admission': {
        const [name, closed] = switches[step.kind];
        return call('PUT', '/_mock/feature-gates', { [name]: step.isOpen ? 'ok' : closed });
      }
    }
  };
  const model = new SandboxModel();
  let last = created;
  try {
    for (const one of steps) {
      const expected = model.step(one);
      const reply = await take(one);
      expect(reply.status).toBe(expected?.status ?? 200);
      if (expected?.deployment === undefined) continue;
      const { deployment, operationId } = (await reply.json()) as {
        deployment: Deployment;
        operationId: string | null;
      };
      expect(deployment).toMatchObject(expected.deployment);
      expect(operationId).toBe(deployment.activeOperationId);
      expectGrowth(last, deployment);
      last = deployment;
    }
  } finally {
    await mock.close();
  }
}

/** Counters never fall; whoever has another status has another version; destruction moves the fence. */
function expectGrowth(before: Deployment, after: Deployment): void {
  for (const counter of ['resourceVersion', 'providerGeneration', 'desiredRevision'] as const)
    expect(after.counters[counter]).toBeGreaterThanOrEqual(before.counters[counter]);
  if (before.status !== after.status)
    expect(after.counters.resourceVersion).toBeGreaterThan(before.counters.resourceVersion);
  if (before.desiredState !== 'destroyed' && after.desiredState === 'destroyed')
    expect(after.counters.providerGeneration).toBeGreaterThan(before.counters.providerGeneration);
}

// @fact F-3-003..007 F-3-009 F-3-010 F-3-011 F-4.5-005..009 F-4.5-030
test('every walk of a deployment is the one that a reader of the contract expects', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), walk), {
    numRuns: 200,
  });
});
