/**
 * Versions of agents: snapshots of the live record, of which one is published. Versions are immutable: publishing does
 * not change earlier ones.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import { agents, findAgent, type AgentRecord } from './agent.ts';
import { listCapabilities, type CapabilityRecord } from './capability.ts';
import type { AgentErrorOf, DomainErrorOf } from '../errors.ts';

/** The type of a version: in progress, or published at some time. */
export type VersionType = 'draft' | 'published';

/**
 * A version.
 *
 * Shape: `versionNumber` counts the versions of the agent from 1; `agent` and `capabilities` are a copy of the live
 * records.
 */
export interface AgentVersionRecord {
  readonly id: string;
  readonly agentId: string;
  readonly versionNumber: number;
  readonly versionType: VersionType;
  readonly label: string | null;
  readonly notes: string | null;
  readonly agent: AgentRecord;
  readonly capabilities: readonly CapabilityRecord[];
  readonly createdAt: EpochMs;
}

export const agentVersions = defineCollection<AgentVersionRecord>('agentVersion');

/** The versions of an agent, oldest first. */
export const versionsOfAgent = defineIndex(agentVersions, 'byAgent', ({ agentId, versionNumber }) =>
  sortKey(agentId, versionNumber),
);

/** The metadata of a new version. Shape: `id` is for fixtures. */
export interface VersionNote {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly notes?: string | undefined;
}

type AgentUnknown = DomainErrorOf<'AGENT_NOT_FOUND'>;

/**
 * Takes a snapshot of the live record and publishes it. Each call creates a new version.
 *
 * Errors: AGENT_NOT_FOUND.
 * Source: F-4.2-204; assumption A-053.
 */
export function publishAgent(
  tx: Transaction,
  workspaceId: string,
  agentId: string,
  note: VersionNote = {},
): Result<AgentVersionRecord, AgentUnknown> {
  const result = findAgent(tx, workspaceId, agentId);
  if (!result.ok) return result;
  const version = takeVersion(tx, result.value, 'published', note);
  promote(tx, result.value, version.id);
  return ok(version);
}

/**
 * Publishes an existing version, whether older, newer or a draft.
 *
 * Errors: AGENT_NOT_FOUND; VERSION_NOT_FOUND; VERSION_FOREIGN when it belongs to another agent.
 * Source: F-4.1-014, F-3-026; assumption A-052.
 */
export function publishVersion(
  tx: Transaction,
  workspaceId: string,
  agentId: string,
  versionId: string,
): Result<AgentVersionRecord, AgentUnknown | AgentErrorOf<'VERSION_NOT_FOUND' | 'VERSION_FOREIGN'>> {
  const agent = findAgent(tx, workspaceId, agentId);
  if (!agent.ok) return agent;
  const result = versionOf(tx, agent.value, versionId);
  if (!result.ok) return result;
  promote(tx, agent.value, versionId);
  return ok(tx.put(agentVersions, { ...result.value, versionType: 'published' }));
}

/** Takes a draft snapshot, which replaces the previous draft. */
export function takeDraft(tx: Transaction, agent: AgentRecord, note: VersionNote = {}): AgentVersionRecord {
  const version = takeVersion(tx, agent, 'draft', note);
  tx.put(agents, { ...agent, draftVersionId: version.id });
  return version;
}

/**
 * Finds a version of an agent.
 *
 * Errors: AGENT_NOT_FOUND; VERSION_NOT_FOUND, also when it belongs to another workspace; VERSION_FOREIGN when it
 * belongs to another agent of this workspace.
 */
export function findVersion(
  view: View,
  workspaceId: string,
  agentId: string,
  versionId: string,
): Result<AgentVersionRecord, AgentUnknown | AgentErrorOf<'VERSION_NOT_FOUND' | 'VERSION_FOREIGN'>> {
  const agent = findAgent(view, workspaceId, agentId);
  return agent.ok ? versionOf(view, agent.value, versionId) : agent;
}

/** Finds the published version. Errors: AGENT_NOT_FOUND; NEVER_PUBLISHED. */
export function findPublishedVersion(
  view: View,
  workspaceId: string,
  agentId: string,
): Result<AgentVersionRecord, AgentUnknown | AgentErrorOf<'NEVER_PUBLISHED'>> {
  const agent = findAgent(view, workspaceId, agentId);
  if (!agent.ok) return agent;
  const { publishedVersionId } = agent.value;
  const version = publishedVersionId === null ? undefined : view.get(agentVersions, publishedVersionId);
  return version === undefined ? err({ code: 'NEVER_PUBLISHED', agentId }) : ok(version);
}

/** Lists the versions of an agent, newest first. */
export function listVersions(view: View, agentId: string): readonly AgentVersionRecord[] {
  return view.scan(versionsOfAgent, { prefix: sortKey(agentId), reverse: true });
}

export function removeVersions(tx: Transaction, agentId: string): void {
  for (const { id } of listVersions(tx, agentId)) tx.delete(agentVersions, id);
}

function versionOf(
  view: View,
  { id, workspaceId }: AgentRecord,
  versionId: string,
): Result<AgentVersionRecord, AgentErrorOf<'VERSION_NOT_FOUND' | 'VERSION_FOREIGN'>> {
  const version = view.get(agentVersions, versionId);
  if (version?.agent.workspaceId !== workspaceId) return err({ code: 'VERSION_NOT_FOUND', versionId });
  return version.agentId === id ? ok(version) : err({ code: 'VERSION_FOREIGN', versionId });
}

function takeVersion(
  tx: Transaction,
  agent: AgentRecord,
  versionType: VersionType,
  { id, label, notes }: VersionNote,
): AgentVersionRecord {
  const [newest] = tx.scan(versionsOfAgent, { prefix: sortKey(agent.id), reverse: true, limit: 1 });
  return tx.put(agentVersions, {
    id: id ?? tx.nextId('aver'),
    agentId: agent.id,
    versionNumber: (newest?.versionNumber ?? 0) + 1,
    versionType,
    label: label ?? null,
    notes: notes ?? null,
    agent,
    capabilities: listCapabilities(tx, agent.id),
    createdAt: tx.at,
  });
}

function promote(tx: Transaction, agent: AgentRecord, versionId: string): void {
  tx.put(agents, {
    ...agent,
    status: 'active',
    publishedVersionId: versionId,
    draftVersionId: agent.draftVersionId === versionId ? null : agent.draftVersionId,
    updatedAt: tx.at,
  });
}
