/**
 * The caller's identity, and the well-known documents: the issuer of credentials for this service, and how to register.
 */
import type { Handlers } from '../../../generated/service/server.ts';
import { organizations } from '../domain/identity/identity.ts';
import type { ServiceContext } from './context.ts';
import { manifest } from '../../../generated/service/manifest.ts';
import { registrationAddress } from '../domain/registration/assertion.ts';

/** Handles the request for the caller's identity. */
export const identityHandlers: Pick<Handlers<ServiceContext>, 'getCurrentIdentity'> = {
  getCurrentIdentity(_, { world, caller }) {
    if (caller.scheme !== 'sessionToken') throw new Error('Only a session gets here.');
    const { id, userId, organizationId, organizationRole } = caller.identity;
    const organization = world.query((view) =>
      organizationId === null ? undefined : view.get(organizations, organizationId),
    );
    return {
      status: 200,
      body: {
        userId,
        sessionId: id,
        hasOrganization: organizationId !== null,
        orgId: organizationId,
        orgRole: organizationRole,
        orgSlug: organization?.slug ?? null,
      },
    };
  },
};

type MetadataOperation = 'getAuthorizationServerMetadata' | 'getProtectedResourceMetadata';

/** The token-type URN of an identity assertion. Source: assumption A-094. */
const assertionType = 'urn:ietf:params:oauth:token-type:id-jag';

/** Handles the well-known documents. */
export const metadataHandlers: Pick<Handlers<ServiceContext>, MetadataOperation> = {
  getAuthorizationServerMetadata(_, { baseUrl }) {
    const registerUri = registrationAddress(baseUrl);
    return {
      status: 200,
      body: {
        issuer: baseUrl,
        agent_auth: {
          register_uri: registerUri,
          claim_uri: `${registerUri}/claim`,
          claim_complete_uri: `${registerUri}/claim/complete`,
          identity_types_supported: ['anonymous', 'identity_assertion'],
          anonymous: { credential_types_supported: ['api_key'] },
          identity_assertion: {
            assertion_types_supported: [assertionType],
            credential_types_supported: ['api_key'],
          },
        },
      },
    };
  },

  getProtectedResourceMetadata(_, { baseUrl }) {
    return {
      status: 200,
      body: {
        resource: baseUrl,
        authorization_servers: [baseUrl],
        bearer_methods_supported: ['header'],
        scopes_supported: manifest.extensions['x-scope-catalog'].scopes.map(({ name }) => name),
      },
    };
  },
};
