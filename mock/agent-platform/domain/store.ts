/**
 * The schema of a world: every kind of record with its indexes, and the machines that receive triggers.
 */
import { defineStore } from '../../kernel/store/schema.ts';
import { createMachines } from '../../kernel/machine/machine.ts';
import { tableOf, type MachineTable } from '../../kernel/machine/machine-table.ts';
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
import { faults } from '../../records/fault.ts';
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
import { storedReplies, storedResponseBinding } from '../../records/stored-response.ts';
import { servedCards } from './agents/served-card.ts';
import { tokenPolicies } from './agents/token-audience.ts';
import { trustedIssuers } from './registration/trusted-issuer.ts';

export const storeSchema = defineStore(
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
    storedReplies,
    faults,
  ],
  [
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
  recordShapes,
  dumpRules,
);

/** The machines of a world's records, which receive triggers, including those of timers. */
export const machines = createMachines([
  ...runBindings,
  batchBinding,
  claimBinding,
  productFeedBinding,
  sandboxBinding,
  storedResponseBinding,
]);

/** The tables of the machines. */
export const machineTables: readonly MachineTable[] = [
  tableOf(approvals, approvalMachine),
  tableOf(batches, batchMachine),
  tableOf(registrations, claimMachine),
  tableOf(executions, executionMachine),
  tableOf(sandboxDeployments, sandboxMachine),
];
