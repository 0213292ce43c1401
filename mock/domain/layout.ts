/**
 * Everything that a world holds: every kind of record with the orders it is listed in, and how triggers reach them.
 */
import { createLayout } from '../kernel/layout.ts';
import { createMachines } from '../kernel/machines.ts';
import { agents, agentsOfWorkspace } from './agent.ts';
import { agentVersions, versionsOfAgent } from './agent-version.ts';
import { usersByEmail } from './account.ts';
import { assets } from './asset.ts';
import { usedAssertions } from './assertion.ts';
import { registrants } from './attempts.ts';
import { batches, batchesByStatus, batchesOfUser } from './batch.ts';
import { batchBinding } from './batch-queue.ts';
import { behaviours } from './choose-scenario.ts';
import { clientMessages, clientSessions, clientTokens, clientTokensByToken } from './client-session.ts';
import { approvals } from './approval.ts';
import { capabilities, capabilityIndexes } from './capability.ts';
import { keyUsages } from './execution-limits.ts';
import { dumpRules } from './dump-rules.ts';
import { executions, executionsOfAgent, executionsOfParent, executionsOfSession } from './execution.ts';
import { faults } from './fault.ts';
import { apiKeys, apiKeysByToken, organizations, sessions, sessionsByToken, users } from './identity.ts';
import { runBindings } from './run/bindings.ts';
import { runs } from './run/run.ts';
import { scenarios } from './scenario-catalogue.ts';
import { libraryByType, libraryItems } from './library.ts';
import { mails, mailsByTime } from './outbox.ts';
import { recordShapes } from './record-shapes.ts';
import { productFeedBinding } from './product-event.ts';
import { productEventIndexes, productEvents, productFeeds } from './product-event-record.ts';
import { recordResultIndexes, recordResults } from './record-result.ts';
import { claimBinding, registrations, registrationsByToken } from './registration.ts';
import { sandboxDeployments } from './sandbox-deployment.ts';
import { sandboxBinding } from './sandbox-machine.ts';
import { storedReplies, storedReplyBinding } from './stored-reply.ts';
import { servedCards } from './served-card.ts';
import { tokenPolicies } from './token-audience.ts';
import { trustedIssuers } from './trusted-issuer.ts';
import { toolCalls, toolCallsOfExecution } from './tool-call.ts';

/** The records of a world. */
export const layout = createLayout(
  [
    organizations,
    users,
    apiKeys,
    sessions,
    agents,
    agentVersions,
    behaviours,
    capabilities,
    tokenPolicies,
    servedCards,
    executions,
    runs,
    approvals,
    toolCalls,
    keyUsages,
    scenarios,
    clientTokens,
    clientSessions,
    clientMessages,
    assets,
    libraryItems,
    batches,
    recordResults,
    registrations,
    registrants,
    usedAssertions,
    trustedIssuers,
    mails,
    productFeeds,
    productEvents,
    sandboxDeployments,
    storedReplies,
    faults,
  ],
  [
    apiKeysByToken,
    sessionsByToken,
    agentsOfWorkspace,
    versionsOfAgent,
    ...capabilityIndexes,
    executionsOfAgent,
    executionsOfParent,
    executionsOfSession,
    toolCallsOfExecution,
    clientTokensByToken,
    usersByEmail,
    libraryByType,
    batchesByStatus,
    batchesOfUser,
    ...recordResultIndexes,
    registrationsByToken,
    mailsByTime,
    ...productEventIndexes,
  ],
  recordShapes,
  dumpRules,
);

/** How triggers, those of timers included, reach the records of a world. */
export const machines = createMachines([
  ...runBindings,
  batchBinding,
  claimBinding,
  productFeedBinding,
  sandboxBinding,
  storedReplyBinding,
]);
