/**
 * The handlers of the operations of the control API that every mock has. A missing one is a compile error.
 */
import type { Handlers } from '../../generated/control/server.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { HandlerContext } from '../http/context.ts';
import type { InvalidRequestHandler } from '../http/operation.ts';
import type { Journals } from '../http/pipeline-parts.ts';
import type { MachineTable } from '../kernel/machine/machine-table.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { clockHandlers, invalidClockRequests } from './clock.ts';
import { createFaultHandlers } from './faults.ts';
import { createHealthHandlers, type About } from './health.ts';
import type { RecordBodies } from './record-bodies.ts';
import { createRecordHandlers } from './records.ts';
import { createResourceListHandlers, type ResourceProvider } from './resources.ts';
import { createRequestHandlers } from './requests.ts';
import { createScenarioHandlers, type ScenarioProvider } from './scenarios.ts';
import { createSnapshotHandlers } from './snapshots.ts';
import { createConsoleFeeds, createStreamHandlers, type ApiEvents } from './world-feed.ts';
import { createWorldHandlers } from './worlds.ts';

export interface ControlParts {
  readonly about: About;
  readonly worlds: () => Worlds;
  readonly journals: Journals;
  readonly operations: readonly OperationSpec[];
  readonly bodies: RecordBodies;
  readonly machines: readonly MachineTable[];
  readonly scenarios: ScenarioProvider;
  readonly resources: ResourceProvider;
  readonly apiEvents?: ApiEvents | undefined;
}

export function createControlHandlers(parts: ControlParts): Handlers<HandlerContext> {
  const { worlds, journals, scenarios, bodies } = parts;
  return {
    ...clockHandlers,
    ...createHealthHandlers(worlds, parts.about),
    ...createWorldHandlers(worlds, scenarios),
    ...createSnapshotHandlers(journals, bodies),
    ...createFaultHandlers(parts.operations),
    ...createRequestHandlers(journals),
    ...createScenarioHandlers(scenarios),
    ...createStreamHandlers(createConsoleFeeds(parts)),
    ...createRecordHandlers(bodies, parts.machines),
    ...createResourceListHandlers(parts.resources),
  };
}

/** Responses to invalid requests that replace the default 400, by operation. */
export const invalidControlRequests: Readonly<Record<string, InvalidRequestHandler>> = invalidClockRequests;
