/**
 * Items of a workspace besides agents: records, prompts, flows, evals and products. No operation of the API changes
 * them; the mock stores their names, so that they can be counted and referred to. Unknown ids are accepted.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineIndex, defineCollection, sortKey } from '../../../kernel/store/collection.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { JsonMap } from '../../../kernel/json.ts';

/** The types of workspace items. Source: F-4.3-018. */
export const workspaceItemTypes = ['record', 'prompt', 'flow', 'eval', 'product'] as const;

export type WorkspaceItemType = (typeof workspaceItemTypes)[number];

/** A workspace item. Shape: `steps` are those of a flow, absent for other types. */
export interface WorkspaceItem {
  readonly id: string;
  readonly workspaceId: string;
  readonly type: WorkspaceItemType;
  readonly name: string;
  readonly steps?: readonly JsonMap[];
  readonly createdAt: EpochMs;
}

export const workspaceItems = defineCollection<WorkspaceItem>('libraryItem');

/** Index of the items of one type in a workspace, oldest first. */
export const workspaceItemsByType = defineIndex(
  workspaceItems,
  'byType',
  ({ workspaceId, type, createdAt }) => sortKey(workspaceId, type, createdAt),
);

export function addWorkspaceItem(tx: Transaction, item: WorkspaceItem): WorkspaceItem {
  return tx.put(workspaceItems, item);
}
