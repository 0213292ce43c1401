/**
 * Stories about claiming a registration with a code.
 */
import { createAgent, executeAgent } from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, isSuccess } from '../call-response.ts';
import { defineCheck, doubtful, relyOnFacts } from '../define-check.ts';
import { textOf, varySecret } from '../read-value.ts';
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
  type PreClaim,
} from './register.ts';

const minute = 60_000;

/** Stories about claims. */
export const claimChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'REG09',
    title: 'Whoever claims a registration is sent a code of six digits.',
    description: 'Registers anonymously, asks for a code for an address, and reads what was sent there.',
    rationale: 'Nobody could take the agent over, or no form would take the code.',
    basis: relyOnFacts('F-4.8-020', 'F-5-064', 'F-5-065'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const { claimToken, email } = await registerAnonymously(tools);
      const response = await askForCode(tools, claimToken, email);
      tools.expect(isSuccess(response), {
        message: `Asking for a code was answered ${response.status}.`,
        at: 'status',
      });
      const code = await tools.abilities.readCode(email);
      tools.expect(code !== null, { message: 'No code was sent.', at: 'response' });
      tools.keepSecret('oneTimeCode', code);
      tools.expect(/^\d{6}$/.test(code), { message: 'The code is not one of six digits.', at: 'response' });
    },
  }),
  defineCheck({
    id: 'REG10',
    title: 'The code gets a new key for production.',
    description:
      'Claims a registration with its code, and looks for a key that begins with `rt_live_` and is not the old one.',
    rationale: 'Whoever claims an agent would have nothing to run it with.',
    basis: relyOnFacts('F-4.8-025', 'F-5-066..068'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const preClaim = await registerAnonymously(tools);
      const response = await claim(tools, preClaim, await receiveCode(tools, preClaim));
      tools.expect(isSuccess(response), {
        message: `Claiming with the code was answered ${response.status}.`,
        at: 'status',
      });
      const key = keyIn(response.body);
      tools.expect(key?.startsWith('rt_live_') === true, {
        message: 'A claim has no key that begins with rt_live_.',
        at: 'body',
      });
      tools.expect(key !== preClaim.key, {
        message: 'A claim gives the pre-claim key again instead of a new one.',
        at: 'body',
      });
    },
  }),
  defineCheck({
    id: 'REG11',
    title: 'A claim revokes the pre-claim key.',
    description: 'Claims a registration with its code, and tries the old key: 401.',
    rationale: 'Whoever had the key before would keep a way in.',
    basis: relyOnFacts('F-4.8-024', 'F-5-067', 'F-5-010'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const { preClaim } = await completeClaim(tools);
      await expectInvalid(tools, preClaim.key, 'after the claim');
    },
  }),
  defineCheck({
    id: 'REG12',
    title: 'The key of a claim may do everything.',
    description:
      'Claims a registration, and makes and runs an agent with the new key, which the old one could not.',
    rationale: 'Whoever claims an agent could not use it.',
    basis: relyOnFacts('F-5-068', 'F-5-013', 'F-5-004'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const { key } = await completeClaim(tools);
      tools.expect((await statusWith(tools, key, 'claimedKey')) !== 401, {
        message: 'The key of a claim is answered 401.',
        at: 'status',
      });
      const client = tools.clientWith(key, 'claimedKey');
      const made = await awaitResponse(createAgent(client, { body: { name: 'Made by a check' } }));
      const id = textOf(made.body, 'id');
      if (made.status !== 403 && id === null)
        tools.skip(`Making an agent with the key of a claim was answered ${made.status}.`);
      const messages = [{ role: 'user' as const, content: 'Hello' }];
      const { headers } = tools.environment.runs['text'] ?? { headers: {} };
      const { status } =
        id === null
          ? made
          : await awaitResponse(
              executeAgent(client, { path: { id }, body: { messages, streamResponse: false } }, { headers }),
            );
      tools.expect(status !== 401 && status !== 403, {
        message: `The key of a claim was refused with ${status}.`,
        at: 'status',
      });
    },
  }),
  defineCheck({
    id: 'REG13',
    title: 'A wrong code claims nothing.',
    description: 'Tries a wrong code, and looks that it gets no key and that the pre-claim key still works.',
    rationale: 'Anybody could take an agent over.',
    basis: relyOnFacts('F-5-066', 'F-5-070'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const preClaim = await registerAnonymously(tools);
      await tryWrongCodes(tools, preClaim, await receiveCode(tools, preClaim), 1);
      await expectValid(tools, preClaim.key, 'after a single wrong code');
    },
  }),
  defineCheck({
    id: 'REG14',
    title: 'Five wrong codes lock the claim.',
    description: 'Tries five wrong codes and then the right one, which must not be taken any more.',
    rationale: 'Six digits could be guessed.',
    basis: relyOnFacts('F-5-070', 'F-8-007'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const preClaim = await registerAnonymously(tools);
      const code = await receiveCode(tools, preClaim);
      await tryWrongCodes(tools, preClaim, code, 5);
      const response = await claim(tools, preClaim, code);
      tools.expect(!isSuccess(response), {
        message: `The right code behind five wrong ones was answered ${response.status}.`,
        at: 'status',
      });
    },
  }),
  defineCheck({
    id: 'REG15',
    title: 'Five wrong codes revoke the pre-claim key.',
    description: 'Tries five wrong codes and then the pre-claim key: 401.',
    rationale: 'A key that somebody tries to get hold of would go on working.',
    basis: relyOnFacts('F-5-071', 'F-5-010'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const preClaim = await registerAnonymously(tools);
      await tryWrongCodes(tools, preClaim, await receiveCode(tools, preClaim), 5);
      await expectInvalid(tools, preClaim.key, 'after five wrong codes');
    },
  }),
  defineCheck({
    id: 'REG16',
    title: 'Four wrong codes do not lock the claim.',
    description: 'Tries four wrong codes and then the right one, which must be taken.',
    rationale: 'Whoever mistypes would lose the agent.',
    basis: relyOnFacts('F-5-070', 'F-8-007'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const preClaim = await registerAnonymously(tools);
      const code = await receiveCode(tools, preClaim);
      await tryWrongCodes(tools, preClaim, code, 4);
      const response = await claim(tools, preClaim, code);
      tools.expect(isSuccess(response), {
        message: `The right code behind four wrong ones was answered ${response.status}.`,
        at: 'status',
      });
    },
  }),
  defineCheck({
    id: 'REG17',
    title: 'A code is good for ten minutes.',
    description:
      'Claims a registration with a code of nine minutes ago, and another one with a code of eleven minutes ago.',
    rationale: 'Mail that is slow would make claims impossible, or old mail would be a way in.',
    basis: relyOnFacts('F-5-069', 'F-8-006'),
    needs: ['readCode', 'advance'],
    profiles: [],
    async run(tools: CheckContext) {
      for (const { minutes, isGood } of [
        { minutes: 9, isGood: true },
        { minutes: 11, isGood: false },
      ]) {
        const preClaim = await registerAnonymously(tools);
        const code = await receiveCode(tools, preClaim);
        await tools.abilities.advance(minutes * minute);
        const response = await claim(tools, preClaim, code);
        tools.note(isSuccess(response) === isGood, {
          message: `A code of ${minutes} minutes ago was answered ${response.status}.`,
          at: 'status',
        });
      }
    },
  }),
  defineCheck({
    id: 'REG18',
    title: 'Only the claim token claims.',
    description:
      'Asks for a code and claims with a token that is not the one of the registration; the code itself is right.',
    rationale: 'Whoever reads a mail could take over an agent that is not meant for them.',
    basis: relyOnFacts('F-4.8-028', 'F-5-066'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const preClaim = await registerAnonymously(tools);
      const code = await receiveCode(tools, preClaim);
      const strange = { ...preClaim, claimToken: varySecret(preClaim.claimToken) };
      const asked = await askForCode(tools, strange.claimToken, preClaim.email);
      tools.note(!isSuccess(asked), {
        message: `Asking for a code with a token that nobody has was answered ${asked.status}.`,
        at: 'status',
      });
      const response = await claim(tools, strange, code);
      tools.note(!isSuccess(response), {
        message: `Claiming with a token that nobody has was answered ${response.status}.`,
        at: 'status',
      });
      tools.note(
        !isSuccess(asked) || isSuccess(response) || (await tools.abilities.readCode(preClaim.email)) === code,
        doubtful('A token that nobody has made a new code be sent.'),
      );
    },
  }),
  defineCheck({
    id: 'REG19',
    title: 'A wrong code behind the right one changes nothing.',
    description:
      'Claims a registration with its code, tries a wrong code afterwards, and looks that the new key still works.',
    rationale: 'Whoever knows the old token could take the agent away again.',
    basis: relyOnFacts('F-5-068', 'F-5-066'),
    needs: ['readCode'],
    profiles: [],
    async run(tools: CheckContext) {
      const { preClaim, key, code } = await completeClaim(tools);
      const response = await claim(tools, preClaim, wrongCode(code));
      tools.expect(!isSuccess(response), {
        message: `A wrong code behind the right one was answered ${response.status}.`,
        at: 'status',
      });
      tools.expect((await statusWith(tools, key, 'claimedKey')) !== 401, {
        message: 'A wrong code behind the right one revoked the new key.',
        at: 'status',
      });
    },
  }),
];

interface Claimed {
  readonly preClaim: PreClaim;
  readonly code: string;
  readonly key: string;
}

/** Registers and claims. Errors: ends the story as one that can't be told where that does not work. */
async function completeClaim(tools: CheckContext): Promise<Claimed> {
  const preClaim = await registerAnonymously(tools);
  const code = await receiveCode(tools, preClaim);
  const { status, body } = await claim(tools, preClaim, code);
  const key = keyIn(body);
  if (key === null) return tools.skip(`Claiming with the code was answered ${status} without a key.`);
  return { preClaim, code, key };
}
