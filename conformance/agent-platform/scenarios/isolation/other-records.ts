/** Another agent and another organization, which must not reach what a check has made. */
import { makeAgent } from '../agents/make-agent.ts';
import type { CheckContext } from '../scenario-check.ts';

/** The profile of the other organization. */
export const OTHER_ORGANIZATION = 'otherOrganization';

/** Returns the second agent of the configuration, or a new one. */
export async function otherAgent(context: CheckContext): Promise<string> {
  return context.environment.otherAgent ?? makeAgent(context, { name: 'Backlot check of another agent' });
}

/** Returns the profile of the other organization; `null` if no credential of it is known. */
export function asOtherOrganization({ environment }: CheckContext): { readonly profile: string } | null {
  return environment.credentials[OTHER_ORGANIZATION] === undefined ? null : { profile: OTHER_ORGANIZATION };
}
