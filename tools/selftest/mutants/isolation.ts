/** Defects of isolation: records are reached by another organization, or by way of another agent. */
import type { OperationId } from '../../../conformance/agent-platform/contract.ts';
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { OPEN_KEY } from './access.ts';
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import { bodyOf, mapRequest, parseBody, withBody, withHeader } from '../mutations/request-mutations.ts';
import { fieldsOf } from '../mutations/response-mutations.ts';
import { replaceRequest } from '../mutations/scenario-mutations.ts';
import { matchesRequest, targetOf } from '../mutations/request-matcher.ts';

/** Keys of the fixture, which belong to the organization of the world. */
const ownKeys = new Set([OPEN_KEY, 'Bearer rt_live_readonly', 'Bearer rt_test_dev']);

function isStranger({ headers }: HttpRequest): boolean {
  const header = headers.get('authorization');
  return header?.startsWith('Bearer rt_live_') === true && !ownKeys.has(header);
}

/** Serves requests of every key as the owner of the world. */
function forgetOrganization(...operations: readonly OperationId[]): Mutation {
  return mapRequest({ operation: operations }, (request) =>
    isStranger(request) ? withHeader(request, 'authorization', OPEN_KEY) : request,
  );
}

/** Remembers the agent that a run belongs to and uses it instead of the one in the path. */
function ignoreAgentOf(operation: OperationId): Mutation {
  return (serve) => {
    const agents = new Map<string, string>();
    return async (request) => {
      if (matchesRequest({ operation: 'executeAgent' }, request)) {
        const response = await serve(request);
        const text = response.body.kind === 'text' ? response.body.text : '';
        const executionId = fieldsOf(parseBody(new TextEncoder().encode(text)))['executionId'];
        const id = targetOf(request)?.path.split('/')[3];
        if (typeof executionId === 'string' && id !== undefined) agents.set(executionId, id);
        return response;
      }
      if (!matchesRequest({ operation }, request)) return serve(request);
      const body = await bodyOf(request);
      const [, , , id = '', , inPath] = (targetOf(request)?.path ?? '').split('/');
      const inBody = fieldsOf(parseBody(body))['executionId'];
      const owner = agents.get(inPath ?? '') ?? agents.get(String(inBody)) ?? 'agent_support';
      return serve({
        ...withBody(request, body),
        path: request.path.replace(`/agents/${id}`, `/agents/${owner}`),
      });
    };
  };
}

/** Sends the changes of a request by another path: the id of the capability decides which agent is meant. */
const removeAnywhere: Mutation = (serve) => {
  const agents = new Map<string, string>();
  return async (request) => {
    if (matchesRequest({ operation: 'addAgentCapability' }, request)) {
      const response = await serve(request);
      const text = response.body.kind === 'text' ? response.body.text : '{}';
      const { id } = fieldsOf(JSON.parse(text));
      const agent = targetOf(request)?.path.split('/')[3];
      if (typeof id === 'string' && agent !== undefined) agents.set(id, agent);
      return response;
    }
    if (!matchesRequest({ operation: 'removeAgentCapability' }, request)) return serve(request);
    const [, , , id = '', , capability = ''] = (targetOf(request)?.path ?? '').split('/');
    const agent = agents.get(capability) ?? id;
    return serve({ ...request, path: request.path.replace(`/agents/${id}/`, `/agents/${agent}/`) });
  };
};

/** Mutants for the group `isolation`. */
export const isolationMutants: readonly MutantRow[] = [
  {
    id: 'agent-of-others-read',
    check: 'ISO01',
    description: 'returns the agents of every organization',
    mutation: forgetOrganization('getAgent'),
  },
  {
    id: 'agent-of-others-changed',
    check: 'ISO01',
    description: 'lets every organization change an agent',
    mutation: forgetOrganization('updateAgent'),
  },
  {
    id: 'agent-of-others-run',
    check: 'ISO01',
    description: 'lets every organization run an agent',
    mutation: forgetOrganization('executeAgent'),
  },
  {
    id: 'agents-of-others-listed',
    check: 'ISO02',
    description: 'lists the agents of every organization',
    mutation: forgetOrganization('listAgents'),
  },
  {
    id: 'agent-of-others-deleted',
    check: 'ISO03',
    description: 'lets every organization remove a capability',
    mutation: forgetOrganization('removeAgentCapability'),
  },
  {
    id: 'run-of-others-read',
    check: 'ISO04',
    description: 'returns the status of the runs of every organization',
    mutation: forgetOrganization('getExecutionStatus'),
  },
  {
    id: 'history-finds-others',
    check: 'ISO04',
    description: 'finds the runs of every organization by their id in a history',
    mutation: mapRequest({ operation: 'listAgentExecutions', query: /executionId=/ }, (request) => {
      const path = request.path.replace(/\/agents\/[^/]+/, '/agents/agent_support');
      return isStranger(request) && !request.path.includes('agent_support')
        ? withHeader({ ...request, path }, 'authorization', OPEN_KEY)
        : request;
    }),
  },
  {
    id: 'approval-of-others-decided',
    check: 'ISO05',
    description: 'lets every organization decide on an approval',
    mutation: forgetOrganization('approveAgentExecution'),
  },
  {
    id: 'batch-of-others-read',
    check: 'ISO06',
    description: 'returns the batches of every organization',
    mutation: forgetOrganization('getBatchStatus'),
  },
  {
    id: 'events-of-others-polled',
    check: 'ISO07',
    description: 'has one feed for all organizations',
    mutation: forgetOrganization('pollProductEvents'),
  },
  {
    id: 'agent-of-others-dispatched',
    check: 'ISO08',
    description: 'dispatches the agents of every organization',
    mutation: forgetOrganization('dispatchRun'),
  },
  {
    id: 'deployment-of-others-resumed',
    check: 'ISO09',
    description: 'lets every organization resume a deployment',
    mutation: forgetOrganization('resumeSandboxDeployment'),
  },
  {
    id: 'figures-of-all',
    check: 'ISO10',
    description: 'counts the agents of all organizations',
    mutation: forgetOrganization('getAnalyticsStats'),
  },
  {
    id: 'run-under-other-agent',
    check: 'ISO11',
    expects: 'warn',
    description: 'returns the detail of a run under every agent',
    mutation: ignoreAgentOf('getAgentExecution'),
  },
  {
    id: 'history-of-all-agents',
    check: 'ISO12',
    description: 'has one history for all agents',
    mutation: replaceRequest({ operation: 'listAgentExecutions' }, (request) => ({
      ...request,
      path: request.path.replace(/\/agents\/[^/]+/, '/agents/agent_support'),
    })),
  },
  {
    id: 'decision-under-other-agent',
    check: 'ISO13',
    description: 'accepts a decision under every agent',
    mutation: ignoreAgentOf('approveAgentExecution'),
  },
  {
    id: 'output-under-other-agent',
    check: 'ISO14',
    description: 'accepts an output under every agent',
    mutation: ignoreAgentOf('resumeAgentExecution'),
  },
  {
    id: 'capability-under-other-agent',
    check: 'ISO15',
    description: 'removes a capability under every agent',
    mutation: removeAnywhere,
  },
];
