/** What the worlds of an API without a plug-in of its own consist of, whatever its description. */
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { defineMockStore } from '../records/store.ts';
import { storedFiles } from './files/stored-files.ts';
import { records, recordsAside, recordsByKey, recordsOfResource } from './record.ts';
import { servedDescriptions } from './reload/served-description.ts';
import { seeded } from './write/seed.ts';
import { timedChanges } from './timers/timed-change.ts';

/** The records of every API without a plug-in of its own. */
export const resourceStore = defineMockStore({
  collections: [records, recordsAside, seeded, storedFiles, servedDescriptions],
  indexes: [recordsOfResource, recordsByKey],
  bindings: [timedChanges],
});

export const resourceContents = {
  schema: resourceStore.schema,
  fixtures: new Map([
    ['default', nothing],
    ['empty', nothing],
  ]),
  fixtureRevision: 1,
  name: 'openapi',
};

/** Why nothing: a resource gets its first records when it is first used. */
function nothing(_tx: Transaction): void {
  // The world begins without records.
}
