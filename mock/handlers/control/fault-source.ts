/**
 * Which fault a call of the service meets: asked by the pipeline, answered by the records of the call's world.
 */
import { mayStrike, strikeCall } from '../../domain/faults/fault.ts';
import type { FaultRecord } from '../../domain/faults/fault.ts';
import type { Fault, FaultSource } from '../../http/faults.ts';
import { carryOut } from '../carry-out.ts';

/** Finds faults in the world that is called, and counts there that they struck. */
export const worldFaults: FaultSource = {
  strike(world, call) {
    if (!world.query((view) => mayStrike(view, call))) return null;
    return carryOut(world, (draft) => strikeCall(draft, call)).then((struck) => struck && effectOf(struck));
  },
};

/** A fault that says nothing about the answer, its time or its stream makes the call fail. */
function effectOf(fault: FaultRecord): Fault {
  const { status, code, headers, latencyMs, cut, corrupt } = fault;
  const saysNothing = [headers, latencyMs, cut, corrupt].every((effect) => effect === undefined);
  return {
    latency: latencyMs ?? 0,
    status: status ?? (saysNothing || code !== undefined ? 500 : null),
    code: code ?? null,
    headers: headers ?? {},
    damage: { cutAfter: cut?.afterEvents ?? null, corruptAt: corrupt?.atEvent ?? null },
  };
}
