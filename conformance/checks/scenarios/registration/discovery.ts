/** Checks of the documents by which an agent finds out how to get a key. */
import { getAuthorizationServerMetadata, getCurrentIdentity } from '../../../../generated/service/client.ts';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse, isSuccess } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { isFields, propertyOf } from '../read-value.ts';

/** Checks of discovery. */
export const discoveryChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'REG32',
    title: 'The metadata describes how an agent registers.',
    description:
      'Reads the metadata of the authorization server without a credential, and looks in its block `agent_auth` for the addresses of the three registration endpoints and for the two identity types.',
    rationale: 'An agent that knows only the address could not get a key.',
    basis: relyOnFacts('F-4.8-026', 'F-4.8-027'),
    profiles: [],
    async run(context: CheckContext) {
      const { status, body } = await awaitResponse(getAuthorizationServerMetadata(context.clientAs(null)));
      context.expect(isSuccess({ status }), `The metadata returned ${status}.`, 'status');
      const block = propertyOf(body, 'agent_auth');
      context.expect(isFields(block), 'The metadata has no block agent_auth.', 'body.agent_auth');
      for (const path of ['/agent/auth', '/agent/auth/claim', '/agent/auth/claim/complete'])
        context.note(
          listsAddress(block, path),
          `The block agent_auth does not list the address of ${path}.`,
          'body.agent_auth',
        );
      for (const type of ['anonymous', 'identity_assertion'])
        context.note(
          JSON.stringify(block).includes(`"${type}"`),
          `The block agent_auth does not list the identity type ${type}.`,
          'body.agent_auth',
        );
    },
  }),
  defineCheck({
    id: 'REG33',
    title: 'The resource_metadata address of a 401 leads to a document.',
    description:
      'Calls without a credential, and reads the address that `resource_metadata` names, where it is on the same host.',
    rationale: 'A client that follows RFC 9728 would find nothing.',
    basis: relyOnPractice('RFC 9728 section 5.1: the challenge of a 401 names the address of the metadata.'),
    profiles: [],
    async run(context: CheckContext) {
      const refused = await awaitResponse(getCurrentIdentity(context.clientAs(null)));
      const challenge = refused.header('www-authenticate') ?? '';
      const address = /resource_metadata="?([^",\s]+)/.exec(challenge)?.[1];
      if (refused.status !== 401 || address === undefined)
        return context.skip('The refusal names no address of metadata.');
      const path = pathTo(context.environment.baseUrl, address);
      if (path === null) return context.skip('The metadata is on another host.');
      const plan = { method: 'GET', path, headers: [], body: null, profile: null };
      const { response } = await context.send(plan);
      context.expect(
        response?.status === 200 && response.body.kind === 'json',
        `The metadata that a 401 names returned ${response?.status ?? 'nothing'}.`,
        'header WWW-Authenticate',
      );
    },
  }),
];

/** Checks whether a text in a value is an address with this path. */
function listsAddress(value: unknown, path: string): boolean {
  if (typeof value === 'string') return value.endsWith(path);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((property) => listsAddress(property, path));
}

/**
 * The path to an address as seen from a base address; `null` for one on another host.
 *
 * Shape: it may lead up, since the metadata of a resource whose address has a path lies outside of it.
 * Source: RFC 9728 section 3.1.
 */
function pathTo(baseUrl: string, address: string): string | null {
  const base = new URL(baseUrl);
  if (!URL.canParse(address) || new URL(address).origin !== base.origin) return null;
  const depth = base.pathname.split('/').filter((step) => step !== '').length;
  return '/..'.repeat(depth) + new URL(address).pathname;
}
