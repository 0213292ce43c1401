/** Defects of validation: valid requests are rejected, or invalid ones accepted. */
import type { HttpResponse } from '../../../templates/runtime/http.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import { respondWith, mapResponse, jsonResponse } from '../mutations/response-mutations.ts';
import {
  bodyOf,
  editQuery,
  editRequest,
  parseBody,
  rejectBodies,
  withBody,
  withJson,
} from '../mutations/request-mutations.ts';
import { bindTwice } from '../mutations/scenario-mutations.ts';
import { matchesRequest, type RequestMatcher } from '../mutations/request-matcher.ts';

/** Mutants for the checks of valid and invalid requests. */
export const caseMutants: readonly MutantRow[] = [
  {
    id: 'null-rejected',
    check: 'P01',
    subject: 'updateAgent',
    description: 'rejects an allowed null',
    mutation: rejectBodies({ operation: 'updateAgent' }, (body) => Object.values(body).includes(null)),
  },
  {
    id: 'enum-value-rejected',
    check: 'P01',
    subject: 'createAgent',
    expects: 'warn',
    description: 'rejects one of the agent types',
    mutation: rejectBodies({ operation: 'createAgent' }, (body) => body['agentType'] === 'external'),
  },
  {
    id: 'unknown-property-rejected',
    check: 'P01',
    subject: 'createAgent',
    expects: 'warn',
    description: 'rejects a body with an unknown property',
    mutation: rejectBodies({ operation: 'createAgent' }, (body) =>
      Object.keys(body).some((name) => !AGENT_PROPERTIES.includes(name)),
    ),
  },
  {
    id: 'query-rejected',
    check: 'P01',
    subject: 'listAgents',
    description: 'rejects pages of one item',
    mutation: respondWith({ operation: 'listAgents', query: /[?&]limit=1(&|$)/ }, 400, {
      error: 'Validation failed',
    }),
  },
  {
    id: 'name-not-needed',
    check: 'N01',
    subject: 'createAgent',
    description: 'creates an agent without a name',
    mutation: editRequest({ operation: 'createAgent' }, (body) => {
      body['name'] ??= 'Nameless';
    }),
  },
  {
    id: 'messages-not-needed',
    check: 'N01',
    subject: 'executeAgent',
    expects: 'warn',
    description: 'runs an agent without messages',
    mutation: editRequest({ operation: 'executeAgent' }, (body) => {
      body['messages'] ??= [];
    }),
  },
  {
    id: 'wrong-type-taken',
    check: 'N01',
    subject: 'updateAgent',
    description: 'accepts values of every type',
    mutation: acceptInvalidBodies({ operation: 'updateAgent' }, {}),
  },
  {
    id: 'broken-json-taken',
    check: 'N01',
    subject: 'createAgent',
    description: 'accepts an agent that is not JSON',
    mutation: repairBody({ operation: 'createAgent' }, { name: 'Mended' }),
  },
  {
    id: 'wrong-body-as-not-found',
    check: 'N01',
    subject: 'submitFlowBatch',
    description: 'returns 404 for an invalid body',
    mutation: mapResponse({ operation: 'submitFlowBatch', status: 400 }, (response) => ({
      ...response,
      status: 404,
    })),
  },
  {
    id: 'boolean-not-read',
    check: 'N02',
    subject: 'pollProductEvents',
    description: 'accepts any value of `onlyRegressions`',
    mutation: editQuery({ operation: 'pollProductEvents' }, (query) => {
      if (!['true', 'false'].includes(query.get('onlyRegressions') ?? 'true'))
        query.delete('onlyRegressions');
    }),
  },
  {
    id: 'limit-not-read',
    check: 'N02',
    subject: 'pollProductEvents',
    description: 'accepts a limit of events that is not a number',
    mutation: editQuery({ operation: 'pollProductEvents' }, (query) => {
      if (!/^\d+$/.test(query.get('maxEvents') ?? '0')) query.delete('maxEvents');
    }),
  },
  {
    id: 'unknown-id-found',
    check: 'N03',
    subject: 'getAgent',
    description: 'finds an agent for every id',
    mutation: (serve) => async (request) => {
      const response = await serve(request);
      if (!matchesRequest({ operation: 'getAgent' }, request) || response.status !== 404) return response;
      return serve({ ...request, path: request.path.replace(/[^/]+$/, 'agent_support') });
    },
  },
  {
    id: 'unknown-id-as-ok',
    check: 'N03',
    subject: 'getBatchStatus',
    description: 'returns 200 for an unknown batch',
    mutation: mapResponse({ operation: 'getBatchStatus', status: 404 }, (response) => ({
      ...response,
      status: 200,
    })),
  },
  {
    id: 'inside-address-fetched',
    check: 'N04',
    subject: 'fetchAgentCard',
    description: 'fetches cards from addresses inside its own network',
    mutation: (serve) => async (request) => {
      const response = await serve(request);
      const isOne = matchesRequest({ operation: 'fetchAgentCard' }, request) && response.status >= 400;
      return isOne ? jsonResponse(200, CARD) : response;
    },
  },
  {
    id: 'foreign-version-shown',
    check: 'N04',
    subject: 'getAgentVersion',
    description: 'shows the version of another agent',
    mutation: (serve) => async (request) => {
      const response = await serve(request);
      const isOne = matchesRequest({ operation: 'getAgentVersion' }, request) && response.status === 400;
      if (!isOne) return response;
      return serve({
        ...request,
        path: request.path.replace(/[^/]+\/[^/]+$/, 'agent_support/aver_support_2'),
      });
    },
  },
  {
    id: 'tool-name-twice',
    check: 'N04',
    subject: 'addAgentCapability',
    description: 'binds two capabilities under one name',
    mutation: bindTwice,
  },
  {
    id: 'own-agent-refreshed',
    check: 'N04',
    subject: 'refreshAgentCard',
    description: 'refreshes the card of an agent that has none',
    mutation: mapResponse({ operation: 'refreshAgentCard', status: 400 }, (response) => ({
      ...response,
      status: 200,
    })),
  },
];

const AGENT_PROPERTIES = [
  ...['name', 'description', 'icon', 'agentType', 'status', 'maxTurns', 'primaryFlowId', 'config'],
  ...['externalConfig', 'partnerManagedConfig', 'capabilities'],
];

const CARD = { name: 'Inside', url: 'https://inside.test', version: '1.0.0', skills: [] };

/** Retries with a valid body after an error. */
function acceptInvalidBodies(where: RequestMatcher, right: unknown): Mutation {
  return (serve) =>
    async (request): Promise<HttpResponse> => {
      if (!matchesRequest(where, request)) return serve(request);
      const bytes = await bodyOf(request);
      const response = await serve(withBody(request, bytes));
      if (response.status !== 400) return response;
      return serve(withJson(request, right));
    };
}

/** Replaces a body that is not JSON with a valid one. */
function repairBody(where: RequestMatcher, right: unknown): Mutation {
  return (serve) => async (request) => {
    if (!matchesRequest(where, request)) return serve(request);
    const bytes = await bodyOf(request);
    return serve(parseBody(bytes) === undefined ? withJson(request, right) : withBody(request, bytes));
  };
}
