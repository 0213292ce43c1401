/** The records of a world: every kind with its indexes, and the machines that receive triggers. */
import { tableOf } from '../../kernel/machine/machine-table.ts';
import { agents, agentsOfWorkspace } from './agents/agent.ts';
import { agentVersions, versionsOfAgent } from './agents/version.ts';
import {
  usersByEmail,
  apiKeys,
  apiKeysByToken,
  organizations,
  sessions,
  sessionsByToken,
  users,
} from './identity/identity.ts';
import { assets } from './assets/asset.ts';
import { usedAssertions } from './registration/assertion.ts';
import { registrants } from './registration/register.ts';
import { batches, batchesByStatus, batchesOfUser, batchMachine } from './batches/batch.ts';
import { batchBinding } from './batches/queue.ts';
import { behaviours, scenarios } from './scenarios/catalogue.ts';
import { clientMessages, clientSessions, clientTokens, clientTokensByToken } from './client/session.ts';
import { approvalMachine, approvals } from './approvals/approval.ts';
import { capabilities, capabilityIndexes } from './agents/capability.ts';
import { keyUsages } from './executions/limits.ts';
import { dumpRules } from './dumps/rules.ts';
import {
  executionMachine,
  executions,
  executionsByStart,
  executionsOfAgent,
  executionsOfParent,
  executionsOfSession,
  toolCalls,
  toolCallsOfExecution,
} from './executions/execution.ts';
import { runBindings } from './executions/playback/bindings.ts';
import { runs } from './executions/playback/run.ts';
import { workspaceItemsByType, workspaceItems } from './identity/workspace-item.ts';
import { mails, mailsByTime } from './registration/claim.ts';
import { recordShapes } from './dumps/record-shapes.ts';
import { productFeedBinding } from './product-events/emit.ts';
import { productEventIndexes, productEvents, productFeeds } from './product-events/record.ts';
import { recordResultIndexes, recordResults } from './batches/run.ts';
import {
  claimBinding,
  claimMachine,
  registrations,
  registrationsByToken,
} from './registration/registration.ts';
import { sandboxDeployments } from './sandbox/deployment.ts';
import { sandboxBinding, sandboxMachine } from './sandbox/machine.ts';
import { defineMockStore } from '../../records/store.ts';
import { servedCards } from './agents/served-card.ts';
import { tokenPolicies } from './agents/token-audience.ts';
import { trustedIssuers } from './registration/trusted-issuer.ts';

export const store = defineMockStore({
  collections: [
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
    workspaceItems,
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
  ],
  indexes: [
    apiKeysByToken,
    sessionsByToken,
    agentsOfWorkspace,
    versionsOfAgent,
    ...capabilityIndexes,
    executionsByStart,
    executionsOfAgent,
    executionsOfParent,
    executionsOfSession,
    toolCallsOfExecution,
    clientTokensByToken,
    usersByEmail,
    workspaceItemsByType,
    batchesByStatus,
    batchesOfUser,
    ...recordResultIndexes,
    registrationsByToken,
    mailsByTime,
    ...productEventIndexes,
  ],
  shapes: recordShapes,
  rules: dumpRules,
  bindings: [...runBindings, batchBinding, claimBinding, productFeedBinding, sandboxBinding],
  tables: [
    tableOf(approvals, approvalMachine),
    tableOf(batches, batchMachine),
    tableOf(registrations, claimMachine),
    tableOf(executions, executionMachine),
    tableOf(sandboxDeployments, sandboxMachine),
  ],
});

export const { schema: storeSchema, machines } = store;
