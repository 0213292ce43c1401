/** Checks of the idempotency key: which responses are replayed, for which requests, and for how long. */
import type { CheckContext, ReceivedResponse, ScenarioCheck } from '../scenario-check.ts';
import { defineCheck, relyOnFacts, relyOnPractice, citeFacts } from '../define-check.ts';
import { isSame, textOf } from '../read-value.ts';
import {
  CONCURRENT_RESUME,
  DESTROY_RESUMED,
  deploymentFor,
  keyFor,
  makeDeployment,
  resumeOnce,
  sendAccepted,
  sendKeyed,
  type DeploymentMutation,
  type ResumedDeployment,
} from './deployments.ts';
import { msPerDay, msPerHour } from '../../../../templates/runtime/conversion/durations.ts';

export const replayChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'SANDBOX07',
    title: 'A replay returns the stored response regardless of later changes.',
    description:
      'Resumes with a key, has the driver rename the deployment, and sends the same request again.',
    rationale: 'Otherwise the response of a retry would not match that of the original request.',
    basis: relyOnFacts('F-4.5-048'),
    needs: ['makeDeployment', 'patchDeployment'],
    async run(context: CheckContext) {
      const id = await makeDeployment(context, 'suspended');
      const keyed = { id, key: keyFor('SANDBOX07', id) };
      const first = await sendAccepted(context, 'resume', keyed);
      await context.abilities.patchDeployment(id, { displayName: 'Renamed by a check' });
      noteSame(context, first, await sendKeyed(context, 'resume', keyed));
    },
  }),
  defineCheck({
    ...mismatchOf('resume'),
    id: 'SANDBOX08',
    after: [CONCURRENT_RESUME],
  }),
  defineCheck({
    ...mismatchOf('destroy'),
    id: 'SANDBOX09',
    after: [DESTROY_RESUMED],
    level: 'destructive',
  }),
  defineCheck({
    id: 'SANDBOX10',
    title: 'Parallel requests with one key start one operation.',
    description:
      'Sends the same resume with the same key five times concurrently, and compares the accepted responses.',
    rationale: 'A client that retries while its first request is in progress would start the work twice.',
    basis: relyOnFacts('F-4.5-048'),
    async run(context: CheckContext) {
      let responses: readonly ReceivedResponse[] = [];
      await resumeOnce(context, 'SANDBOX10', async (keyed) => {
        responses = await Promise.all(Array.from({ length: 5 }, () => sendKeyed(context, 'resume', keyed)));
        return responses;
      });
      const accepted = responses.filter(({ status }) => status === 202);
      if (accepted.length === 0) context.skip('The configured deployment is no longer suspended.');
      const operations = new Set(accepted.map(({ body }) => textOf(body, 'operationId')));
      context.expect(
        operations.size === 1,
        `${accepted.length} accepted requests with one key have ${operations.size} operation ids.`,
        'body.operationId',
      );
    },
  }),
  defineCheck({
    id: 'SANDBOX13',
    title: 'A key expires after seven days.',
    description:
      'Resumes with a key, repeats the request after six days, suspends the deployment again, and repeats it after seven.',
    rationale: 'Before that a late retry would do the work twice; after it a reused key would do nothing.',
    basis: relyOnFacts('F-4.5-048', 'F-8-011'),
    needs: ['makeDeployment', 'patchDeployment', 'advance'],
    async run(context: CheckContext) {
      const { advance, patchDeployment } = context.abilities;
      const id = await makeDeployment(context, 'suspended');
      const keyed = { id, key: keyFor('SANDBOX13', id) };
      const first = await sendAccepted(context, 'resume', keyed);
      await advance(6 * msPerDay);
      noteSame(context, first, await sendKeyed(context, 'resume', keyed), 'six days later');
      await advance(msPerDay + msPerHour);
      await patchDeployment(id, { status: 'suspended', desiredState: 'suspended' });
      const late = await sendKeyed(context, 'resume', keyed);
      context.expect(
        late.status !== 202 || !isSame(late.body, first.body),
        'The stored response is still replayed after more than seven days.',
        'body',
      );
    },
  }),
  defineCheck({
    id: 'SANDBOX23',
    after: [CONCURRENT_RESUME],
    title: 'Idempotency keys that differ in case are different keys.',
    description:
      'Resumes a deployment with a key, with the same key in capitals, and with a third one, and compares the responses.',
    rationale: 'A client with random keys would get the response to another request.',
    basis: relyOnPractice('A key is any text that the client chooses, and is compared as a whole.'),
    run: resumeInCapitals,
  }),
];

async function resumeInCapitals(context: CheckContext): Promise<void> {
  const { keyed, first } = await resumeOnce(context, 'SANDBOX23-key');
  const { id, key } = keyed;
  const again = await sendKeyed(context, 'resume', { id, key: key.toUpperCase() });
  const other = await sendKeyed(context, 'resume', { id, key: `${key}-other` });
  // Why the third: a service may accept a second resume, and return the same.
  const isReplayed = again.status === first.status && isSame(again.body, first.body);
  const isSameAnyway = other.status === first.status && isSame(other.body, first.body);
  context.expect(
    !isReplayed || isSameAnyway,
    'The response that is stored for a key is returned for the same key in capitals.',
    'header Idempotency-Key',
  );
}

/** Sends a mutation that must be accepted and that a check repeats. Shape: `name` is part of its key. */
async function firstOf(
  context: CheckContext,
  mutation: DeploymentMutation,
  name: string,
): Promise<ResumedDeployment> {
  if (mutation === 'resume') return resumeOnce(context, `${name}-resume`);
  const id = await deploymentFor(context, mutation);
  const keyed = { id, key: keyFor(`${name}-${mutation}`, id) };
  return { keyed, first: await sendAccepted(context, mutation, keyed) };
}

function mismatchOf(
  mutation: DeploymentMutation,
): Pick<ScenarioCheck, 'title' | 'description' | 'rationale' | 'basis' | 'run'> {
  return {
    title: `The key of a ${mutation} can't be used with another body.`,
    description: `Sends a ${mutation} with a key, the same key with another body, and the first request again. The other body must return 409, or 400 since it is not empty.`,
    rationale: 'A client that mixes up its keys would believe that a request was carried out that was not.',
    basis: relyOnFacts('F-4.5-048', 'F-4.5-049', 'F-3-008', 'F-7-008', 'F-8-011'),
    async run(context: CheckContext) {
      const { keyed, first } = await firstOf(context, mutation, 'mismatch');
      const other = await sendKeyed(context, mutation, { ...keyed, body: { note: 'another body' } });
      context.note(
        other.status === 409 || other.status === 400,
        `The same key with a different body returned ${other.status} instead of 409.`,
        'status',
      );
      noteSame(context, first, await sendKeyed(context, mutation, keyed));
    },
  };
}

/** Compares two responses: equal JSON is a fact, equal bytes are assumed. */
function noteSame(
  context: CheckContext,
  first: ReceivedResponse,
  again: ReceivedResponse,
  when = 'immediately',
): void {
  context.expect(
    again.status === first.status,
    citeFacts(
      ['F-4.5-048'],
      `The same request with the same key, sent again ${when}, returned ${again.status} instead of ${first.status}.`,
      'status',
    ),
  );
  context.expect(
    isSame(again.body, first.body),
    citeFacts(
      ['F-4.5-048'],
      `The same request with the same key, sent again ${when}, returned another body.`,
      'body',
    ),
  );
}
