/** The operations that fetch the cards of external agents. */
import { validateSchema } from '../../../generated/service/validators.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import { findAgent, type AgentRecord } from '../domain/agents/agent.ts';
import { adoptCard, cardAddressOf, noteUnreachable } from '../domain/agents/card-refresh.ts';
import type { DomainErrorOf, AgentErrorOf } from '../domain/errors.ts';
import type { OwnAddresses } from '../../http/outbound.ts';
import type { Card, CardFetcher, CardProblem } from '../cards/card-fetcher.ts';
import { findWorld, isLoopbackHost, type WorldFinder } from '../../http/addresses.ts';
import { ok, err, type Result } from '../../kernel/transaction/result.ts';
import { agentBody } from './agent-body.ts';
import { agentErrorResponse } from './errors.ts';
import { ownerOf, type ServiceContext } from './context.ts';
import { cardFolder, findServedCard } from '../domain/agents/served-card.ts';

export interface CardOptions {
  readonly fetcher: CardFetcher;
  readonly worlds: () => WorldFinder;
}

type CardOperation = 'fetchAgentCard' | 'refreshAgentCard';

export function createAgentCardHandlers(options: CardOptions): Pick<Handlers<ServiceContext>, CardOperation> {
  return {
    async fetchAgentCard({ body }, context) {
      const card = await fetchCard(body.url, context, options);
      return card.ok ? { status: 200, body: card.value } : agentErrorResponse(card.error);
    },

    async refreshAgentCard({ path }, context) {
      const { world, caller, baseUrl } = context;
      const { workspaceId } = ownerOf(caller);
      const address = world.query((view) => addressOf(findAgent(view, workspaceId, path.id), baseUrl));
      if (!address.ok) return agentErrorResponse(address.error);
      const card = await fetchCard(address.value, context, options);
      if (!card.ok) {
        if (card.error.code === 'CARD_FETCH_FAILED')
          await world.dispatch((tx) => noteUnreachable(tx, path.id));
        return agentErrorResponse(card.error);
      }
      const adopted = await world.dispatch((tx) => adoptCard(tx, workspaceId, path.id, card.value));
      if (!adopted.ok) return agentErrorResponse(adopted.error);
      const { agent, changes } = adopted.value;
      const { skillsAdded, skillsRemoved, rolesAutoApplied } = changes;
      const changeReport = {
        skillsAdded: [...skillsAdded],
        skillsRemoved: [...skillsRemoved],
        rolesAutoApplied: [...rolesAutoApplied],
      };
      return { status: 200, body: { ...agentBody(agent, { baseUrl }), changeReport } };
    },
  };
}

function addressOf(
  agent: Result<AgentRecord, DomainErrorOf<'AGENT_NOT_FOUND'>>,
  baseUrl: string,
): Result<string, DomainErrorOf<'AGENT_NOT_FOUND'> | AgentErrorOf<'NOT_EXTERNAL' | 'CARD_ADDRESS_MISSING'>> {
  return agent.ok ? cardAddressOf(agent.value, baseUrl) : agent;
}

/** Fetches a card that fits the contract: an object whose well-known properties, if present, are valid. */
async function fetchCard(
  url: string,
  { signal, rootUrl }: ServiceContext,
  { fetcher, worlds }: CardOptions,
): Promise<Result<Card, CardProblem>> {
  const fetched = await fetcher.fetchCard(url, { signal, own: createOwnCards(worlds(), rootUrl) });
  if (!fetched.ok) return fetched;
  const problem = validateSchema.AgentCard.firstProblem(fetched.value);
  return problem === null
    ? ok(fetched.value)
    : err({
        code: 'CARD_UNREADABLE',
        reason: `The address did not return an agent card: ${problem.message}`,
      });
}

/**
 * Creates the function that responds for URLs below `/_mock/agent-cards/` of any world.
 *
 * Shape: `rootUrl` is the URL the caller used for the mock; another loopback name with the same port is the mock as
 * well.
 */
export function createOwnCards(worlds: WorldFinder, rootUrl: string): OwnAddresses {
  const root = new URL(rootUrl);
  return async (address) => {
    if (!isSameServer(root, address)) return null;
    const route = await findWorld(worlds, address.pathname);
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
