/**
 * An external agent's copy of its card: the URL of the card, the changes of a newer one, and the default roles of new
 * skills. Fetches nothing.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import { agents, findAgent, type AgentRecord } from './agent.ts';
import type { DomainErrorOf, AgentErrorOf } from '../errors.ts';
import { isMap, type Json, type JsonMap } from '../../../kernel/json.ts';

/** The changes of a new card. Shape: ids of skills in the order of the cards; roles without duplicates. */
export interface CardChanges {
  readonly skillsAdded: readonly string[];
  readonly skillsRemoved: readonly string[];
  readonly rolesAutoApplied: readonly string[];
}

/** The roles of new skills when the agent's configuration specifies none. */
const defaultRoles: readonly string[] = ['member'];

const wellKnownCard = '/.well-known/agent-card.json';

/**
 * Returns the URL of an external agent's card: the configured one, else the well-known one at the agent's endpoint.
 *
 * Shape: `base` is the URL of the world; a configured URL that begins with `/` is below it.
 * Errors: NOT_EXTERNAL; CARD_ADDRESS_MISSING when there is neither.
 * Source: F-4.2-214; assumption A-CARD-ADDRESS.
 */
export function cardAddressOf(
  agent: AgentRecord,
  base: string,
): Result<string, AgentErrorOf<'NOT_EXTERNAL' | 'CARD_ADDRESS_MISSING'>> {
  const agentId = agent.id;
  if (agent.agentType !== 'external') return err({ code: 'NOT_EXTERNAL', agentId });
  const { agentCardUrl, endpoint } = withCardAddress(agent.externalConfig, base) ?? {};
  if (isFilled(agentCardUrl)) return ok(agentCardUrl);
  const origin = isFilled(endpoint) ? /^https?:\/\/[^/?#]+/i.exec(endpoint)?.[0] : undefined;
  return origin === undefined ? err({ code: 'CARD_ADDRESS_MISSING', agentId }) : ok(origin + wellKnownCard);
}

/**
 * Returns an external configuration as clients read it: with the full URL of a card that the world serves itself.
 */
export function withCardAddress(config: JsonMap | null, base: string): JsonMap | null {
  const address = config?.['agentCardUrl'];
  return typeof address === 'string' && address.startsWith('/')
    ? { ...config, agentCardUrl: base + address }
    : config;
}

/**
 * Replaces the agent's copy by a card that was just fetched, and returns the changes.
 *
 * Errors: AGENT_NOT_FOUND when the agent was deleted in the meantime.
 * Source: F-4.2-215..218; assumption A-CARD-CACHE.
 */
export function adoptCard(
  tx: Transaction,
  workspaceId: string,
  agentId: string,
  card: JsonMap,
): Result<{ readonly agent: AgentRecord; readonly changes: CardChanges }, DomainErrorOf<'AGENT_NOT_FOUND'>> {
  const current = findAgent(tx, workspaceId, agentId);
  if (!current.ok) return current;
  const config = current.value.externalConfig ?? {};
  const before = new Set(skillsOf(config['agentCard']));
  const now = new Set(skillsOf(card));
  const skillsAdded = [...now].filter((skill) => !before.has(skill));
  const roles = rolesFor(config['defaultSkillRoles']);
  const agent = tx.put(agents, {
    ...current.value,
    externalConfig: {
      ...config,
      agentCard: card,
      skillRoles: Object.fromEntries(
        [...now].map((skill) => [skill, before.has(skill) ? rolesOf(config, skill) : roles]),
      ),
    },
    healthStatus: 'healthy',
    lastHealthCheckAt: tx.at,
    updatedAt: tx.at,
  });
  const changes: CardChanges = {
    skillsAdded,
    skillsRemoved: [...before].filter((skill) => !now.has(skill)),
    rolesAutoApplied: skillsAdded.length === 0 ? [] : roles,
  };
  return ok({ agent, changes });
}

/** Records that an agent could not be reached. Keeps its copy of the card. */
export function noteUnreachable(tx: Transaction, agentId: string): Result<null, never> {
  const agent = tx.get(agents, agentId);
  if (agent) tx.put(agents, { ...agent, healthStatus: 'unhealthy', lastHealthCheckAt: tx.at });
  return ok(null);
}

/** Lists the ids of a card's skills, each once; a skill without an id is identified by its name. */
function skillsOf(card: Json): readonly string[] {
  const skills = isMap(card) ? card['skills'] : null;
  if (!Array.isArray(skills)) return [];
  const ids = skills.filter(isMap).map((skill) => skill['id'] ?? skill['name']);
  return [...new Set(ids.filter(isFilled))];
}

function rolesOf(config: JsonMap, skill: string): readonly string[] {
  const assigned = config['skillRoles'];
  const roles = isMap(assigned) ? assigned[skill] : null;
  return Array.isArray(roles) ? roles.filter(isFilled) : [];
}

function rolesFor(configured: Json): readonly string[] {
  return Array.isArray(configured) ? [...new Set(configured.filter(isFilled))] : defaultRoles;
}

function isFilled(value: Json): value is string {
  return typeof value === 'string' && value !== '';
}
