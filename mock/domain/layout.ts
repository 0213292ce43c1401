/**
 * Everything that a world holds: every kind of record with the orders it is listed in, and how triggers reach them.
 */
import { createLayout } from '../kernel/layout.ts';
import { createMachines } from '../kernel/machines.ts';
import { agents, agentsOfWorkspace } from './agent.ts';
import { behaviours } from './choose-scenario.ts';
import { approvals } from './approval.ts';
import { capabilities, capabilityIndexes } from './capability.ts';
import { executions, executionsOfAgent, executionsOfParent } from './execution.ts';
import { apiKeys, apiKeysByToken, organizations, sessions, sessionsByToken, users } from './identity.ts';
import { productFeedBinding } from './product-event.ts';
import { productEventIndexes, productEvents, productFeeds } from './product-event-record.ts';
import { runBindings } from './run/play.ts';
import { runs } from './run/run.ts';
import { toolCalls, toolCallsOfExecution } from './tool-call.ts';

/** The records of a world. */
export const layout = createLayout(
  [
    organizations,
    users,
    apiKeys,
    sessions,
    agents,
    behaviours,
    capabilities,
    executions,
    runs,
    approvals,
    toolCalls,
    productFeeds,
    productEvents,
  ],
  [
    apiKeysByToken,
    sessionsByToken,
    agentsOfWorkspace,
    ...capabilityIndexes,
    executionsOfAgent,
    executionsOfParent,
    toolCallsOfExecution,
    ...productEventIndexes,
  ],
);

/** How triggers, those of timers included, reach the records of a world. */
export const machines = createMachines([...runBindings, productFeedBinding]);
