/** Checks of rejected mutations: budget, version, admission, quota. */
import { textOf } from '../read-value.ts';
import { withSwitch, type Switch } from '../with-switch.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { defineCheck, relyOnAssumption, relyOnFacts, relyOnPractice, stated } from '../define-check.ts';
import {
  deploymentFor,
  keyFor,
  makeDeployment,
  mutate,
  sendKeyed,
  type DeploymentMutation,
} from './deployments.ts';

/** A reason that prevents a mutation. */
type Obstacle = Switch & { readonly status: number; readonly description: string };

const budget: Obstacle = {
  name: 'spendBudget',
  value: 'exhausted',
  status: 402,
  description: 'the spend budget is exhausted',
};
const version: Obstacle = {
  name: 'resourceVersion',
  value: 'stale',
  status: 412,
  description: 'the version of the resource is not the expected one',
};
const admissions: readonly Obstacle[] = (['credential', 'source', 'profile'] as const).map((value) => ({
  name: 'sandboxAdmission',
  value,
  status: 422,
  description: `its ${value} is not admitted`,
}));
const quota: Obstacle = {
  name: 'sandboxQuota',
  value: 'exhausted',
  status: 429,
  description: 'the quota of the organization is exhausted',
};

/** Checks of rejected mutations. */
export const errorChecks: readonly ScenarioCheck[] = [
  defineCheck({
    ...blockedBy([budget]),
    id: 'SANDBOX14',
    title: 'An exhausted spend budget blocks a resume with 402.',
    rationale: 'A client would wait and retry, as it does on 429, where only paying helps.',
    basis: relyOnFacts('F-4.5-037', 'F-7-005', 'F-7-027'),
  }),
  defineCheck({
    ...blockedBy([version]),
    id: 'SANDBOX15',
    title: 'A stale resource version blocks a resume with 412.',
    rationale: 'A client would not know that it has to read the deployment again.',
    basis: relyOnFacts('F-4.5-042', 'F-7-010'),
  }),
  defineCheck({
    ...blockedBy(admissions),
    id: 'SANDBOX16',
    title: 'A credential, source or profile that is not admitted blocks a resume with 422.',
    rationale: 'A client would not know that the deployment has to be changed.',
    basis: relyOnFacts('F-4.5-043..045', 'F-7-012'),
  }),
  defineCheck({
    ...blockedBy([quota]),
    id: 'SANDBOX17',
    title: 'An exhausted quota of the organization blocks a resume with 429.',
    rationale: 'A client would not know that it should wait.',
    basis: relyOnFacts('F-4.5-046', 'F-7-013'),
  }),
  defineCheck({
    ...blockedBy([budget, version, ...admissions, quota], 'destroy'),
    id: 'SANDBOX18',
    title: 'A condition that blocks a destroy returns the same status as for a resume.',
    rationale: 'Clients expect the same errors from both operations.',
    level: 'destructive',
    basis: relyOnAssumption('A-066'),
  }),
  defineCheck({
    id: 'SANDBOX19',
    title: 'An error is not stored under its idempotency key.',
    description:
      'Resumes with a key while the spend budget is exhausted, lifts that, and repeats the request.',
    rationale: 'A client that has paid and retries would be rejected for seven days.',
    basis: relyOnAssumption('A-064'),
    needs: ['makeDeployment', 'setSwitch'],
    async run(context: CheckContext) {
      const id = await makeDeployment(context, 'suspended');
      const key = keyFor('SANDBOX19', id);
      const first = await withSwitch(context, budget, () => mutate(context, 'resume', id, key));
      if (first.status === 202) context.skip('The first resume was not rejected.');
      const again = await mutate(context, 'resume', id, key);
      context.expect(
        again.status === 202,
        `The rejected request returned ${again.status} after its obstacle was removed.`,
        'status',
      );
    },
  }),
  defineCheck({
    id: 'SANDBOX21',
    title: 'A stale entity tag is rejected with 412, if at all.',
    description:
      'Resumes and destroys a deployment with an If-Match header that no version has, and sends each request that is rejected with another error again without the header.',
    rationale: 'A client would not know that it has to read the deployment again.',
    level: 'destructive',
    basis: relyOnPractice('RFC 9110: a request whose If-Match condition is false returns 412.'),
    run: sendStale,
  }),
];

async function sendStale(context: CheckContext): Promise<void> {
  for (const mutation of ['resume', 'destroy'] as const) {
    const id = await deploymentFor(context, mutation);
    const ifMatch = '"999999999"';
    const stale = await sendKeyed(context, mutation, { id, key: keyFor('SANDBOX21', id), ifMatch });
    // Why: 400 can be about the form of the tag, which the source does not show.
    if (stale.status < 401 || stale.status === 412 || stale.status >= 500) continue;
    const { status } = await mutate(context, mutation, id);
    context.note(
      status !== 202,
      `A ${mutation} with a stale If-Match header returned ${stale.status} instead of 412.`,
      'status',
    );
  }
}

function blockedBy(
  obstacles: readonly Obstacle[],
  mutation: DeploymentMutation = 'resume',
): Pick<ScenarioCheck, 'description' | 'needs' | 'run'> {
  return {
    description: `Has the driver ensure that ${obstacles.map(({ description }) => description).join(', then that ')}, and sends a ${mutation}, which must be rejected with ${[...new Set(obstacles.map(({ status }) => status))].join(', ')} and an error${mutation === 'destroy' ? ', if it is rejected' : ''}.`,
    needs: ['makeDeployment', 'setSwitch'],
    async run(context: CheckContext) {
      for (const obstacle of obstacles) {
        const id = await makeDeployment(context, 'suspended');
        const { status, body } = await withSwitch(context, obstacle, () => mutate(context, mutation, id));
        // Why 202: ending a deployment costs nothing, so a service may allow it, except for another version.
        context.note(
          status === obstacle.status || (mutation === 'destroy' && obstacle !== version && status === 202),
          `A ${mutation} returned ${status} instead of ${obstacle.status} when ${obstacle.description}.`,
          'status',
        );
        if (status === obstacle.status)
          context.note(
            textOf(body, 'error') !== null,
            stated(['F-7-001'], `The ${status} of a ${mutation} has no \`error\`.`, 'body.error'),
          );
      }
    },
  };
}
