/** Capabilities of agents, each with a tool name that is unique in its agent. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { DomainErrorOf } from '../errors.ts';
import type { Json } from '../../../kernel/json.ts';

/** A capability of an agent. Shape: `displayOrder` counts from 0 in the order of adding. */
export interface CapabilityRecord {
  readonly id: string;
  readonly agentId: string;
  readonly toolName: string;
  readonly enabled: boolean;
  readonly flowId: string | null;
  readonly subAgentId: string | null;
  readonly toolId: string | null;
  readonly toolDescription: string | null;
  readonly parametersSchema: Json;
  readonly displayOrder: number;
  readonly createdAt: EpochMs;
}

export interface CapabilityInput {
  readonly toolName: string;
  readonly enabled?: boolean | undefined;
  readonly flowId?: string | undefined;
  readonly subAgentId?: string | undefined;
  readonly toolId?: string | undefined;
  readonly toolDescription?: string | undefined;
  readonly parametersSchema?: Json;
}

export const capabilities = defineCollection<CapabilityRecord>('capability');

/** The capabilities of an agent in the order of adding. */
export const capabilitiesOfAgent = defineIndex(capabilities, 'byAgent', (capability) =>
  sortKey(capability.agentId),
);

const capabilitiesByToolName = defineIndex(capabilities, 'byToolName', ({ agentId, toolName }) =>
  toolNameKey(agentId, toolName),
);

export const capabilityIndexes = [capabilitiesOfAgent, capabilitiesByToolName];

export function listCapabilities(view: View, agentId: string): readonly CapabilityRecord[] {
  return view.scan(capabilitiesOfAgent, { prefix: sortKey(agentId) });
}

/**
 * Adds a capability to an agent that exists.
 *
 * Errors: TOOL_NAME_TAKEN, also when the capability with that name is disabled; names are case-sensitive.
 * Source: F-2.3-002; assumption A-024.
 */
export function addCapability(
  tx: Transaction,
  agentId: string,
  input: CapabilityInput,
): Result<CapabilityRecord, DomainErrorOf<'TOOL_NAME_TAKEN'>> {
  const { toolName } = input;
  if (tx.find(capabilitiesByToolName, toolNameKey(agentId, toolName)) !== undefined)
    return err({ code: 'TOOL_NAME_TAKEN', toolName });
  const last = listCapabilities(tx, agentId).at(-1);
  return ok(
    tx.put(capabilities, {
      id: tx.nextId('cap'),
      agentId,
      toolName,
      enabled: input.enabled ?? true,
      flowId: input.flowId ?? null,
      subAgentId: input.subAgentId ?? null,
      toolId: input.toolId ?? null,
      toolDescription: input.toolDescription ?? null,
      parametersSchema: input.parametersSchema ?? null,
      displayOrder: last === undefined ? 0 : last.displayOrder + 1,
      createdAt: tx.at,
    }),
  );
}

/**
 * Removes a capability from its agent.
 *
 * Errors: CAPABILITY_NOT_FOUND, also when it belongs to another agent.
 */
export function removeCapability(
  tx: Transaction,
  agentId: string,
  capabilityId: string,
): Result<CapabilityRecord, DomainErrorOf<'CAPABILITY_NOT_FOUND'>> {
  const capability = tx.get(capabilities, capabilityId);
  if (capability?.agentId !== agentId) return err({ code: 'CAPABILITY_NOT_FOUND', capabilityId });
  tx.delete(capabilities, capabilityId);
  return ok(capability);
}

export function removeCapabilities(tx: Transaction, agentId: string): void {
  for (const { id } of listCapabilities(tx, agentId)) tx.delete(capabilities, id);
}

function toolNameKey(agentId: string, toolName: string): string {
  return sortKey(agentId, toolName);
}
