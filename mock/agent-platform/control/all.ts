/**
 * The handlers of the operations that the Agent Platform adds to the control API. A missing one is a compile error.
 */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import type { JwtIssuer } from '../../kernel/signing.ts';
import { featureGates, setGates } from '../domain/identity/feature-gates.ts';
import type { ScenarioCatalogue } from '../domain/scenarios/catalogue.ts';
import type { SignedAddresses } from '../handlers/assets.ts';
import type { ServiceContext } from '../handlers/context.ts';
import { agentCardHandlers, tokenAudiencePolicyHandlers } from './agent-cards.ts';
import { createAssetControlHandlers } from './assets.ts';
import { clientSessionHandlers, credentialHandlers } from './credentials.ts';
import { executionControl } from './executions.ts';
import { productEventControl } from './product-events.ts';
import { sandboxControl } from './sandbox-deployments.ts';
import { createBehaviourHandlers } from './scenarios.ts';
import { createAssertionHandlers, createIssuerHandlers } from './trusted-issuers.ts';
import { waitingHandlers } from './waiting.ts';

export interface PlatformControlParts {
  readonly scenarios: ScenarioCatalogue;
  readonly addresses: SignedAddresses;
  readonly issuer: JwtIssuer;
}

export function createPlatformControl({
  scenarios,
  addresses,
  issuer,
}: PlatformControlParts): Handlers<ServiceContext> {
  return {
    ...createAssetControlHandlers(addresses),
    ...credentialHandlers,
    ...clientSessionHandlers,
    ...createAssertionHandlers(issuer),
    ...createIssuerHandlers(issuer),
    ...agentCardHandlers,
    ...tokenAudiencePolicyHandlers,
    ...featureGateHandlers,
    ...executionControl,
    ...createBehaviourHandlers(scenarios),
    ...productEventControl,
    ...sandboxControl,
    ...waitingHandlers,
  };
}

/** Handles the feature gates; the contract has already validated their names and values. */
const featureGateHandlers: Pick<Handlers<ServiceContext>, 'getFeatureGates' | 'setFeatureGates'> = {
  getFeatureGates(_, { world }) {
    return { status: 200, body: world.query((view) => view.setting(featureGates)) };
  },

  async setFeatureGates({ body }, { world }) {
    return { status: 200, body: await world.run((tx) => setGates(tx, body)) };
  },
};
