/** Agents: their live records, which runs read until a version is published. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import { addCapability, capabilitiesOfAgent, type CapabilityInput } from './capability.ts';
import type { DomainErrorOf, AgentErrorOf } from '../errors.ts';
import { mergeDeep, isMap, type JsonMap } from '../../../kernel/json.ts';
import { featureGate } from '../identity/feature-gates.ts';

/** Where an agent runs. Source: spec/schemas/AgentCreate.yaml. */
export type AgentType = 'native' | 'external' | 'partner_managed';

/**
 * An agent.
 *
 * Shape: `healthStatus` is the result of the last health check of an external agent, null before the first one.
 */
export interface AgentRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly organizationId: string | null;
  readonly userId: string;
  readonly name: string;
  readonly agentType: AgentType;
  readonly description: string | null;
  readonly icon: string | null;
  readonly maxTurns: number | null;
  readonly primaryFlowId: string | null;
  readonly config: JsonMap | null;
  readonly externalConfig: JsonMap | null;
  readonly partnerManagedConfig: JsonMap | null;
  readonly status: 'draft' | 'active';
  readonly publishedVersionId: string | null;
  readonly draftVersionId: string | null;
  readonly healthStatus: 'healthy' | 'unhealthy' | null;
  readonly lastHealthCheckAt: EpochMs | null;
  readonly lastRunAt: EpochMs | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export const agents = defineCollection<AgentRecord>('agent');

/** The agents of a workspace, oldest first. */
export const agentsOfWorkspace = defineIndex(agents, 'byWorkspace', (agent) =>
  sortKey(agent.workspaceId, agent.createdAt),
);

/**
 * The owner of a new agent.
 *
 * Shape: `workspaceId` is the organization or, if that is null, a personal workspace.
 */
export interface Owner {
  readonly workspaceId: string;
  readonly organizationId: string | null;
  readonly userId: string;
}

/** The input for a new agent. Shape: an absent property gets its default; `id` is for fixtures. */
export interface AgentInput {
  readonly id?: string | undefined;
  readonly name: string;
  readonly agentType?: AgentType | undefined;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
  readonly maxTurns?: number | undefined;
  readonly primaryFlowId?: string | null | undefined;
  readonly config?: JsonMap | undefined;
  readonly externalConfig?: JsonMap | null | undefined;
  readonly partnerManagedConfig?: JsonMap | undefined;
}

/** A change of an agent. Shape: an absent property is not changed; `externalConfig: null` clears it. */
export type AgentPatch = Partial<Omit<AgentInput, 'id'>>;

/**
 * Creates an agent with its capabilities.
 *
 * Errors: CAPABILITIES_REPEAT when two of the capabilities have the same name.
 */
export function createAgent(
  tx: Transaction,
  owner: Owner,
  input: AgentInput,
  capabilities: readonly CapabilityInput[],
): Result<AgentRecord, DomainErrorOf<'CAPABILITIES_REPEAT'>> {
  const agent = tx.put(agents, {
    id: input.id ?? tx.nextId('agent'),
    ...owner,
    name: input.name,
    agentType: input.agentType ?? 'native',
    description: input.description ?? null,
    icon: input.icon ?? null,
    maxTurns: input.maxTurns ?? null,
    primaryFlowId: input.primaryFlowId ?? null,
    config: input.config ?? null,
    externalConfig: input.externalConfig ?? null,
    partnerManagedConfig: input.partnerManagedConfig ?? null,
    status: 'draft',
    publishedVersionId: null,
    draftVersionId: null,
    healthStatus: null,
    lastHealthCheckAt: null,
    lastRunAt: null,
    createdAt: tx.at,
    updatedAt: tx.at,
  });
  for (const capability of capabilities) {
    const added = addCapability(tx, agent.id, capability);
    if (!added.ok) return err({ code: 'CAPABILITIES_REPEAT', toolName: added.error.toolName });
  }
  return ok(agent);
}

/**
 * Changes the properties of a patch. `config` is merged deeply, every other property is replaced; unknown properties
 * are ignored, and a patch without any known property changes nothing.
 *
 * Errors: AGENT_NOT_FOUND.
 * Source: F-2.2-014, F-4.2-049; assumptions.
 */
export function updateAgent(
  tx: Transaction,
  workspaceId: string,
  agentId: string,
  patch: AgentPatch,
): Result<AgentRecord, DomainErrorOf<'AGENT_NOT_FOUND'>> {
  const current = findAgent(tx, workspaceId, agentId);
  if (!current.ok) return current;
  const { config, ...replaced } = definedProperties(patch);
  if (config === undefined && Object.keys(replaced).length === 0) return current;
  return ok(
    tx.put(agents, {
      ...current.value,
      ...replaced,
      ...(config && { config: mergeDeep(current.value.config ?? {}, config) }),
      updatedAt: tx.at,
    }),
  );
}

/** Finds an agent of a workspace. Errors: AGENT_NOT_FOUND, also when it belongs to another workspace. */
export function findAgent(
  view: View,
  workspaceId: string,
  agentId: string,
): Result<AgentRecord, DomainErrorOf<'AGENT_NOT_FOUND'>> {
  const agent = view.get(agents, agentId);
  return agent?.workspaceId === workspaceId ? ok(agent) : err({ code: 'AGENT_NOT_FOUND', agentId });
}

/** Returns the prefix of the keys of a workspace in `agentsOfWorkspace`. */
export function workspacePrefix(workspaceId: string): string {
  return sortKey(workspaceId);
}

/** Returns whether the name or the description of an agent contains a search text, ignoring case. */
export function matchesSearch(agent: AgentRecord, search: string): boolean {
  const text = search.toLowerCase();
  return agent.name.toLowerCase().includes(text) || (agent.description ?? '').toLowerCase().includes(text);
}

export function countCapabilities(view: View, agentId: string): number {
  return view.scan(capabilitiesOfAgent, { prefix: sortKey(agentId) }).length;
}

const patchProperties = [
  'name',
  'agentType',
  'description',
  'icon',
  'maxTurns',
  'primaryFlowId',
  'config',
  'externalConfig',
  'partnerManagedConfig',
] as const satisfies readonly (keyof AgentPatch)[];

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Why: bodies are open, so a request may also contain properties that only the service sets, such as the owner. */
function definedProperties(patch: AgentPatch): Defined<AgentPatch> {
  const named = patchProperties.filter((name) => patch[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, patch[name]]));
}

/**
 * Checks that agents may be created and changed.
 *
 * Errors: FEATURE_UNAVAILABLE where the plan lacks the feature, FEATURE_HIDDEN where it is not offered in production.
 * Source: F-4.2-020, F-4.2-022; assumption A-058.
 */
export function admitAgents(
  view: View,
): Result<null, AgentErrorOf<'FEATURE_UNAVAILABLE' | 'FEATURE_HIDDEN'>> {
  switch (featureGate(view, 'agents')) {
    case 'on':
      return ok(null);
    case 'unavailable':
      return err({ code: 'FEATURE_UNAVAILABLE' });
    case 'hidden':
      return err({ code: 'FEATURE_HIDDEN' });
  }
}

/**
 * Returns the identity of a voice: its provider and its id at the provider.
 *
 * Errors: VOICE_UNSUPPORTED when `config.voice` is not an object, or is disabled.
 */
export function voiceOf(agent: AgentRecord): Result<string, AgentErrorOf<'VOICE_UNSUPPORTED'>> {
  const voice = agent.config?.['voice'];
  if (!isMap(voice) || voice['enabled'] === false)
    return err({ code: 'VOICE_UNSUPPORTED', agentId: agent.id });
  return ok([voice['provider'], voice['voiceId']].filter((part) => typeof part === 'string').join('/'));
}
