/** SANDBOX22: a deployment ends at its expiry. */
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { textOf } from '../read-value.ts';
import type { CheckContext } from '../scenario-check.ts';
import { deploymentIn, mutate } from './deployments.ts';

const hour = 3_600_000;

/** The check of the expiry of a deployment. */
export const expiryCheck = defineCheck({
  id: 'SANDBOX22',
  title: 'A deployment cannot be resumed after its expiry.',
  description:
    'Creates a suspended deployment that expires in an hour, advances the clock by two, and resumes it.',
  rationale: 'A sandbox that its owner believes to be gone would come back and cost money.',
  basis: relyOnPractice('A deployment has an expiresAt and the status `expired`.'),
  needs: ['makeDeployment', 'advance', 'now'],
  run: resumeExpired,
});

async function resumeExpired(context: CheckContext): Promise<void> {
  const { advance, makeDeployment, now } = context.abilities;
  const id = await makeDeployment({
    status: 'suspended',
    desiredState: 'suspended',
    expiresAt: new Date((await now()) + hour).toISOString(),
  });
  await advance(2 * hour);
  const { status, body } = await mutate(context, 'resume', id);
  const deployment = deploymentIn({ body });
  const expiresAt = Date.parse(textOf(deployment, 'expiresAt') ?? '');
  // Why: a driver may not be able to choose the expiry, and a resume may extend it.
  if (status === 202 && !(expiresAt < (await now())))
    context.skip('The deployment does not expire in an hour.');
  const isOver = [textOf(deployment, 'status'), textOf(deployment, 'desiredState')].includes('expired');
  context.expect(
    status !== 202 || isOver,
    `A deployment that expired an hour ago was resumed and is ${textOf(deployment, 'status') ?? 'without a status'}.`,
    'status',
  );
}
