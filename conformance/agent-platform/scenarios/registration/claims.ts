/** Checks of claiming a registration with a code. */
import type { CheckContext } from '../scenario-check.ts';
import { expectFailure, expectSuccess, isSuccess } from '../call-response.ts';
import { defineChecks, relyOnFacts } from '../define-check.ts';
import { varySecret } from '../read-value.ts';
import { expectFullAccess } from './full-access.ts';
import {
  askForCode,
  claim,
  expectInvalid,
  expectValid,
  keyIn,
  receiveCode,
  registerAnonymously,
  statusWith,
  tryWrongCodes,
  wrongCode,
  type PreClaimAccount,
} from './register.ts';
import { msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

export const claimChecks = defineChecks({ profiles: [] }, [
  {
    id: 'REG09',
    title: 'A claim sends a six-digit code by mail.',
    description:
      'Registers anonymously, requests a code for an address, and reads the mail that was sent there.',
    rationale: 'The agent could not be claimed, or no form would accept the code.',
    basis: relyOnFacts('F-4.8-020', 'F-5-064', 'F-5-065'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { claimToken, email } = await registerAnonymously(context);
      const response = await askForCode(context, claimToken, email);
      expectSuccess(context, response, 'Requesting a code');
      const code = await context.abilities.readCode(email);
      context.expect(code !== null, 'No code was sent.');
      context.keepSecret('oneTimeCode', code);
      context.expect(/^\d{6}$/.test(code), 'The code does not have six digits.');
    },
  },
  {
    id: 'REG10',
    title: 'Redeeming the code returns a production key.',
    description:
      'Claims a registration with its code, and checks that the key starts with `rt_live_` and differs from the old one.',
    rationale: 'The owner of a claimed agent could not run it.',
    basis: relyOnFacts('F-4.8-025', 'F-5-066..068'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const preClaim = await registerAnonymously(context);
      const response = await claim(context, preClaim, await receiveCode(context, preClaim));
      expectSuccess(context, response, 'Claiming with the code');
      const key = keyIn(response.body);
      context.expect(
        key?.startsWith('rt_live_') === true,
        'A claim returns no key that begins with rt_live_.',
        'body',
      );
      context.expect(
        key !== preClaim.key,
        'A claim returns the pre-claim key again instead of a new one.',
        'body',
      );
    },
  },
  {
    id: 'REG11',
    title: 'A claim revokes the pre-claim key.',
    description:
      'Claims a registration with its code, uses the old key, which returns 401, and claims again.',
    rationale: 'Previous holders of the key would keep access.',
    basis: relyOnFacts('F-4.8-024', 'F-5-067', 'F-5-010'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { preClaim, code } = await completeClaim(context);
      await expectInvalid(context, preClaim.key, 'after the claim');
      const again = await claim(context, preClaim, code);
      context.warn(
        !isSuccess(again),
        'A claim that is completed is completed again with the same code.',
        'status',
      );
    },
  },
  {
    id: 'REG12',
    title: 'The key of a claim has full permissions.',
    description:
      'Claims a registration, and creates and runs an agent with the new key, which the old one could not.',
    rationale: 'The owner of a claimed agent could not use it.',
    basis: relyOnFacts('F-5-068', 'F-5-013', 'F-5-004'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { key } = await completeClaim(context);
      await expectFullAccess(context, { key, name: 'claimedKey', what: 'The key of a claim' });
    },
  },
  {
    id: 'REG13',
    title: 'A wrong code is rejected.',
    description:
      'Tries a wrong code and the first half of the right one, which return no key, and checks that the pre-claim key still works.',
    rationale: 'Anyone could claim the agent.',
    basis: relyOnFacts('F-5-066', 'F-5-070'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { preClaim, code } = await registerWithCode(context);
      await tryWrongCodes(context, preClaim, code, 1);
      const { status } = await claim(context, preClaim, code.slice(0, 3));
      context.expect(
        !isSuccess({ status }),
        `The first half of the right code returned ${status}.`,
        'status',
      );
      await expectValid(context, preClaim.key, 'after two wrong codes');
    },
  },
  {
    id: 'REG14',
    title: 'Five wrong codes lock the claim.',
    description:
      'Tries five wrong codes and then the right one, which must be rejected, also if a new code was sent after the third.',
    rationale: 'Six digits could be guessed.',
    basis: relyOnFacts('F-5-070', 'F-8-007'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { preClaim, code } = await registerWithCode(context);
      await tryWrongCodes(context, preClaim, code, 5);
      const response = await claim(context, preClaim, code);
      expectFailure(context, response, 'The right code after five wrong ones');
      const other = await registerAnonymously(context);
      await tryWrongCodes(context, other, await receiveCode(context, other), 3);
      const last = await receiveCode(context, other);
      await tryWrongCodes(context, other, last, 2);
      const late = await claim(context, other, last);
      context.warn(
        !isSuccess(late),
        'A new code makes up for wrong ones: the right code after five of them is accepted.',
        'status',
      );
    },
  },
  {
    id: 'REG15',
    title: 'Five wrong codes revoke the pre-claim key.',
    description:
      'Tries four wrong codes, after which the pre-claim key still works, and a fifth one, after which it returns 401.',
    rationale: 'A key under attack would keep working.',
    basis: relyOnFacts('F-5-071', 'F-5-010'),
    async run(context: CheckContext) {
      const { preClaim, code } = await registerWithCode(context);
      await tryWrongCodes(context, preClaim, code, 4);
      await expectValid(context, preClaim.key, 'after four wrong codes');
      await tryWrongCodes(context, preClaim, wrongCode(code, 4), 1);
      await expectInvalid(context, preClaim.key, 'after five wrong codes');
    },
  },
  {
    id: 'REG16',
    title: 'Four wrong codes do not lock the claim.',
    description: 'Tries four wrong codes and then the right one, which must be accepted.',
    rationale: 'A typing error would lose the agent.',
    basis: relyOnFacts('F-5-070', 'F-8-007'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { preClaim, code } = await registerWithCode(context);
      await tryWrongCodes(context, preClaim, code, 4);
      const response = await claim(context, preClaim, code);
      expectSuccess(context, response, 'The right code after four wrong ones');
    },
  },
  {
    id: 'REG17',
    title: 'A code is valid for ten minutes.',
    description:
      'Claims a registration with a code that is nine minutes old, and another one with a code that is eleven minutes old.',
    rationale: 'Slow mail would make claims impossible, or old mail would grant access.',
    basis: relyOnFacts('F-5-069', 'F-8-006'),
    needs: ['readCode', 'advance'],
    async run(context: CheckContext) {
      for (const { minutes, isGood } of [
        { minutes: 9, isGood: true },
        { minutes: 11, isGood: false },
      ]) {
        const { preClaim, code } = await registerWithCode(context);
        await context.abilities.advance(minutes * msPerMinute);
        const response = await claim(context, preClaim, code);
        context.note(
          isSuccess(response) === isGood,
          `A code of ${minutes} minutes ago returned ${response.status}.`,
          'status',
        );
      }
    },
  },
  {
    id: 'REG18',
    title: 'A claim requires the claim token.',
    description:
      'Requests a code and claims with a token that does not belong to the registration; the code itself is right.',
    rationale: 'Anyone who reads the mail could claim the agent.',
    basis: relyOnFacts('F-4.8-028', 'F-5-066'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { preClaim, code } = await registerWithCode(context);
      const unknown = { ...preClaim, claimToken: varySecret(preClaim.claimToken) };
      const codeResponse = await askForCode(context, unknown.claimToken, preClaim.email);
      context.note(
        !isSuccess(codeResponse),
        `Requesting a code with an unknown token returned ${codeResponse.status}.`,
        'status',
      );
      const response = await claim(context, unknown, code);
      context.note(
        !isSuccess(response),
        `Claiming with an unknown token returned ${response.status}.`,
        'status',
      );
      context.warn(
        !isSuccess(codeResponse) ||
          isSuccess(response) ||
          (await context.abilities.readCode(preClaim.email)) === code,
        'A request with an unknown token sent a new code.',
      );
    },
  },
  {
    id: 'REG19',
    title: 'A wrong code after the right one has no effect.',
    description:
      'Claims a registration with its code, tries a wrong code afterwards, and checks that the new key still works.',
    rationale: 'Anyone who knows the old token could revoke the new key.',
    basis: relyOnFacts('F-5-068', 'F-5-066'),
    needs: ['readCode'],
    async run(context: CheckContext) {
      const { preClaim, key, code } = await completeClaim(context);
      const response = await claim(context, preClaim, wrongCode(code));
      expectFailure(context, response, 'A wrong code after the right one');
      context.expect(
        (await statusWith(context, key, 'claimedKey')) !== 401,
        'A wrong code after the right one revoked the new key.',
        'status',
      );
    },
  },
]);

interface PendingClaim {
  readonly preClaim: PreClaimAccount;
  readonly code: string;
}

async function registerWithCode(context: CheckContext): Promise<PendingClaim> {
  const preClaim = await registerAnonymously(context);
  return { preClaim, code: await receiveCode(context, preClaim) };
}

/** Registers and claims. Skips the check if that fails. */
async function completeClaim(context: CheckContext): Promise<PendingClaim & { readonly key: string }> {
  const { preClaim, code } = await registerWithCode(context);
  const { status, body } = await claim(context, preClaim, code);
  const key = keyIn(body);
  if (key === null) return context.skip(`Claiming with the code returned ${status} without a key.`);
  return { preClaim, code, key };
}
