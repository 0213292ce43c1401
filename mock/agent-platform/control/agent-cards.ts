/** Agent cards that a world serves, and token audience policies. */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import type { AgentCardEntry } from '../../../generated/control-agent-platform/types.ts';
import {
  cardFolder,
  findServedCard,
  serveCard,
  servedCards,
  stopServingCard,
} from '../domain/agents/served-card.ts';
import type { CardResponse, ServedCardRecord } from '../domain/agents/served-card.ts';
import type { ServiceContext } from '../handlers/context.ts';
import { agentErrorResponse } from '../handlers/errors.ts';
import { setTokenPolicy } from '../domain/agents/token-audience.ts';
import { tokenPolicyBody } from '../handlers/agent-body.ts';

type CardOperation = 'listAgentCards' | 'serveAgentCard' | 'putAgentCard' | 'deleteAgentCard';

/** Headers of served cards. A page may be served instead of a card and must not run with the origin's privileges. */
const cardHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

export const agentCardHandlers: Pick<Handlers<ServiceContext>, CardOperation> = {
  listAgentCards(_, { world, baseUrl }) {
    const cards = world.query((view) => view.scan(servedCards));
    return { status: 200, body: { cards: cards.map((card) => cardEntry(card, baseUrl)) } };
  },

  serveAgentCard({ path }, { world }) {
    const card = world.query((view) => findServedCard(view, path.name));
    if (!card.ok) return notServed(agentErrorResponse(card.error));
    const { status, contentType, headers, text } = card.value;
    return {
      status: status as 200,
      contentType,
      headers: { ...headers, ...cardHeaders },
      bytes: new TextEncoder().encode(text),
    };
  },

  async putAgentCard({ path, body }, { world, baseUrl }) {
    const response = 'status' in body ? (body as CardResponse) : { status: 200, body };
    const served = await world.dispatch((tx) => serveCard(tx, path.name, response));
    return served.ok
      ? { status: 200, body: cardEntry(served.value, baseUrl) }
      : agentErrorResponse(served.error);
  },

  async deleteAgentCard({ path }, { world }) {
    const stopped = await world.dispatch((tx) => stopServingCard(tx, path.name));
    return stopped.ok ? { status: 204 } : agentErrorResponse(stopped.error);
  },
};

/** Returns the 404 as bytes: the operation declares only bytes, since a card's response may be anything. */
function notServed({ status, body }: { readonly status: 404; readonly body: object }) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { status, contentType: 'application/json', bytes } as const;
}

function cardEntry({ id, status }: ServedCardRecord, baseUrl: string): AgentCardEntry {
  return { name: id, url: `${baseUrl}${cardFolder}${id}.json`, status };
}

export const tokenAudiencePolicyHandlers: Pick<Handlers<ServiceContext>, 'setTokenAudiencePolicy'> = {
  async setTokenAudiencePolicy({ path, body }, { world }) {
    const set = await world.dispatch((tx) => setTokenPolicy(tx, path.id, body.entries));
    return set.ok
      ? { status: 200, body: tokenPolicyBody(path.id, set.value) }
      : agentErrorResponse(set.error);
  },
};
