/** The plug-in of an API whose behaviour is inferred from its contract. */
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { defineMockPlugin, type MockPlugin } from '../plugin.ts';
import { defineMockStore } from '../records/store.ts';
import { createResourceHandlers } from './handlers.ts';
import { pacePreference, type StreamPace } from './streams/pace.ts';
import { ResourcePlans, type LoadFake, type ResourceContract } from './plan.ts';
import { records, recordsByKey, recordsOfResource } from './record.ts';
import { seeded } from './seed.ts';

/** How an API without a plug-in of its own behaves. */
export interface ResourceOptions {
  /** The number of records that each resource begins with, below each of its parents; 4 when absent. */
  readonly records?: number | undefined;
  /** The speed of streams; `real` when absent. */
  readonly pace?: StreamPace | undefined;
  /** Loads a library for made-up data when the first records are made; our own tables when absent. */
  readonly loadFake?: LoadFake | undefined;
}

const DEFAULT_RECORDS = 4;

/** Creates the plug-in of a contract and its resources. */
export function createResourcePlugin(described: ResourceContract, options: ResourceOptions = {}): MockPlugin {
  const plans = new ResourcePlans(described, options.loadFake);
  return defineMockPlugin({
    contract: described.contract,
    handlers: () =>
      createResourceHandlers({
        described,
        plans,
        count: options.records ?? DEFAULT_RECORDS,
        pace: options.pace ?? 'real',
      }),
    preferences: [pacePreference],
    store: defineMockStore({
      collections: [records, seeded],
      indexes: [recordsOfResource, recordsByKey],
    }),
    fixtures: {
      fixtures: new Map([
        ['default', nothing],
        ['empty', nothing],
      ]),
      fixtureRevision: 1,
    },
  });
}

/** Why nothing: a resource gets its first records when it is first used. */
function nothing(_tx: Transaction): void {
  // The world begins without records.
}
