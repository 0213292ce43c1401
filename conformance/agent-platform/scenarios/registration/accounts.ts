/** Checks of the accounts behind registered keys: what they keep, and that they are separate. */
import { expectFailure, expectStatus } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { textOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import {
  avoidLimit,
  claim,
  keyIn,
  receiveCode,
  registerAnonymously,
  registerBy,
  signFor,
} from './register.ts';

export const accountChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'REG35',
    title: 'A claim keeps what the agent has created.',
    description: 'Creates an agent with a pre-claim key, claims it, and reads the agent with the new key.',
    rationale: 'People claim an agent because of what it has already made.',
    basis: relyOnPractice('A claim changes the owner of an account, not its records.'),
    needs: ['readCode'],
    profiles: [],
    run: claimWithAgent,
  }),
  defineCheck({
    id: 'REG36',
    title: 'The account of an assertion reaches no agent of another account.',
    description: 'Registers with an assertion, and reads an agent of the test environment with the new key.',
    rationale: 'Everyone with an identity could read what a customer is working on.',
    basis: relyOnFacts('F-4.2-006', 'F-5-081'),
    needs: ['signAssertion'],
    profiles: [],
    run: readOtherAgent,
  }),
];

async function claimWithAgent(context: CheckContext): Promise<void> {
  const preClaim = await registerAnonymously(context);
  const made = await context.need('createAgent', {
    body: { name: 'Made before a claim' },
    profile: context.profileOf(preClaim.key, 'preClaimKey'),
  });
  const id = textOf(made, 'id') ?? context.skip('The created agent has no property id.');
  const claimed = await claim(context, preClaim, await receiveCode(context, preClaim));
  const key = keyIn(claimed.body);
  if (key === null) return context.skip(`Claiming with the code returned ${claimed.status} without a key.`);
  const profile = context.profileOf(key, 'claimedKey');
  const read = await context.call('getAgent', { path: { id }, profile });
  expectStatus(context, read, 200, 'Reading an agent after the claim that was created before it');
}

async function readOtherAgent(context: CheckContext): Promise<void> {
  const id = context.environment.parameters['any']?.['id'] ?? context.environment.runs['text']?.agentId;
  if (id === undefined) return context.skip('It needs an agent: set parameters.any.id.');
  await avoidLimit(context);
  const { status, body } = await registerBy(context, await signFor(context));
  const key = keyIn(body);
  if (key === null) return context.skip(`A registration by assertion returned ${status} without a key.`);
  const profile = context.profileOf(key, 'accountKey');
  const read = await context.call('getAgent', { path: { id }, profile });
  expectFailure(context, read, 'Reading an agent of another account with the key of an assertion');
}
