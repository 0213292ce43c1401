/** Which description the records of a world fit. */
import { defineCollection } from '../../kernel/store/collection.ts';
import { CommitUnreadableError } from '../../kernel/ports.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceContract } from '../plan/described-operations.ts';

/** What the records of a world fit. Shape: one of a world, with the id `description`; older worlds have no title. */
export interface ServedDescription {
  readonly id: string;
  readonly digest: string;
  readonly title?: string;
  /** The names of the resources. */
  readonly resources?: readonly string[];
}

export const servedDescriptions = defineCollection<ServedDescription>('servedDescription');

const ID = 'description';

/** Returns whether the records of a world fit a description that was read before. */
export function isFitting({ view }: { readonly view: View }, { digest }: ResourceContract): boolean {
  return digest === undefined || view.get(servedDescriptions, ID)?.digest === digest;
}

/** Stores which description the records of a world fit. */
export function noteServed(tx: Transaction, { digest, contract, graph }: ResourceContract): void {
  if (digest === undefined) return;
  const resources = graph.resources.map(({ name }) => name);
  tx.put(servedDescriptions, { id: ID, digest, title: contract.title, resources });
}

/**
 * Rejects stored worlds of another API: one with another title, and with resources of which the description has less than
 * half. Errors: throws a CommitUnreadableError.
 */
export function assertSameApi(
  worlds: readonly { readonly view: View }[],
  { contract, graph }: ResourceContract,
): void {
  for (const { view } of worlds) {
    const { title, resources = [] } = view.get(servedDescriptions, ID) ?? {};
    if (title === undefined || title === contract.title) continue;
    const shared = resources.filter((name) => graph.resources.some((each) => each.name === name));
    if (resources.length > 0 && shared.length * 2 >= resources.length) continue;
    throw new CommitUnreadableError(
      `its worlds are of another API (${title}), not of ${contract.title}. Use another place, or remove its data`,
    );
  }
}
