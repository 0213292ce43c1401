/** Checks of the documents that describe how an agent obtains a key. */
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { isSuccess } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { isFields, propertyOf } from '../read-value.ts';

export const discoveryChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'REG32',
    title: 'The metadata describes how an agent registers.',
    description:
      'Reads the metadata of the authorization server without a credential, and looks in its block `agent_auth` for the addresses of the three registration endpoints and for the two identity types.',
    rationale: 'An agent that knows only the URL could not obtain a key.',
    basis: relyOnFacts('F-4.8-026', 'F-4.8-027'),
    profiles: [],
    async run(context: CheckContext) {
      const { status, body } = await context.call('getAuthorizationServerMetadata', { profile: null });
      context.expect(isSuccess({ status }), `The metadata returned ${status}.`, 'status');
      const block = propertyOf(body, 'agent_auth');
      context.expect(isFields(block), 'The metadata has no block agent_auth.', 'body.agent_auth');
      const { origin } = new URL(context.environment.baseUrl);
      for (const path of ['/agent/auth', '/agent/auth/claim', '/agent/auth/claim/complete']) {
        const addresses = addressesOf(block, path);
        context.note(
          addresses.length > 0,
          `The block agent_auth does not list the address of ${path}.`,
          'body.agent_auth',
        );
        context.warn(
          addresses.every((address) => !URL.canParse(address) || new URL(address).origin === origin),
          `The address of ${path} in the metadata is on another host.`,
          'body.agent_auth',
        );
      }
      const lists = listsIn(block).filter((list) => list.includes('anonymous'));
      for (const type of ['anonymous', 'identity_assertion'])
        context.note(
          JSON.stringify(block).includes(`"${type}"`) && lists.every((list) => list.includes(type)),
          `The block agent_auth does not list the identity type ${type}.`,
          'body.agent_auth',
        );
    },
  }),
  defineCheck({
    id: 'REG33',
    title: 'The resource_metadata URL of a 401 returns a document.',
    description:
      'Sends a request without a credential, and reads the address in `resource_metadata`, if it is on the same host.',
    rationale: 'A client that follows RFC 9728 would find nothing.',
    basis: relyOnPractice('RFC 9728 section 5.1: the challenge of a 401 names the address of the metadata.'),
    profiles: [],
    async run(context: CheckContext) {
      const response = await context.call('getCurrentIdentity', { profile: null });
      const challenge = response.header('www-authenticate') ?? '';
      const address = /resource_metadata="?([^",\s]+)/.exec(challenge)?.[1];
      if (response.status !== 401 || address === undefined)
        return context.skip('The response has no resource_metadata URL.');
      const path = pathTo(context.environment.baseUrl, address);
      if (path === null) return context.skip('The metadata is on another host.');
      const plan = { method: 'GET', path, headers: [], body: null, profile: null };
      const metadata = (await context.send(plan)).response;
      context.expect(
        metadata?.status === 200 && metadata.body.kind === 'json',
        `The resource_metadata address of a 401 returned ${metadata?.status ?? 'nothing'}.`,
        'header WWW-Authenticate',
      );
    },
  }),
];

/** Returns the URLs with this path in a value. */
function addressesOf(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return value.endsWith(path) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((property) => addressesOf(property, path));
}

function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  return isFields(value) ? Object.values(value).flatMap(listsIn) : [];
}

/**
 * Returns the path of a URL relative to the base URL; `null` for another host.
 *
 * Shape: may begin with `/..`, since the metadata of a resource whose URL has a path is outside of that path.
 * Source: RFC 9728 section 3.1.
 */
function pathTo(baseUrl: string, address: string): string | null {
  const base = new URL(baseUrl);
  if (!URL.canParse(address) || new URL(address).origin !== base.origin) return null;
  const depth = base.pathname.split('/').filter((step) => step !== '').length;
  return '/..'.repeat(depth) + new URL(address).pathname;
}
