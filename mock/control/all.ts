/**
 * The handlers of all operations of the control API. A missing one is a compile error.
 */
import type { Handlers } from '../../generated/control/server.ts';
import type { ScenarioFiles } from '../agent-platform/domain/scenarios/catalogue.ts';
import type { ServiceContext } from '../http/context.ts';
import type { InvalidRequestHandler } from '../http/operation.ts';
import type { Journals } from '../http/pipeline-parts.ts';
import type { JwtIssuer } from '../kernel/signing.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { SignedAddresses } from '../agent-platform/handlers/assets.ts';
import { agentCardHandlers, tokenAudiencePolicyHandlers } from '../agent-platform/control/agent-cards.ts';
import { featureGateHandlers, createHealthHandlers, createWorldHandlers } from './worlds.ts';
import { createAssetControlHandlers } from '../agent-platform/control/assets.ts';
import { clientSessionHandlers, credentialHandlers } from '../agent-platform/control/credentials.ts';
import { clockHandlers, invalidClockRequests } from './clock.ts';
import { createConsoleFeeds, createStreamHandlers } from '../agent-platform/control/console-feed.ts';
import { executionControl } from '../agent-platform/control/executions.ts';
import { faultHandlers } from './faults.ts';
import type { About } from './worlds.ts';
import { createAssertionHandlers, createIssuerHandlers } from '../agent-platform/control/trusted-issuers.ts';
import { productEventControl } from '../agent-platform/control/product-events.ts';
import { recordHandlers } from './records.ts';
import { createRequestHandlers } from './requests.ts';
import { sandboxControl } from '../agent-platform/control/sandbox-deployments.ts';
import { createScenarioHandlers } from './scenarios.ts';
import { createSnapshotHandlers } from './snapshots.ts';
import { waitingHandlers } from '../agent-platform/control/waiting.ts';

export interface ControlParts {
  readonly about: About;
  readonly worlds: () => Worlds;
  readonly scenarios: ScenarioFiles;
  readonly journals: Journals;
  readonly addresses: SignedAddresses;
  readonly issuer: JwtIssuer;
}

export function createControlHandlers(parts: ControlParts): Handlers<ServiceContext> {
  return {
    ...clockHandlers,
    ...createHealthHandlers(parts.worlds, parts.about),
    ...createAssetControlHandlers(parts.addresses),
    ...credentialHandlers,
    ...clientSessionHandlers,
    ...createAssertionHandlers(parts.issuer),
    ...createIssuerHandlers(parts.issuer),
    ...agentCardHandlers,
    ...tokenAudiencePolicyHandlers,
    ...createWorldHandlers(parts.worlds, parts.scenarios),
    ...createSnapshotHandlers(parts.journals),
    ...featureGateHandlers,
    ...executionControl,
    ...faultHandlers,
    ...createRequestHandlers(parts.journals),
    ...createScenarioHandlers(parts.scenarios),
    ...createStreamHandlers(createConsoleFeeds(parts.journals)),
    ...productEventControl,
    ...sandboxControl,
    ...waitingHandlers,
    ...recordHandlers,
  };
}

/** Responses to invalid requests that replace the default 400, by operation. */
export const invalidControlRequests: Readonly<Record<string, InvalidRequestHandler>> = invalidClockRequests;
