/** Mutants that refuse what is right or take what is wrong. */
import type { HttpResponse } from '../../../generated/runtime/http.ts';
import type { Lie, Mutant } from './mutant.ts';
import { answerInstead, changeResponse, jsonResponse } from './response-mutations.ts';
import {
  bodyOf,
  editQuery,
  editRequest,
  parseBody,
  refuseBodies,
  withBody,
  withJson,
} from './request-lies.ts';
import { bindTwice } from './story-lies.ts';
import { concernsRequest, type Where } from './where.ts';

/** Mutants for the checks of right and wrong cases. */
export const caseMutants: readonly Mutant[] = [
  {
    id: 'null-refused',
    check: 'P01',
    subject: 'updateAgent',
    says: 'refuses null where it is allowed',
    lie: refuseBodies({ operation: 'updateAgent' }, (body) => Object.values(body).includes(null)),
  },
  {
    id: 'enum-member-refused',
    check: 'P01',
    subject: 'createAgent',
    expects: 'warn',
    says: 'refuses one of the kinds of agents',
    lie: refuseBodies({ operation: 'createAgent' }, (body) => body['agentType'] === 'external'),
  },
  {
    id: 'unknown-member-refused',
    check: 'P01',
    subject: 'createAgent',
    expects: 'warn',
    says: 'refuses a body with a member that it does not know',
    lie: refuseBodies({ operation: 'createAgent' }, (body) =>
      Object.keys(body).some((name) => !AGENT_MEMBERS.includes(name)),
    ),
  },
  {
    id: 'query-refused',
    check: 'P01',
    subject: 'listAgents',
    says: 'refuses a page of one',
    lie: answerInstead({ operation: 'listAgents', query: /[?&]limit=1(&|$)/ }, 400, {
      error: 'Validation failed',
    }),
  },
  {
    id: 'name-not-needed',
    check: 'N01',
    subject: 'createAgent',
    says: 'makes an agent without a name',
    lie: editRequest({ operation: 'createAgent' }, (body) => {
      body['name'] ??= 'Nameless';
    }),
  },
  {
    id: 'messages-not-needed',
    check: 'N01',
    subject: 'executeAgent',
    expects: 'warn',
    says: 'runs an agent without messages',
    lie: editRequest({ operation: 'executeAgent' }, (body) => {
      body['messages'] ??= [];
    }),
  },
  {
    id: 'wrong-type-taken',
    check: 'N01',
    subject: 'updateAgent',
    says: 'takes values of every type',
    lie: takeEverything({ operation: 'updateAgent' }, {}),
  },
  {
    id: 'broken-json-taken',
    check: 'N01',
    subject: 'createAgent',
    says: 'takes a body that is no JSON for an agent',
    lie: mendBody({ operation: 'createAgent' }, { name: 'Mended' }),
  },
  {
    id: 'wrong-body-as-not-found',
    check: 'N01',
    subject: 'submitFlowBatch',
    says: 'answers a wrong body with 404',
    lie: changeResponse({ operation: 'submitFlowBatch', status: 400 }, (response) => ({
      ...response,
      status: 404,
    })),
  },
  {
    id: 'boolean-not-read',
    check: 'N02',
    subject: 'pollProductEvents',
    says: 'takes `onlyRegressions` with a value that is neither true nor false',
    lie: editQuery({ operation: 'pollProductEvents' }, (query) => {
      if (!['true', 'false'].includes(query.get('onlyRegressions') ?? 'true'))
        query.delete('onlyRegressions');
    }),
  },
  {
    id: 'limit-not-read',
    check: 'N02',
    subject: 'pollProductEvents',
    says: 'takes a limit of events that is no number',
    lie: editQuery({ operation: 'pollProductEvents' }, (query) => {
      if (!/^\d+$/.test(query.get('maxEvents') ?? '0')) query.delete('maxEvents');
    }),
  },
  {
    id: 'unknown-id-found',
    check: 'N03',
    subject: 'getAgent',
    says: 'finds an agent for every id',
    lie: (serve) => async (request) => {
      const response = await serve(request);
      if (!concernsRequest({ operation: 'getAgent' }, request) || response.status !== 404) return response;
      return serve({ ...request, path: request.path.replace(/[^/]+$/, 'agent_support') });
    },
  },
  {
    id: 'unknown-id-as-ok',
    check: 'N03',
    subject: 'getBatchStatus',
    says: 'answers an unknown batch with 200',
    lie: changeResponse({ operation: 'getBatchStatus', status: 404 }, (response) => ({
      ...response,
      status: 200,
    })),
  },
  {
    id: 'inside-address-fetched',
    check: 'N04',
    subject: 'fetchAgentCard',
    says: 'fetches cards from addresses inside its own network',
    lie: (serve) => async (request) => {
      const response = await serve(request);
      const isOne = concernsRequest({ operation: 'fetchAgentCard' }, request) && response.status >= 400;
      return isOne ? jsonResponse(200, CARD) : response;
    },
  },
  {
    id: 'foreign-version-shown',
    check: 'N04',
    subject: 'getAgentVersion',
    says: 'shows the version of another agent',
    lie: (serve) => async (request) => {
      const response = await serve(request);
      const isOne = concernsRequest({ operation: 'getAgentVersion' }, request) && response.status === 400;
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
    says: 'binds two capabilities under one name',
    lie: bindTwice,
  },
  {
    id: 'own-agent-refreshed',
    check: 'N04',
    subject: 'refreshAgentCard',
    says: 'refreshes the card of an agent that has none',
    lie: changeResponse({ operation: 'refreshAgentCard', status: 400 }, (response) => ({
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
function takeEverything(where: Where, right: unknown): Lie {
  return (serve) =>
    async (request): Promise<HttpResponse> => {
      if (!concernsRequest(where, request)) return serve(request);
      const bytes = await bodyOf(request);
      const response = await serve(withBody(request, bytes));
      if (response.status !== 400) return response;
      return serve(withJson(request, right));
    };
}

/** Takes a right body in place of one that is no JSON. */
function mendBody(where: Where, right: unknown): Lie {
  return (serve) => async (request) => {
    if (!concernsRequest(where, request)) return serve(request);
    const bytes = await bodyOf(request);
    return serve(parseBody(bytes) === undefined ? withJson(request, right) : withBody(request, bytes));
  };
}
