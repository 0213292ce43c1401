/** Defects of runs: their results, their history, their tool calls. */
import type { Mutation, MutantRow } from '../mutations/mutant.ts';
import {
  respondWith,
  changeStatus,
  editJson,
  fieldsOf,
  isFields,
  listOf,
  readJson,
  writeJson,
} from '../mutations/response-mutations.ts';
import {
  bodyOf,
  editQuery,
  editRequest,
  mapRequest,
  parseBody,
  withBody,
  withHeader,
} from '../mutations/request-mutations.ts';
import { atPath, editFromRequests } from '../mutations/scenario-mutations.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';

const execute = { operation: 'executeAgent', status: 200 } as const;
const history = { operation: 'listAgentExecutions', status: 200 } as const;

/** Mutants for the group `executions`. */
export const executionMutants: readonly MutantRow[] = [
  {
    id: 'failure-as-completed',
    check: 'RUN01',
    description: 'reports a failed run as completed',
    mutation: editJson(execute, (result) => {
      if (result['status'] === 'failed') result['status'] = 'completed';
    }),
  },
  {
    id: 'history-not-filtered',
    check: 'RUN02',
    description: 'ignores the filter executionId',
    mutation: editQuery({ operation: 'listAgentExecutions' }, (query) => query.delete('executionId')),
  },
  {
    id: 'detail-without-output',
    check: 'RUN03',
    description: 'shows a run without its final output',
    mutation: editJson({ operation: 'getAgentExecution', status: 200 }, ({ executionId }) => ({
      executionId,
    })),
  },
  {
    id: 'iterations-empty',
    check: 'RUN03',
    description: 'shows no iterations of a completed run',
    expects: 'warn',
    mutation: editJson({ operation: 'getAgentExecution', status: 200 }, (detail) => {
      for (const name of Object.keys(detail)) if (/^iteration/.test(name)) detail[name] = [];
    }),
  },
  {
    id: 'final-output-null',
    check: 'RUN24',
    description: 'stores no final output of a run',
    expects: 'warn',
    mutation: editJson({ operation: 'getAgentExecution', status: 200 }, (detail) => {
      detail['finalOutput'] = null;
    }),
  },
  {
    id: 'tool-calls-with-payload',
    check: 'RUN04',
    description: 'lists tool calls with their input and output',
    mutation: listWithPayload,
  },
  {
    id: 'tool-call-without-output',
    check: 'RUN05',
    description: 'shows a tool call without its input and output',
    mutation: editJson({ operation: 'getExecutionToolCall', status: 200 }, (call) => {
      for (const [name, inner] of Object.entries(call)) if (isFields(inner)) call[name] = {};
    }),
  },
  {
    id: 'no-runs-below',
    check: 'RUN06',
    description: 'finds no child runs',
    mutation: editJson({ ...history, query: /[?&]parentExecutionId=/ }, (page) => {
      page['data'] = [];
    }),
  },
  {
    id: 'history-page-skips',
    check: 'RUN07',
    description: 'skips the first run of every page but the first one',
    mutation: editJson({ ...history, query: /[?&]cursor=/ }, (page) => {
      if (Array.isArray(page['data'])) page['data'].shift();
    }),
  },
  {
    id: 'live-record-as-version',
    check: 'RUN08',
    description: 'reports every run as a run of a version',
    mutation: editJson(execute, (result) => {
      result['agentTargetResolution'] = 'version';
    }),
  },
  {
    id: 'other-version-named',
    check: 'RUN09',
    description: 'reports a version other than the one it ran',
    mutation: editJson(execute, (result) => {
      if ('agentVersionId' in result) result['agentVersionId'] = 'aver_of_somebody_else';
    }),
  },
  {
    id: 'alias-not-named',
    check: 'RUN10',
    description: 'does not name the alias by which a version was found',
    mutation: editJson(execute, (result) => {
      delete result['alias'];
    }),
  },
  {
    id: 'own-run-forbidden',
    check: 'RUN12',
    description: 'forbids the key that started a run to read its status',
    mutation: changeStatus({ operation: 'getExecutionStatus', status: 200 }, 403),
  },
  {
    id: 'own-stream-forbidden',
    check: 'RUN12',
    description: 'forbids the key that started a run to follow it',
    mutation: changeStatus({ operation: 'followExecutionEvents', status: 2 }, 403),
  },
  {
    id: 'version-runs-live',
    check: 'RUN13',
    description: 'runs the live agent instead of a requested version',
    mutation: editFromRequests('updateAgent', execute, (result, sent) => {
      const { name, maxTurns } = fieldsOf(sent.at(-1));
      for (const event of listOf(result['events']))
        if (event['type'] === 'execution_start') Object.assign(event, { agentName: name, maxTurns });
    }),
  },
  {
    id: 'date-as-midnight',
    check: 'RUN14',
    description: 'treats a date as its first instant',
    mutation: editQuery({ operation: 'listAgentExecutions' }, (query) => {
      const to = query.get('to');
      if (to !== null && /^\d{4}-\d\d-\d\d$/.test(to)) query.set('to', `${to}T00:00:00.000Z`);
    }),
  },
  {
    id: 'turns-unlimited',
    check: 'RUN15',
    description: 'does not limit the turns of a run',
    mutation: editRequest({ operation: 'createAgent' }, (agent) => {
      delete agent['maxTurns'];
    }),
  },
  {
    id: 'tool-call-not-listed',
    check: 'RUN16',
    description: 'leaves a tool call out of the list',
    mutation: editJson({ operation: 'listExecutionToolCalls', status: 200 }, (page) => {
      page['data'] = listOf(page['data']).slice(1);
    }),
  },
  {
    id: 'model-ignored',
    check: 'RUN17',
    description: 'uses the same model for every agent',
    mutation: editJson(execute, (result) => {
      for (const event of listOf(result['events'])) if ('model' in event) event['model'] = 'house-model';
    }),
  },
  {
    id: 'deleted-agent-runs',
    check: 'RUN18',
    description: 'runs deleted agents',
    mutation: respondWith({ operation: 'deleteAgent' }, 200, { success: true }),
  },
  {
    id: 'removed-tool-called',
    check: 'RUN25',
    description: 'calls capabilities that were removed',
    mutation: respondWith({ operation: 'removeAgentCapability' }, 200, { success: true }),
  },
  {
    id: 'only-first-message',
    check: 'RUN27',
    description: 'reads only the first message of a conversation',
    mutation: mapRequest({ operation: 'executeAgent' }, async (request) => {
      const body = await bodyOf(request);
      const same = withBody(request, body);
      return listOf(fieldsOf(parseBody(body))['messages']).length > 1
        ? withHeader(same, 'prefer', 'scenario=text, pace=instant')
        : same;
    }),
  },
  {
    id: 'accents-lost',
    check: 'RUN28',
    description: 'removes the accents of a message that it repeats',
    mutation: editFromRequests('executeAgent', execute, (result, sent) => {
      const message = listOf(sent.at(-1)?.['messages']).at(-1)?.['content'];
      const plain = String(message).normalize('NFD').replaceAll(/\p{M}/gu, '');
      for (const event of listOf(result['events'])) if ('finalOutput' in event) event['finalOutput'] = plain;
    }),
  },
];

/** Replaces each listed tool call by its detail. */
function listWithPayload(serve: Parameters<Mutation>[0]): ReturnType<Mutation> {
  return async (request) => {
    const response = await serve(request);
    if (!matchesRequest({ operation: 'listExecutionToolCalls' }, request) || response.status !== 200)
      return response;
    const page = fieldsOf(readJson(response.body));
    const calls = await Promise.all(
      listOf(page['data']).map(async ({ id }) => {
        const one = atPath(request, 'GET', (path) => `${path}/${String(id)}`);
        return readJson((await serve({ ...one, query: '' })).body);
      }),
    );
    return { ...response, body: writeJson({ ...page, data: calls }) };
  };
}
