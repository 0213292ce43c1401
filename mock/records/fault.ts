/**
 * Faults of a world: which calls of the service they match, how often, and their effect. Faults are only stored,
 * matched and counted here; the HTTP layer applies them.
 */
import type { FaultRequest } from '../../generated/control/types.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { defineCollection } from '../kernel/store/collection.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import type { Shape } from '../kernel/world/record-shape.ts';
import type { View } from '../kernel/store/view.ts';
import type { ReadonlyObject } from '../kernel/json.ts';
import { decodePercent } from '../../templates/runtime/json/value.ts';

/** The input for a new fault. Source: spec/control/schemas/FaultRequest.yaml. */
export type FaultInput = ReadonlyObject<FaultRequest>;

/** A fault, with the input it was created from. Units: `hits` counts the affected calls. */
export interface FaultRecord extends FaultInput {
  readonly id: string;
  readonly hits: number;
}

/** A call of the service, with the properties that faults match; `template` is the path of its operation. */
export interface FaultyCall {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly template: string;
}

/** Faults by id, which is the order of their creation. */
export const faults = defineCollection<FaultRecord>('fault');

/** The shape that a fault must have in a dump. */
export const faultShape: Shape = {
  properties: { id: 'text', hits: 'integer' },
  optional: {
    operationId: 'text',
    path: 'text',
    method: 'text',
    times: 'number',
    probability: 'number',
    status: 'integer',
    code: 'text',
    headers: { map: 'text' },
    latencyMs: 'number',
    cut: { properties: { afterEvents: 'number' } },
    corrupt: { properties: { atEvent: 'number' } },
  },
};

export function addFault(tx: Transaction, input: FaultInput): FaultRecord {
  return tx.put(faults, { id: tx.nextId('fault'), ...input, hits: 0 });
}

/** Replaces the input of a fault. Shape: `hits` counts on unless they are reset. Errors: FAULT_NOT_FOUND. */
export function replaceFault(
  tx: Transaction,
  faultId: string,
  input: FaultInput,
  { resetHits }: { readonly resetHits: boolean },
): Result<FaultRecord, FaultError> {
  const fault = tx.get(faults, faultId);
  if (fault === undefined) return err({ code: 'FAULT_NOT_FOUND', faultId });
  return ok(tx.put(faults, { id: faultId, ...input, hits: resetHits ? 0 : fault.hits }));
}

export function removeFault(tx: Transaction, faultId: string): Result<null, FaultError> {
  return tx.delete(faults, faultId) ? ok(null) : err({ code: 'FAULT_NOT_FOUND', faultId });
}

export function clearFaults(tx: Transaction): void {
  for (const { id } of tx.scan(faults)) tx.delete(faults, id);
}

/** Returns whether a world has faults; costs next to nothing. */
export function hasFaults(view: View): boolean {
  return view.count(faults) > 0;
}

export function hasMatchingFault(view: View, call: FaultyCall): boolean {
  return view.scan(faults).some((fault) => matchesCall(fault, call));
}

/** A fault that nearly matches a call, and why it does not. */
export interface MissedFault {
  readonly id: string;
  readonly reason: string;
}

/** Lists the faults that miss a call by a single property: at most five. */
export function listMissedFaults(view: View, call: FaultyCall): readonly MissedFault[] {
  return view
    .scan(faults)
    .flatMap((fault) => {
      const reasons = reasonsOfMiss(fault, call);
      return reasons.length === 1 ? [{ id: fault.id, reason: reasons[0] ?? '' }] : [];
    })
    .slice(0, 5);
}

function reasonsOfMiss({ operationId, method, path, times, hits }: FaultRecord, call: FaultyCall): string[] {
  const reasons: string[] = [];
  if (times !== undefined && hits >= times) reasons.push(`it has been applied ${hits} of ${times} times`);
  if (operationId !== undefined && operationId !== call.operationId)
    reasons.push(`it is for the operation ${operationId}`);
  if (method !== undefined && method.toUpperCase() !== call.method)
    reasons.push(`it is for the method ${method}`);
  if (path !== undefined && !matchesPath(path, call)) reasons.push(`it is for the path ${path}`);
  return reasons;
}

/**
 * Returns the first fault that matches a call, and counts it; a fault that does not apply by chance leaves the call to
 * the next one.
 *
 * Shape: null when none applies. Uses the world's random numbers, so the same calls get the same faults in every run of
 * a seed.
 */
export function takeMatchingFault(tx: Transaction, call: FaultyCall): FaultRecord | null {
  const fault = tx.scan(faults).find((fault) => matchesCall(fault, call) && appliesByChance(tx, fault));
  return fault === undefined ? null : tx.put(faults, { ...fault, hits: fault.hits + 1 });
}

/** Returns whether a path matches a call: literally, or by the template, regardless of the names of its parameters. */
export function matchesPath(
  wanted: string,
  { path, template }: Pick<FaultyCall, 'path' | 'template'>,
): boolean {
  return wanted.includes('{')
    ? shapeOf(wanted) === shapeOf(template)
    : decodePercent(wanted) === decodePercent(path);
}

/** Returns whether a fault matches a call, apart from its probability. */
export function matchesCall(fault: FaultRecord, call: FaultyCall): boolean {
  const { operationId = call.operationId, method = call.method, path, times = Infinity, hits } = fault;
  if (hits >= times || operationId !== call.operationId || method.toUpperCase() !== call.method) return false;
  return path === undefined || matchesPath(path, call);
}

function appliesByChance(tx: Transaction, { probability = 1 }: FaultRecord): boolean {
  return probability >= 1 || tx.random() < probability;
}

function shapeOf(template: string): string {
  return template.replace(/\{[^{}]*\}/g, '{}');
}

export interface FaultError {
  readonly code: 'FAULT_NOT_FOUND';
  readonly faultId: string;
}
