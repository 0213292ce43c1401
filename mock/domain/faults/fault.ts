/**
 * Faults of a world: which calls of the service they meet, how often, and what happens to those. Which call it is and
 * what becomes of it is not decided here; a fault only says so and counts.
 */
import type { FaultRequest } from '../../../generated/control/types.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { defineCollection } from '../../kernel/store/schema.ts';
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import type { View } from '../../kernel/store/view.ts';
import type { ReadonlyObject } from '../json.ts';

/** What a fault is created with. Source: spec/control/schemas/FaultRequest.yaml. */
export type FaultInput = ReadonlyObject<FaultRequest>;

/** A fault, with what it was made with. Units: `hits` counts strikes. */
export interface FaultRecord extends FaultInput {
  readonly id: string;
  readonly hits: number;
}

/** A call of the service, as far as faults tell calls apart; `template` is the path of its operation. */
export interface FaultyCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly template: string;
}

/** Faults by id, which is the order they were made in. */
export const faults = defineCollection<FaultRecord>('fault');

export function addFault(tx: Transaction, input: FaultInput): FaultRecord {
  return tx.put(faults, { id: tx.nextId('fault'), ...input, hits: 0 });
}

export function removeFault(tx: Transaction, faultId: string): Result<null, FaultError> {
  return tx.delete(faults, faultId) ? ok(null) : err({ code: 'FAULT_NOT_FOUND', faultId });
}

export function clearFaults(tx: Transaction): void {
  for (const { id } of tx.scan(faults)) tx.delete(faults, id);
}

/** Returns whether a call may meet a fault. Costs nothing in a world without faults. */
export function hasMatchingFault(view: View, call: FaultyCall): boolean {
  return view.count(faults) > 0 && view.scan(faults).some((fault) => fits(fault, call));
}

/**
 * Lets the first fault that fits strike a call, and counts it; one that has its chance and misses leaves the call to the
 * next.
 *
 * Shape: null when none strikes. The chance is the world's, so the same calls meet the same faults in every run of a seed.
 */
export function takeMatchingFault(tx: Transaction, call: FaultyCall): FaultRecord | null {
  const fault = tx.scan(faults).find((fault) => fits(fault, call) && isLucky(tx, fault));
  return fault === undefined ? null : tx.put(faults, { ...fault, hits: fault.hits + 1 });
}

/** Returns whether a path may name a call: as it was sent, or by the template, whatever its parameters are called. */
export function namesPath(
  wanted: string,
  { path, template }: Pick<FaultyCall, 'path' | 'template'>,
): boolean {
  return wanted.includes('{') ? shapeOf(wanted) === shapeOf(template) : decoded(wanted) === decoded(path);
}

function fits(fault: FaultRecord, call: FaultyCall): boolean {
  const { operationId = call.operationId, method = call.method, path, times = Infinity, hits } = fault;
  if (hits >= times || operationId !== call.operationId || method.toUpperCase() !== call.method) return false;
  return path === undefined || namesPath(path, call);
}

function isLucky(tx: Transaction, { probability = 1 }: FaultRecord): boolean {
  return probability >= 1 || tx.random() < probability;
}

function shapeOf(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

/** Leaves a broken encoding as it is: it is equal to itself and to nothing else. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export interface FaultError {
  readonly code: 'FAULT_NOT_FOUND';
  readonly faultId: string;
}
