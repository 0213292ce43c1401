/**
 * Chooses how agent cards from other hosts are fetched: over the network on Node, not at all elsewhere.
 */
import { createOwnCardFetcher, type CardFetcher } from '../../http/card-fetcher.ts';

type Load = () => Promise<CardFetcher>;

/**
 * Creates the card fetcher for this host; its modules are loaded on first use.
 *
 * Shape: `allow` lists hosts that cards may be fetched from although they are not public.
 * Errors: rejects for an entry that is not a host.
 */
export async function createHostCardFetcher(allow: readonly string[]): Promise<CardFetcher> {
  if (!isNode()) return createOwnCardFetcher();
  const load = once(() => loadNodeFetcher(allow));
  if (allow.length > 0) await load();
  return {
    fetchCard: async (address, context) => (await load()).fetchCard(address, context),
  };
}

/** Why: bundlers for browsers, and the type check without Node's types, would follow the path if it were a literal. */
async function loadNodeFetcher(allow: readonly string[]): Promise<CardFetcher> {
  const path: string = '../../hosts/card-fetch.ts';
  const host = (await import(path)) as {
    createCardFetcher: (options: { allow: readonly string[] }) => CardFetcher;
  };
  return host.createCardFetcher({ allow });
}

function once(load: Load): Load {
  let loading: Promise<CardFetcher> | null = null;
  return () => (loading ??= load());
}

/** Returns whether the mock runs on Node. */
export function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
}
