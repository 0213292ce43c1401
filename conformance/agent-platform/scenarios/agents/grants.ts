/** Checks of an agent's grants: its token audience policy, and its voice. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus } from '../call-response.ts';
import { citeAssumption, defineCheck, warning, relyOnFacts } from '../define-check.ts';
import { covers, isSame, listOf, propertyOf } from '../read-value.ts';
import { makeAgent } from './make-agent.ts';

/** Checks of the token audience policy and the voice. */
export const grantChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'AGENT26',
    title: 'The policy of an agent without one has revision 0.',
    description: 'Creates an agent and reads its token audience policy.',
    rationale: 'The revision shows a client whether a policy exists.',
    basis: relyOnFacts('F-2.4-005'),
    run: readFirstPolicy,
  }),
  defineCheck({
    id: 'AGENT27',
    title: 'Every change of a policy increases its revision.',
    description: 'Changes the entries of a policy twice from outside and reads it after each change.',
    rationale: 'The revision shows a client that its copy is stale.',
    needs: ['setAudiences'],
    basis: relyOnFacts('F-2.4-004', 'F-2.4-002', 'F-4.2-246'),
    run: changePolicy,
  }),
  defineCheck({
    id: 'AGENT28',
    title: 'An agent without voice support returns 403.',
    description: 'Requests speech from an agent that was created without a voice configuration.',
    rationale: 'A client hides the loudspeaker when it gets this status.',
    basis: relyOnFacts('F-4.2-241'),
    async run(context: CheckContext) {
      const id = await makeAgent(context, { name: 'Backlot check of a voice' });
      const { status } = await context.call('synthesizeAgentVoice', {
        path: { id },
        body: { text: 'Hello' },
      });
      // Why: the source does not state that an agent without a voice configuration has no voice.
      context.expect(status !== 200, warning('An agent without a voice configuration can speak.', 'status'));
      expectStatus(context, status, 403, 'Speech of an agent without a voice');
    },
  }),
];

async function readFirstPolicy(context: CheckContext): Promise<void> {
  const policy = await readPolicy(context, await makeAgent(context, { name: 'Backlot check of a policy' }));
  context.expect(
    propertyOf(policy, 'policyRevision') === 0,
    'The revision of a policy that was never set is not 0.',
    'body.policyRevision',
  );
  for (const [name, initial] of [
    ['entries', []],
    ['updatedAt', null],
    ['updatedByUserId', null],
  ] as const)
    context.note(
      isSame(propertyOf(policy, name), initial),
      citeAssumption('A-026', `A policy that was never set has ${name}.`, `body.${name}`),
    );
}

async function changePolicy(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of a changed policy' });
  let before = propertyOf(await readPolicy(context, id), 'policyRevision');
  for (const grant of ['delegated', 'principal']) {
    const entries = [{ resource: 'https://orders.check.test/api', allowedGrants: [grant] }];
    await context.abilities.setAudiences(id, entries);
    const policy = await readPolicy(context, id);
    const revision = propertyOf(policy, 'policyRevision');
    context.expect(
      typeof before === 'number' && typeof revision === 'number' && revision > before,
      'The revision of a policy did not increase on a change.',
      'body.policyRevision',
    );
    context.expect(
      covers(listOf(propertyOf(policy, 'entries'))[0], entries[0]),
      'The entries of a policy are not those that were set.',
      'body.entries',
    );
    before = revision;
  }
}

async function readPolicy(context: CheckContext, id: string): Promise<unknown> {
  const { status, body } = await context.call('getTokenAudiencePolicy', { path: { id } });
  // Why a warning: the source also has 404 for a credential that is not found.
  context.expect(
    status !== 404,
    warning('The policy of an agent without one returned 404 instead of the revision 0.', 'status'),
  );
  if (status === 403) return context.skip('A new agent has no policy here: 403.');
  expectStatus(context, status, 200, 'The policy of an agent');
  return body;
}
