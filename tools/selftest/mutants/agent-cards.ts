/** Defects of the cards of external agents, and of features that a plan lacks. */
import { repeatResponse } from '../mutations/stateful-mutations.ts';
import type { MutantRow } from '../mutations/mutant.ts';
import {
  respondWith,
  changeStatus,
  editJson,
  editObjects,
  fieldsOf,
  mapResponse,
  readJson,
  writeJson,
} from '../mutations/response-mutations.ts';
import { rejectBodies } from '../mutations/request-mutations.ts';

/** Further mutants for the group `agents`. */
export const agentCardMutants: readonly MutantRow[] = [
  {
    id: 'card-edited',
    check: 'AGENT20',
    description: 'edits the card that it fetches',
    mutation: editObjects({ operation: 'fetchAgentCard', status: 200 }, (value) => {
      if ('description' in value) value['description'] = 'Seen by the service.';
    }),
  },
  {
    id: 'remote-fault-as-ours',
    check: 'AGENT21',
    description: 'returns 400 when the address of a card fails',
    mutation: changeStatus({ operation: 'fetchAgentCard', status: 502 }, 400),
  },
  {
    id: 'card-refreshed-once',
    check: 'AGENT22',
    description: 'refreshes a card once and never again',
    mutation: repeatResponse({ operation: 'refreshAgentCard', status: 200 }, ({ path }) => path),
  },
  {
    id: 'new-skill-without-role',
    check: 'AGENT23',
    expects: 'warn',
    description: 'gives no roles to new skills',
    mutation: editJson({ operation: 'getAgent', status: 200 }, (agent) => {
      fieldsOf(agent['externalConfig'])['skillRoles'] = {};
    }),
  },
  {
    id: 'change-report-empty',
    check: 'AGENT23',
    description: 'reports no changes of a refresh',
    mutation: editJson({ operation: 'refreshAgentCard', status: 200 }, () => ({})),
  },
  {
    id: 'native-agent-refreshed',
    check: 'AGENT24',
    description: 'reports that it refreshed the card of a native agent',
    mutation: changeStatus({ operation: 'refreshAgentCard', status: 400 }, 200),
  },
  {
    id: 'refresh-fault-as-ours',
    check: 'AGENT25',
    description: 'returns 500 when the address of a card fails in a refresh',
    mutation: changeStatus({ operation: 'refreshAgentCard', status: 502 }, 500),
  },
  {
    id: 'copy-not-kept',
    check: 'AGENT34',
    expects: 'warn',
    description: 'reports the skills of a card at every refresh',
    mutation: editJson({ operation: 'refreshAgentCard', status: 200 }, (agent) => {
      fieldsOf(agent['changeReport'])['skillsAdded'] = ['book_trip', 'change_trip'];
    }),
  },
  {
    id: 'card-not-derived',
    check: 'AGENT34',
    expects: 'warn',
    description: 'refreshes no agent without the address of its card',
    mutation: changeStatus({ operation: 'refreshAgentCard', status: 502 }, 400),
  },
  {
    id: 'feature-unavailable-forbidden',
    check: 'AGENT36',
    description: 'returns 403 for a feature that is not available',
    mutation: changeStatus({ operation: 'createAgent', status: 402 }, 403),
  },
  {
    id: 'card-wrapped',
    check: 'AGENT37',
    expects: 'warn',
    description: 'wraps the card that it fetches',
    mutation: mapResponse({ operation: 'fetchAgentCard', status: 200 }, (response) => ({
      ...response,
      body: writeJson({ card: readJson(response.body) }),
    })),
  },
  {
    id: 'error-page-as-card',
    check: 'AGENT37',
    expects: 'warn',
    description: 'returns the error of another server as a card',
    mutation: respondWith({ operation: 'fetchAgentCard', status: 502 }, 200, { name: 'Not found' }),
  },
  {
    id: 'feature-forbidden',
    check: 'AGENT35',
    expects: 'warn',
    description: 'returns 403 for a kind of agent that the plan lacks',
    mutation: (serve) => {
      const rejecting = rejectBodies(
        { operation: 'createAgent' },
        ({ agentType }) => agentType === 'external',
      )(serve);
      return async (request) => {
        const response = await rejecting(request);
        return response.status === 400 ? { ...response, status: 403 } : response;
      };
    },
  },
];
