/** Finds the fault of a request among those of its world. */
import type { View } from '../kernel/store/view.ts';
import {
  faults,
  hasFaults,
  hasMatchingFault,
  listMissedFaults,
  matchesCall,
  takeMatchingFault,
  type FaultRecord,
  type FaultyCall,
} from '../records/fault.ts';
import type { Fault, FaultMatcher } from './faults.ts';

export const worldFaults: FaultMatcher = {
  match(world, call) {
    const { view } = world;
    if (!hasFaults(view)) return null;
    const missed = listMissedFaults(view, call).map((miss) => ({ ...miss, isApplied: false }));
    if (!hasMatchingFault(view, call)) return { fault: null, notes: missed };
    return world
      .run((tx) => takeMatchingFault(tx, call))
      .then((fault) =>
        fault === null
          ? { fault: null, notes: [...missed, ...probabilityNotes(view, call)] }
          : { fault: effectOf(fault), notes: [{ id: fault.id, isApplied: true, reason: '' }, ...missed] },
      );
  },
};

/** Explains why faults that match a call were not applied: their probability decided against it. */
function probabilityNotes(view: View, call: FaultyCall) {
  return view
    .scan(faults)
    .filter((fault) => matchesCall(fault, call))
    .map(({ id, probability = 1 }) => ({
      id,
      isApplied: false,
      reason: `its probability is ${probability}`,
    }));
}

/** Returns the effect of a fault; one that specifies no response, latency or stream damage makes the call fail. */
function effectOf(fault: FaultRecord): Fault {
  const { status, code, headers, latencyMs, cut, corrupt } = fault;
  const hasNoEffect = [headers, latencyMs, cut, corrupt].every((effect) => effect === undefined);
  return {
    latency: latencyMs ?? 0,
    status: status ?? (hasNoEffect || code !== undefined ? 500 : null),
    code: code ?? null,
    headers: headers ?? {},
    streamFault: { cutAfter: cut?.afterEvents ?? null, corruptAt: corrupt?.atEvent ?? null },
  };
}
