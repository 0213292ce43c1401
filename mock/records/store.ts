/** The contents of the worlds of a mock: the records of its API, and those of every mock. */
import { createMachines, type Binding, type Machines } from '../kernel/machine/machine.ts';
import type { MachineTable } from '../kernel/machine/machine-table.ts';
import type { AnyIndex, Collection, StoredRecord } from '../kernel/store/collection.ts';
import { defineStore, type StoreSchema } from '../kernel/store/schema.ts';
import type { DumpRules } from '../kernel/world/dump-rules.ts';
import type { RecordShapes } from '../kernel/world/record-shape.ts';
import { faults, faultShape } from './fault.ts';
import { storedReplies, storedResponseBinding, storedResponseShape } from './stored-response.ts';

/** The records of an API; all parts are optional. */
export interface MockStoreParts {
  readonly collections?: readonly Collection<StoredRecord>[];
  readonly indexes?: readonly AnyIndex[];
  /** The shapes that the records of a dump must have, those of every mock included. */
  readonly shapes?: RecordShapes;
  readonly rules?: DumpRules;
  /** The machines that receive triggers, including those of timers. */
  readonly bindings?: readonly Binding[];
  /** The tables of the machines, for showing them. */
  readonly tables?: readonly MachineTable[];
}

/** The records and machines of a mock. */
export interface MockStore {
  readonly schema: StoreSchema;
  readonly machines: Machines;
  readonly tables: readonly MachineTable[];
}

export const ownShapes: RecordShapes = {
  collections: { [faults.name]: faultShape, [storedReplies.name]: storedResponseShape },
  types: {},
};

/** Joins the records of an API with those of every mock. */
export function defineMockStore(parts: MockStoreParts): MockStore {
  const { collections = [], indexes = [], shapes = ownShapes, rules, bindings = [], tables = [] } = parts;
  return {
    schema: defineStore([...collections, storedReplies, faults], indexes, shapes, rules),
    machines: createMachines([...bindings, storedResponseBinding]),
    tables,
  };
}
