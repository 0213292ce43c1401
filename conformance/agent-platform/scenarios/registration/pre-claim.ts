/** Checks of anonymous registration, and the permissions of its key before it is claimed. */
import type { OperationId } from '../../contract.ts';
import { defineFlawChecks, type FlawTable } from '../flaw-table.ts';
import type { CheckContext, OperationInput, ScenarioCheck } from '../scenario-check.ts';
import { sourceFacts } from '../../source-facts.ts';
import { expectSuccess, isSuccess } from '../call-response.ts';
import { defineChecks, relyOnFacts, citeFacts } from '../define-check.ts';
import { listOf, propertyOf, textOf } from '../read-value.ts';
import {
  askAnonymously,
  askOnce,
  requestWhenAllowed,
  expectInvalid,
  expectValid,
  keyIn,
  registerAnonymously,
  statusWith,
} from './register.ts';
import { msPerHour, msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

/** Requests that are not permitted for a new pre-claim key. */
const forbidden: FlawTable<string, ForbiddenRequest> = {
  shared: { profiles: [] },
  prepare: async (context) => context.profileOf((await registerAnonymously(context)).key, 'preClaimKey'),
  send: (context, profile, { operation, ...input }) => context.call(operation, { ...input, profile }),
};

type ForbiddenRequest = Pick<OperationInput, 'path' | 'body'> & { readonly operation: OperationId };

const flawChecks = defineFlawChecks(forbidden, [
  {
    id: 'REG03',
    title: 'A pre-claim key cannot run an agent.',
    description: 'Registers anonymously, creates an agent with the key and runs it: 403.',
    rationale: 'Anonymous users would cause costs.',
    basis: relyOnFacts('F-5-053', 'F-5-024', 'F-5-011'),
    flaws: {
      async 'Running an agent with a pre-claim key'(profile, context) {
        const messages = [{ role: 'user', content: 'Hello' }];
        const path = { id: await makeAgent(context, profile) };
        return { operation: 'executeAgent' as const, path, body: { messages, streamResponse: false } };
      },
    },
    status: 403,
  },
  {
    id: 'REG04',
    title: 'A pre-claim key cannot run flows.',
    description: 'Registers anonymously and submits a batch with the key, which must not be accepted.',
    rationale: 'Anonymous users would cause costs.',
    basis: relyOnFacts('F-5-053', 'F-5-018', 'F-4.4-003'),
    flaws: {
      'Submitting a batch with a pre-claim key': (_, { environment: { bodies } }) => ({
        operation: 'submitFlowBatch' as const,
        body: bodies['submitFlowBatch'] ?? { flowId: 'flow_of_a_check', recordIds: ['record_of_a_check'] },
      }),
    },
  },
  {
    id: 'REG05',
    title: 'A pre-claim key cannot delete.',
    description: 'Registers anonymously, creates an agent with the key and deletes it: 403.',
    rationale: 'Anonymous users could delete records of others.',
    level: 'destructive',
    basis: relyOnFacts('F-5-063', 'F-5-011'),
    flaws: {
      async 'Deleting an agent with a pre-claim key'(profile, context) {
        return { operation: 'deleteAgent' as const, path: { id: await makeAgent(context, profile) } };
      },
    },
    status: 403,
  },
]);

export const preClaimChecks: readonly ScenarioCheck[] = [
  ...flawChecks,
  ...defineChecks({ profiles: [] }, [
    {
      id: 'REG01',
      title: 'An anonymous registration returns a production key and a claim token.',
      description:
        'Registers anonymously without any credential, and looks for a `claim_token` and for a key that begins with `rt_live_`.',
      rationale: 'An agent could not start, or could never be claimed.',
      basis: relyOnFacts('F-4.8-012', 'F-4.8-013', 'F-5-037'),
      async run(context: CheckContext) {
        const response = await askAnonymously(context);
        expectSuccess(context, response, 'An anonymous registration');
        context.note(
          textOf(response.body, 'claim_token') !== null,
          'An anonymous registration has no claim_token.',
          'body.claim_token',
        );
        context.note(
          keyIn(response.body)?.startsWith('rt_live_') === true,
          'An anonymous registration has no key that begins with rt_live_.',
          'body',
        );
      },
    },
    {
      id: 'REG02',
      title: 'A pre-claim key is a valid credential.',
      description:
        'Registers anonymously and lists agents with the key; 403 only warns, since the source does not state which permission that needs. Where the response names the permissions and the expiry of the key, they must be those of the source.',
      rationale: 'An agent would have a useless key.',
      basis: relyOnFacts('F-4.8-012', 'F-5-041'),
      async run(context: CheckContext) {
        const { key, body } = await registerAnonymously(context);
        const status = await statusWith(context, key, 'preClaimKey');
        context.expect(status !== 401, 'A pre-claim key returned 401.', 'status');
        context.warn(status !== 403, 'A pre-claim key has AGENTS:READ and may not list agents.', 'status');
        noteGrants(context, body);
      },
    },
    {
      id: 'REG06',
      title: 'A pre-claim key is valid for 24 hours.',
      description:
        'Registers anonymously and tries the key after 23 hours, and again an hour and a minute later: valid first, then 401.',
      rationale: 'Agents would stop within their first day, or unclaimed keys would stay valid.',
      basis: relyOnFacts('F-5-038', 'F-8-005', 'F-5-010'),
      needs: ['advance'],
      async run(context: CheckContext) {
        const { key } = await registerAnonymously(context);
        await context.abilities.advance(23 * msPerHour);
        await expectValid(context, key, 'after 23 hours');
        await context.abilities.advance(msPerHour + msPerMinute);
        await expectInvalid(context, key, 'after more than 24 hours');
      },
    },
    {
      id: 'REG07',
      title: 'At most five registrations an hour are accepted.',
      description:
        'Registers anonymously six times and counts the accepted ones. The specification does not name the status for this call, so another one than 429 only warns.',
      rationale: 'Anyone could create any number of keys.',
      basis: relyOnFacts('F-5-072', 'F-8-008'),
      async run(context: CheckContext) {
        const first = await requestWhenAllowed(context);
        if (!isSuccess(first) && first.status !== 429)
          context.skip(`An anonymous registration returned ${first.status}.`);
        const { rejected, accepted } = isSuccess(first)
          ? await useUp(context, 1)
          : { rejected: first, accepted: 0 };
        context.expect(
          rejected !== null,
          `${accepted} registrations within an hour were accepted.`,
          'status',
        );
        context.warn(
          rejected.status === 429,
          `A registration beyond the limit returned ${rejected.status} instead of 429.`,
          'status',
        );
        context.note(
          rejected.status !== 429 || rejected.header('retry-after') !== null,
          citeFacts(['F-7-017'], 'The 429 of a registration has no Retry-After.', 'header Retry-After'),
        );
        context.warn(
          Number(rejected.header('retry-after') ?? 0) <= 3_600 || rejected.status !== 429,
          'The Retry-After of a limit per hour is longer than an hour.',
          'header Retry-After',
        );
        if (accepted === 0) context.skip('Earlier registrations from this address have used up the limit.');
      },
    },
    {
      id: 'REG08',
      title: 'An hour later registrations are accepted again.',
      description:
        'Registers anonymously until that is rejected, and again after two minutes and after an hour.',
      rationale: 'Users who share an IP address could never register.',
      basis: relyOnFacts('F-5-072', 'F-8-008'),
      needs: ['advance'],
      async run(context: CheckContext) {
        await askAnonymously(context);
        const { rejected } = await useUp(context, 1);
        if (rejected === null) context.skip('No registration was rejected.');
        await context.abilities.advance(2 * msPerMinute);
        const early = await askOnce(context);
        // Why a warning: the hours of a service may begin at full hours.
        context.warn(
          !isSuccess(early),
          'A registration two minutes after the limit was reached was accepted.',
          'status',
        );
        await context.abilities.advance(61 * msPerMinute);
        const response = await askOnce(context);
        expectSuccess(context, response, 'A registration an hour after the limit was reached');
      },
    },
  ]),
];

/** Compares the permissions and the expiry in a registration. Why a warning: the source specifies neither property. */
function noteGrants(context: CheckContext, body: unknown): void {
  const preClaimScopes = sourceFacts.facts.flatMap(
    ({ subject }) => /^preclaim:(.*)/.exec(subject)?.[1] ?? [],
  );
  const scopes = listOf(propertyOf(body, 'scopes') ?? textOf(body, 'scope')?.split(' '));
  const missing = preClaimScopes.filter((scope) => !scopes.includes(scope));
  const added = scopes.filter((scope) => !preClaimScopes.some((each) => each === scope));
  const notes = [
    ...missing.map((scope) => `lacks ${scope}`),
    ...added.map((scope) => `has ${String(scope)}`),
  ];
  context.warn(
    scopes.length === 0 || notes.length === 0,
    `A pre-claim key ${notes.join(', ')}.`,
    'body.scopes',
  );
  const expiresAt = Date.parse(textOf(body, 'credential_expires', 'expires_at', 'expiresAt') ?? '');
  const left = expiresAt - Date.now();
  context.warn(
    Number.isNaN(expiresAt) ||
      'advance' in context.abilities ||
      Math.abs(left - 24 * msPerHour) < 2 * msPerHour,
    `A pre-claim key expires ${Math.round(left / msPerHour)} hours after its registration, not 24.`,
    'body',
  );
}

/** Creates an agent with a pre-claim key. Skips the check if that fails. */
async function makeAgent(context: CheckContext, profile: string): Promise<string> {
  const body = await context.need('createAgent', { body: { name: 'Made by a check' }, profile });
  return textOf(body, 'id') ?? context.skip('The created agent has no property id.');
}

/** Registers until the limit, at most six times. */
async function useUp(context: CheckContext, before: number) {
  for (let accepted = before; accepted < 6; accepted++) {
    const response = await askOnce(context);
    if (!isSuccess(response)) return { rejected: response, accepted };
  }
  return { rejected: null, accepted: 6 };
}
