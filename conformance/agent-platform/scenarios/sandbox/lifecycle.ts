/** Checks of the effects of destroying and resuming a deployment. */
import { setTimeout as pause } from 'node:timers/promises';
import { expectStatus, requireSuccess } from '../call-response.ts';
import { isSame, propertyOf, textOf } from '../read-value.ts';
import type { CheckContext, ReceivedResponse, ScenarioCheck } from '../scenario-check.ts';
import { citeAssumption, defineCheck, relyOnFacts, relyOnPractice, citeFacts } from '../define-check.ts';
import {
  CONCURRENT_RESUME,
  DESTROY_RESUMED,
  canMakeDeployments,
  deploymentFor,
  deploymentIn,
  keyFor,
  makeDeployment,
  mutate,
  resumeOnce,
  sendKeyed,
} from './deployments.ts';

/** Statuses of a deployment before and after its end. */
const alive = [
  'provisioning',
  'running',
  'sleeping',
  'suspended',
  'degraded',
  'failed',
  'blocked',
  'destroying',
];
const over = ['destroyed', 'expired'];

export const lifecycleChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'SANDBOX01',
    title: 'A deployment can be destroyed in every status.',
    description:
      'Creates a deployment in each of the ten statuses, destroys it, and looks for 202 and the desired state `destroyed`.',
    rationale: 'Some deployments could never be removed.',
    level: 'destructive',
    basis: relyOnFacts('F-3-003', 'F-3-004', 'F-4.5-005', 'F-4.5-010'),
    needs: ['makeDeployment'],
    async run(context: CheckContext) {
      for (const status of [...alive, ...over]) {
        const id = await makeDeployment(context, status);
        const response = await mutate(context, 'destroy', id);
        const message = `Destroying a deployment that is ${status} returned ${response.status} instead of 202.`;
        const problem = over.includes(status)
          ? citeAssumption('A-045', message, 'status')
          : { message, at: 'status' };
        context.note(response.status === 202, problem);
        if (response.status === 202) noteDestroyed(context, response, id);
      }
    },
  }),
  defineCheck({
    id: 'SANDBOX02',
    after: [DESTROY_RESUMED],
    title: 'Destroying a deployment repeatedly is accepted.',
    description:
      'Destroys a deployment three times with different idempotency keys, and looks for 202, the same intent and the same operation each time.',
    rationale: 'A client that retries after a timeout would treat the error as a failure.',
    level: 'destructive',
    basis: relyOnFacts('F-4.5-009', 'F-3-004'),
    async run(context: CheckContext) {
      const id = await deploymentFor(context, 'destroy');
      const first = await mutate(context, 'destroy', id);
      context.expect(
        first.status !== 409,
        citeAssumption(
          'A-045',
          'Destroying a deployment, which may be destroyed already, returned 409.',
          'status',
        ),
      );
      requireSuccess(context, first, 'The first destroy');
      for (const time of ['second', 'third']) {
        const again = await mutate(context, 'destroy', id);
        expectStatus(context, again, 202, `The ${time} destroy of the same deployment`);
        const [before, now] = [first, again].map(({ body }) => textOf(body, 'operationId'));
        context.warn(
          before === null || now === null || now === before,
          `The ${time} destroy of a deployment started another operation.`,
          'body.operationId',
        );
        noteDestroyed(context, again, id);
      }
    },
  }),
  defineCheck({
    id: 'SANDBOX03',
    after: [DESTROY_RESUMED],
    title: 'The intent to destroy is terminal.',
    description:
      'Destroys a deployment, tries to resume it, also a moment later, destroys it again, and looks at the desired state in every accepted response.',
    rationale: 'A destroyed deployment would come back and cost money again.',
    level: 'destructive',
    basis: relyOnFacts('F-3-004', 'F-3-005', 'F-4.5-005', 'F-4.5-006'),
    async run(context: CheckContext) {
      const id = await deploymentFor(context, 'destroy');
      const first = await mutate(context, 'destroy', id);
      requireSuccess(context, first, 'The destroy');
      const resumed = await mutate(context, 'resume', id);
      if (resumed.status === 202) noteDestroyed(context, resumed, id);
      await expectStillDestroyed(context, id);
      const last = await mutate(context, 'destroy', id);
      if (last.status === 202) noteDestroyed(context, last, id);
    },
  }),
  defineCheck({
    id: 'SANDBOX04',
    after: [CONCURRENT_RESUME],
    title: 'A suspended deployment can be resumed.',
    description:
      'Resumes a suspended deployment, and looks for 202 with that deployment and an operation id, which may be null.',
    rationale: 'Clients that wait for the deployment could not follow it.',
    basis: relyOnFacts('F-3-009', 'F-3-011', 'F-4.5-030', 'F-4.5-032'),
    async run(context: CheckContext) {
      const { keyed, first: response } = await resumeOnce(context, 'SANDBOX04', async (each) => {
        const resumed = await sendKeyed(context, 'resume', each);
        if (resumed.status !== 409 || canMakeDeployments(context))
          expectStatus(context, resumed, 202, 'Resuming a suspended deployment');
        return [resumed];
      });
      noteId(context, response, keyed.id);
      context.note(
        propertyOf(response.body, 'operationId') !== undefined,
        'The response has no operationId, not even null.',
        'body.operationId',
      );
      const deployment = deploymentIn(response);
      const [environment, ofProfile] = [deployment, propertyOf(deployment, 'profile')].map((record) =>
        textOf(record, 'environment'),
      );
      context.warn(
        environment === ofProfile,
        'The environment of a deployment differs from that of its profile.',
        'body.deployment.environment',
      );
      const desiredState = textOf(deployment, 'desiredState');
      context.warn(
        desiredState !== 'suspended',
        'The desired state of a deployment that was resumed is suspended.',
        'body.deployment.desiredState',
      );
    },
  }),
  defineCheck({
    id: 'SANDBOX20',
    after: ['SANDBOX04', 'SANDBOX08', 'SANDBOX10', 'SANDBOX23'],
    title: 'Destroying a deployment advances its fence.',
    description:
      'Resumes a suspended deployment, destroys it with an idempotency key, and compares the counters that fence it and its version. Resumes it again a moment later, which must not bring it back, and repeats the key for it and for another deployment.',
    rationale: 'Stale workers of the deployment would not be rejected and would continue after its end.',
    level: 'destructive',
    basis: relyOnPractice('Advancing the fence increases one of the counters.'),
    run: resumeAndDestroy,
  }),
];

async function resumeAndDestroy(context: CheckContext): Promise<void> {
  const { keyed, first: before } = await resumeOnce(context, 'SANDBOX20-resume');
  const { id } = keyed;
  const key = keyFor('SANDBOX20', id);
  const after = await sendKeyed(context, 'destroy', { id, key });
  requireSuccess(context, after, 'The destroy');
  const [old, fresh] = [fencesOf(before), fencesOf(after)];
  context.note(
    old.length === 0 ||
      old.length !== fresh.length ||
      fresh.some((count, index) => count > (old[index] ?? count)),
    'None of the counters that may fence a deployment has grown when it was destroyed.',
    'body.deployment.counters',
  );
  const [oldVersion, version] = [before, after].map((response) => countersOf(response, 'resourceVersion')[0]);
  context.note(
    oldVersion === undefined || version === undefined || version > oldVersion,
    'The resourceVersion has not grown when a deployment was destroyed.',
    'body.deployment.counters.resourceVersion',
  );
  await expectStillDestroyed(context, id);
  const again = await sendKeyed(context, 'destroy', { id, key });
  context.note(again.status === 202 && isSame(again.body, after.body), {
    message: 'A destroy that is sent again later with its key returns another response.',
    at: 'body',
    facts: ['F-4.5-048', 'F-3-008'],
    severity: 'fail',
  });
  await repeatForOther(context, id, key);
}

/** Destroys the other deployment of the test environment with a key that was used for one. */
async function repeatForOther(context: CheckContext, id: string, key: string): Promise<void> {
  const other = context.environment.parameters['destroySandboxDeployment']?.['id'];
  if (other === undefined || other === id) return;
  const ofOther = await sendKeyed(context, 'destroy', { id: other, key });
  context.note(
    ofOther.status !== 202 || textOf(deploymentIn(ofOther), 'deploymentId') === other,
    citeAssumption(
      'A-064',
      'A key that was used for another deployment returned the response about that one.',
      'body.deployment.deploymentId',
    ),
  );
}

/** How long a change in the background may take. Units: milliseconds. */
const MOMENT = 300;

/** Resumes a destroyed deployment after a moment. Fails the check if that restores it. */
async function expectStillDestroyed(context: CheckContext, id: string): Promise<void> {
  if ('advance' in context.abilities) await context.abilities.advance(MOMENT);
  // Why: the clock of a driver need not move the timers of the service.
  await pause(MOMENT);
  const late = await mutate(context, 'resume', id);
  if (late.status === 202) noteDestroyed(context, late, id);
  const again = await mutate(context, 'destroy', id);
  context.warn(
    propertyOf(deploymentIn(again), 'ingressEnabled') !== true,
    'A destroyed deployment still has ingressEnabled, although future admission is revoked.',
    'body.deployment.ingressEnabled',
  );
}

/** Returns the counters that may fence a deployment. Why not resourceVersion: any change of the record increases it. */
function fencesOf(response: Pick<ReceivedResponse, 'body'>): readonly number[] {
  return countersOf(response, 'providerGeneration', 'runtimeEpoch', 'desiredRevision');
}

function countersOf(
  response: Pick<ReceivedResponse, 'body'>,
  ...names: readonly string[]
): readonly number[] {
  const counters = propertyOf(deploymentIn(response), 'counters');
  return names.flatMap((name) => {
    const count = propertyOf(counters, name);
    return typeof count === 'number' ? count : [];
  });
}

function noteDestroyed(context: CheckContext, response: ReceivedResponse, id: string): void {
  const desiredState = textOf(deploymentIn(response), 'desiredState');
  context.note(
    desiredState === 'destroyed',
    citeFacts(
      ['F-3-004'],
      `The desired state of a destroyed deployment is ${desiredState ?? 'missing'}.`,
      'body.deployment.desiredState',
    ),
  );
  const deployment = deploymentIn(response);
  const isReachable = propertyOf(deployment, 'ingressEnabled') === true || textOf(deployment, 'url') !== null;
  context.warn(
    textOf(deployment, 'status') !== 'destroyed' || !isReachable,
    'A destroyed deployment has an address or accepts traffic.',
    'body.deployment.url',
  );
  noteId(context, response, id);
}

function noteId(context: CheckContext, response: Pick<ReceivedResponse, 'body'>, id: string): void {
  context.note(
    textOf(deploymentIn(response), 'deploymentId') === id,
    'The response contains another deployment than the requested one.',
    'body.deployment.deploymentId',
  );
}
