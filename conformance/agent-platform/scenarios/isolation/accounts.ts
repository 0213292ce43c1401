/** Checks that credentials of different organizations have different identities, also those of a new account. */
import { makeAgent } from '../agents/make-agent.ts';
import { isClosed } from '../call-response.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { containsText, itemsOf, propertyOf, textOf } from '../read-value.ts';
import { knownAccount } from '../registration/register.ts';
import type { CheckContext } from '../scenario-check.ts';

export const OTHER_ORGANIZATION = 'otherOrganization';

/** Returns the profile of the other organization; `null` if no credential of it is known. */
export function asOtherOrganization({ environment }: CheckContext): { readonly profile: string } | null {
  return environment.credentials[OTHER_ORGANIZATION] === undefined ? null : { profile: OTHER_ORGANIZATION };
}

export const identityCheck = defineCheck({
  id: 'ISO16',
  title: 'The current identity is that of the credential.',
  description:
    'Reads the current identity with the credentials of two organizations, and compares the organizations, and the own one with that of an agent.',
  rationale: 'A page would show the name and the members of another customer.',
  profiles: ['full', OTHER_ORGANIZATION],
  basis: relyOnFacts('F-4.3-053'),
  run: compareIdentities,
});

export const newAccountCheck = defineCheck({
  id: 'REG34',
  title: 'A new account reaches nothing of an existing one.',
  description:
    'Registers anonymously, and lists agents and reads an agent of the organization of the configuration and the current identity with the new key.',
  rationale: 'Everyone could read what a customer is working on.',
  basis: relyOnFacts('F-4.2-006', 'F-7-007'),
  run: readAsNewAccount,
});

/** Returns the id of the organization of a credential; `null` if it is not shown. */
export async function organizationOf(context: CheckContext, profile: string): Promise<string | null> {
  const { status, body } = await context.call('getCurrentIdentity', { profile });
  if (status !== 200) return null;
  return (
    textOf(propertyOf(body, 'organization'), 'id', 'organizationId') ??
    textOf(body, 'organizationId', 'orgId')
  );
}

async function compareIdentities(context: CheckContext): Promise<void> {
  const others = await organizationOf(context, OTHER_ORGANIZATION);
  const own = await organizationOf(context, 'full');
  const ofSession =
    context.environment.credentials['session'] === undefined
      ? null
      : await organizationOf(context, 'session');
  if (others === null || (own ?? ofSession) === null)
    context.skip('The current identity of a key has no organization.');
  const { body } = await context.call('listAgents', { profile: own === null ? 'session' : 'full' });
  const ofAgent = textOf(itemsOf(body)?.[0], 'organizationId', 'orgId');
  context.warn(
    ofAgent === null || ofAgent === (own ?? ofSession),
    'The organization of the current identity is not that of its agents.',
    'body.organization.id',
  );
  for (const organization of [own, ofSession])
    context.note(
      organization !== others,
      'The current identity of another organization is that of the own one.',
      'body.organization',
    );
}

async function readAsNewAccount(context: CheckContext): Promise<void> {
  const { key } = await knownAccount(context);
  const profile = context.profileOf(key, 'preClaimKey');
  const id = await makeAgent(context, { name: 'Backlot check of an existing account' });
  const list = await context.call('listAgents', { profile });
  if (list.status === 401) context.skip('The key of the registration has been revoked.');
  context.note(
    !containsText(list.body, id),
    'The list of agents of a new account contains one of an existing account.',
    'body',
  );
  const read = await context.call('getAgent', { path: { id }, profile });
  context.note(
    isClosed(read),
    `Reading an agent with the key of a new account returned ${read.status}.`,
    'status',
  );
  const [own, fresh] = [await organizationOf(context, 'full'), await organizationOf(context, profile)];
  context.note(
    own === null || own !== fresh,
    'A new account belongs to the organization of another one.',
    'body.organization',
  );
}
