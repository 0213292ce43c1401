/** The handlers of all operations of the service. A missing one is a compile error. */
import type { Handlers } from '../../../generated/service/server.ts';
import type { CardFetcher } from '../cards/card-fetcher.ts';
import type { ServiceContext } from './context.ts';
import type { InvalidRequestHandler } from '../../http/operation.ts';
import type { ScopeLattice } from '../domain/identity/scopes.ts';
import type { JwtIssuer } from '../../kernel/signing.ts';
import type { Worlds } from '../../worlds/worlds.ts';
import { createAgentCardHandlers } from './agent-cards.ts';
import { agentDetailHandlers, agentHandlers } from './agents.ts';
import { agentVersionHandlers } from './agent-versions.ts';
import { analyticsHandlers } from './analytics.ts';
import { createAssetHandlers, type SignedAddresses } from './assets.ts';
import { createBatchHandlers } from './batches.ts';
import { createClientHandlers } from './client.ts';
import { createDispatchHandlers } from './dispatch.ts';
import { createExecutionHandlers } from './executions.ts';
import { identityHandlers, metadataHandlers } from './identity.ts';
import { createProductEventHandlers } from './product-events.ts';
import { createRegistrationHandlers, invalidRegistrationRequests } from './registration.ts';
import { createRunHandlers } from './runs.ts';
import type { AdmissionOptions } from './admit-run.ts';
import { sandboxHandlers } from './sandbox-deployments.ts';

export interface ServiceParts {
  readonly runs: AdmissionOptions;
  readonly worlds: () => Worlds;
  readonly cards: CardFetcher;
  readonly addresses: SignedAddresses;
  readonly issuer: JwtIssuer;
  readonly scopes: ScopeLattice;
}

export function createServiceHandlers(parts: ServiceParts): Handlers<ServiceContext> {
  return {
    ...agentHandlers,
    ...agentVersionHandlers,
    ...agentDetailHandlers,
    ...createAgentCardHandlers({ fetcher: parts.cards, worlds: parts.worlds }),
    ...createExecutionHandlers(parts.scopes),
    ...createRunHandlers(parts.runs, parts.scopes),
    ...createDispatchHandlers(parts.runs),
    ...createClientHandlers(parts.runs),
    ...createAssetHandlers(parts.addresses),
    ...createBatchHandlers(parts.scopes),
    ...analyticsHandlers,
    ...identityHandlers,
    ...createRegistrationHandlers(parts.issuer),
    ...metadataHandlers,
    ...createProductEventHandlers(parts.scopes),
    ...sandboxHandlers,
  };
}

/** Responses to invalid requests that replace the default 400, by operation. */
export const invalidServiceRequests: Readonly<Record<string, InvalidRequestHandler>> =
  invalidRegistrationRequests;
