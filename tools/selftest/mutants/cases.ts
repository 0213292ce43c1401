/** Mutants that refuse what is right or take what is wrong. */
import type { HttpResponse } from '../../../generated/runtime/http.ts';
import type { Mutation, Mutant } from './mutant.ts';
import { respondWith, mapResponse, jsonResponse } from './response-mutations.ts';
import {
  bodyOf,
  editQuery,
  editRequest,
  parseBody,
  rejectBodies,
  withBody,
  withJson,
} from './request-mutations.ts';
import { bindTwice } from './scenario-mutations.ts';
import { matchesRequest, type RequestMatcher } from './request-matcher.ts';

/** Mutants for the checks of right and wrong cases. */
export const caseMutants: readonly Mutant[] = [
  {
    id: 'null-refused',
    check: 'P01',
    subject: 'updateAgent',
    description: 'refuses null where it is allowed',
    mutation: rejectBodies({ operation: 'updateAgent' }, (body) => Object.values(body).includes(null)),
  },
  {
    id: 'enum-member-refused',
    check: 'P01',
    subject: 'createAgent',
    expects: 'warn',
    description: 'refuses one of the kinds of agents',
    mutation: rejectBodies({ operation: 'createAgent' }, (body) => body['agentType'] === 'external'),
  },
  {
    id: 'unknown-member-refused',
    check: 'P01',
    subject: 'createAgent',
    expects: 'warn',
    description: 'refuses a body with a member that it does not know',
    mutation: rejectBodies({ operation: 'createAgent' }, (body) =>
      Object.keys(body).some((name) => !AGENT_MEMBERS.includes(name)),
    ),
  },
  {
    id: 'query-refused',
    check: 'P01',
    subject: 'listAgents',
    description: 'refuses a page of one',
    mutation: respondWith({ operation: 'listAgents', query: /[?&]limit=1(&|$)/ }, 400, {
      error: 'Validation failed',
    }),
  },
  {
    id: 'name-not-needed',
    check: 'N01',
    subject: 'createAgent',
    description: 'makes an agent without a name',
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
    description: 'takes values of every type',
    mutation: takeEverything({ operation: 'updateAgent' }, {}),
  },
  {
    id: 'broken-json-taken',
    check: 'N01',
    subject: 'createAgent',
    description: 'takes a body that is no JSON for an agent',
    mutation: mendBody({ operation: 'createAgent' }, { name: 'Mended' }),
  },
  {
    id: 'wrong-body-as-not-found',
    check: 'N01',
    subject: 'submitFlowBatch',
    description: 'answers a wrong body with 404',
    mutation: mapResponse({ operation: 'submitFlowBatch', status: 400 }, (response) => ({
      ...response,
      status: 404,
    })),
  },
  {
    id: 'boolean-not-read',
    check: 'N02',
    subject: 'pollProductEvents',
    description: 'takes `onlyRegressions` with a value that is neither true nor false',
    mutation: editQuery({ operation: 'pollProductEvents' }, (query) => {
      if (!['true', 'false'].includes(query.get('onlyRegressions') ?? 'true'))
        query.delete('onlyRegressions');
    }),
  },
  {
    id: 'limit-not-read',
    check: 'N02',
    subject: 'pollProductEvents',
    description: 'takes a limit of events that is no number',
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
    description: 'answers an unknown batch with 200',
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

const AGENT_MEMBERS = [
  ...['name', 'description', 'icon', 'agentType', 'status', 'maxTurns', 'primaryFlowId', 'config'],
  ...['externalConfig', 'partnerManagedConfig', 'capabilities'],
];

const CARD = { name: 'Inside', url: 'https://inside.test', version: '1.0.0', skills: [] };

/** Asks again with a right body when the one that was sent is refused. */
function takeEverything(where: RequestMatcher, right: unknown): Mutation {
  return (serve) =>
    async (request): Promise<HttpResponse> => {
      if (!matchesRequest(where, request)) return serve(request);
      const bytes = await bodyOf(request);
      const response = await serve(withBody(request, bytes));
      if (response.status !== 400) return response;
      return serve(withJson(request, right));
    };
}

/** Takes a right body in place of one that is no JSON. */
function mendBody(where: RequestMatcher, right: unknown): Mutation {
  return (serve) => async (request) => {
    if (!matchesRequest(where, request)) return serve(request);
    const bytes = await bodyOf(request);
    return serve(parseBody(bytes) === undefined ? withJson(request, right) : withBody(request, bytes));
  };
}
