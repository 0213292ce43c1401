/**
 * Answers for the cards that the mock serves itself. They are read from their world and never over the network, so that
 * neither the name under which the mock is reached nor a proxy before it decides what is fetched.
 */
import { cardFolder, findServedCard } from '../../domain/agents/served-card.ts';
import { isLoopbackHost } from '../../http/addresses.ts';
import type { CardResponse } from '../../http/card-fetcher.ts';
import { findWorld } from '../../http/world-route.ts';
import type { WorldFinder } from '../../http/world-route.ts';

/**
 * Makes the function that answers for addresses below `/_mock/agent-cards/` of any world.
 *
 * Shape: `rootUrl` is how the caller reached the mock; another loopback name with the same port is the mock as well.
 */
export function createOwnCards(worlds: WorldFinder, rootUrl: string): (address: URL) => CardResponse | null {
  const root = new URL(rootUrl);
  return (address) => {
    if (!isSameServer(root, address)) return null;
    const route = findWorld(worlds, address.pathname);
    if (route.kind === 'unknown' || !route.path.startsWith(cardFolder)) return null;
    const card = route.world.query((view) => findServedCard(view, route.path.slice(cardFolder.length)));
    if (!card.ok) return { status: 404, location: null, text: '' };
    const { status, headers, text } = card.value;
    return { status, location: headers['location'] ?? null, text };
  };
}

function isSameServer(root: URL, address: URL): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (address.origin === root.origin) return true;
  const areLoopback = isLoopbackHost(root.host) && isLoopbackHost(address.host);
  return areLoopback && root.protocol === address.protocol && root.port === address.port;
}
