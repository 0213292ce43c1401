/** Checks of rejected mutations: budget, version, admission, quota. */
import { expectStatus, noteErrorText, noteStatus } from '../call-response.ts';
import { defineCheck, relyOnAssumption, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { defineFlawChecks, type FlawTable } from '../flaw-table.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { withSwitch, type Switch } from '../with-switch.ts';
import { DESTROY_RESUMED, deploymentFor, keyFor, makeDeployment, mutate, sendKeyed } from './deployments.ts';

const budget: Switch = { name: 'spendBudget', value: 'exhausted' };
const version: Switch = { name: 'resourceVersion', value: 'stale' };
const quota: Switch = { name: 'sandboxQuota', value: 'exhausted' };
const needs = ['makeDeployment', 'setSwitch'] as const;

const resumes: FlawTable<string, Switch> = {
  shared: { needs },
  prepare: (context) => makeDeployment(context, 'suspended'),
  send: (context, id, obstacle) => withSwitch(context, obstacle, () => mutate(context, 'resume', id)),
  hasErrorText: true,
};

const flawChecks = defineFlawChecks(resumes, [
  {
    id: 'SANDBOX14',
    title: 'An exhausted spend budget blocks a resume with 402.',
    description:
      'Has the driver ensure that the spend budget is exhausted, and sends a resume, which must be rejected with 402 and an error.',
    rationale: 'A client would wait and retry, as it does on 429, where only paying helps.',
    basis: relyOnFacts('F-4.5-037', 'F-7-005', 'F-7-027'),
    flaws: { 'A resume without a spend budget': () => budget },
    status: 402,
  },
  {
    id: 'SANDBOX15',
    title: 'A stale resource version blocks a resume with 412.',
    description:
      'Has the driver ensure that the version of the resource is not the expected one, and sends a resume, which must be rejected with 412 and an error.',
    rationale: 'A client would not know that it has to read the deployment again.',
    basis: relyOnFacts('F-4.5-042', 'F-7-010'),
    flaws: { 'A resume with a stale version': () => version },
    status: 412,
  },
  {
    id: 'SANDBOX16',
    title: 'A credential, source or profile that is not admitted blocks a resume with 422.',
    description:
      'Has the driver ensure that its credential is not admitted, then that its source is not admitted, then that its profile is not admitted, and sends a resume, which must be rejected with 422 and an error.',
    rationale: 'A client would not know that the deployment has to be changed.',
    basis: relyOnFacts('F-4.5-043..045', 'F-7-012'),
    flaws: {
      'A resume whose credential is not admitted': () => admission('credential'),
      'A resume whose source is not admitted': () => admission('source'),
      'A resume whose profile is not admitted': () => admission('profile'),
    },
    status: 422,
  },
  {
    id: 'SANDBOX17',
    title: 'An exhausted quota of the organization blocks a resume with 429.',
    description:
      'Has the driver ensure that the quota of the organization is exhausted, and sends a resume, which must be rejected with 429 and an error.',
    rationale: 'A client would not know that it should wait.',
    basis: relyOnFacts('F-4.5-046', 'F-7-013'),
    flaws: { 'A resume without a quota': () => quota },
    status: 429,
  },
]);

export const errorChecks: readonly ScenarioCheck[] = [
  ...flawChecks,
  defineCheck({
    id: 'SANDBOX18',
    title: 'A condition that blocks a destroy returns the same status as for a resume.',
    description:
      'Has the driver ensure that the spend budget is exhausted, then that the version of the resource is not the expected one, then that its credential is not admitted, then that its source is not admitted, then that its profile is not admitted, then that the quota of the organization is exhausted, and sends a destroy, which must be rejected with 402, 412, 422, 429 and an error, if it is rejected.',
    rationale: 'Clients expect the same errors from both operations.',
    level: 'destructive',
    basis: relyOnAssumption('A-066'),
    needs,
    run: destroyBlocked,
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
      const keyed = { id, key: keyFor('SANDBOX19', id) };
      const first = await withSwitch(context, budget, () => sendKeyed(context, 'resume', keyed));
      if (first.status === 202) context.skip('The first resume was not rejected.');
      const again = await sendKeyed(context, 'resume', keyed);
      expectStatus(context, again, 202, 'The rejected request, after its obstacle was removed,');
    },
  }),
  defineCheck({
    id: 'SANDBOX21',
    after: [DESTROY_RESUMED],
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

function admission(value: 'credential' | 'source' | 'profile'): Switch {
  return { name: 'sandboxAdmission', value };
}

/** Why 202 is accepted: ending a deployment costs nothing, so a service may allow it, except for another version. */
async function destroyBlocked(context: CheckContext): Promise<void> {
  for (const [obstacle, expected, when] of [
    [budget, [402, 202], 'without a spend budget'],
    [version, 412, 'with a stale version'],
    [admission('credential'), [422, 202], 'whose credential is not admitted'],
    [admission('source'), [422, 202], 'whose source is not admitted'],
    [admission('profile'), [422, 202], 'whose profile is not admitted'],
    [quota, [429, 202], 'without a quota'],
  ] as const) {
    const id = await makeDeployment(context, 'suspended');
    const response = await withSwitch(context, obstacle, () => mutate(context, 'destroy', id));
    noteStatus(context, response, expected, `A destroy ${when}`);
    if (response.status >= 400) noteErrorText(context, response, `A destroy ${when}`);
  }
}
