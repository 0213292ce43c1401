/**
 * What an organization has beside agents: records, prompts, flows, evals and products. The mock plays no operation on
 * them; it knows them by name, so that they can be counted and called. Ids that it does not know are taken as they are.
 */
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection, sortKey } from '../../kernel/store/schema.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { JsonMap } from '../json.ts';

/** The kinds of things in the library. Source: F-4.3-018. */
export const workspaceItemTypes = ['record', 'prompt', 'flow', 'eval', 'product'] as const;

export type WorkspaceItemType = (typeof workspaceItemTypes)[number];

/** A thing in the library. Shape: `steps` are those of a flow, absent for other things. */
export interface WorkspaceItem {
  readonly id: string;
  readonly workspaceId: string;
  readonly type: WorkspaceItemType;
  readonly name: string;
  readonly steps?: readonly JsonMap[];
  readonly createdAt: EpochMs;
}

export const workspaceItems = defineCollection<WorkspaceItem>('libraryItem');

/** The things of one type in a workspace, the oldest first. */
export const workspaceItemsByType = defineIndex(
  workspaceItems,
  'byType',
  ({ workspaceId, type, createdAt }) => sortKey(workspaceId, type, createdAt),
);

export function addWorkspaceItem(tx: Transaction, item: WorkspaceItem): WorkspaceItem {
  return tx.put(workspaceItems, item);
}
