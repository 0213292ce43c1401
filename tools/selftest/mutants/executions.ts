/** Mutants that go wrong about runs: their results, their history, their tool calls. */
import type { Lie, Mutant } from './mutant.ts';
import {
  answerInstead,
  changeStatus,
  editJson,
  fieldsOf,
  isFields,
  listOf,
  readJson,
  writeJson,
} from './response-mutations.ts';
import { editQuery, editRequest } from './request-lies.ts';
import { atPath, tellWhatWasSent } from './story-lies.ts';
import { concernsRequest } from './where.ts';

const subject = 'pack:executions';
const execute = { operation: 'executeAgent', status: 200 } as const;
const history = { operation: 'listAgentExecutions', status: 200 } as const;

/** Mutants for the pack `executions`. */
export const executionMutants: readonly Mutant[] = [
  {
    id: 'failure-as-completed',
    check: 'RUN01',
    subject,
    says: 'calls a run completed that failed',
    lie: editJson(execute, (result) => {
      if (result['status'] === 'failed') result['status'] = 'completed';
    }),
  },
  {
    id: 'history-not-filtered',
    check: 'RUN02',
    subject,
    says: 'shows the whole history where one run is asked for',
    lie: editQuery({ operation: 'listAgentExecutions' }, (query) => query.delete('executionId')),
  },
  {
    id: 'detail-without-output',
    check: 'RUN03',
    subject,
    says: 'shows a run without its final output',
    lie: editJson({ operation: 'getAgentExecution', status: 200 }, ({ executionId }) => ({ executionId })),
  },
  {
    id: 'tool-calls-with-payload',
    check: 'RUN04',
    subject,
    says: 'lists tool calls with their input and output',
    lie: listWithPayload,
  },
  {
    id: 'tool-call-without-output',
    check: 'RUN05',
    subject,
    says: 'shows a tool call without its input and output',
    lie: editJson({ operation: 'getExecutionToolCall', status: 200 }, (call) => {
      for (const [name, member] of Object.entries(call)) if (isFields(member)) call[name] = {};
    }),
  },
  {
    id: 'no-runs-below',
    check: 'RUN06',
    subject,
    says: 'finds no runs below another one',
    lie: editJson({ ...history, query: /[?&]parentExecutionId=/ }, (page) => {
      page['data'] = [];
    }),
  },
  {
    id: 'history-page-skips',
    check: 'RUN07',
    subject,
    says: 'skips the first run of every page but the first one',
    lie: editJson({ ...history, query: /[?&]cursor=/ }, (page) => {
      if (Array.isArray(page['data'])) page['data'].shift();
    }),
  },
  {
    id: 'live-record-as-version',
    check: 'RUN08',
    subject,
    says: 'says of every run that it was of a version',
    lie: editJson(execute, (result) => {
      result['agentTargetResolution'] = 'version';
    }),
  },
  {
    id: 'other-version-named',
    check: 'RUN09',
    subject,
    says: 'names another version than the one that was run',
    lie: editJson(execute, (result) => {
      if ('agentVersionId' in result) result['agentVersionId'] = 'aver_of_somebody_else';
    }),
  },
  {
    id: 'alias-not-named',
    check: 'RUN10',
    subject,
    says: 'does not name the alias by which a version was found',
    lie: editJson(execute, (result) => {
      delete result['alias'];
    }),
  },
  {
    id: 'history-oldest-first',
    check: 'RUN11',
    subject,
    says: 'lists the oldest run first',
    lie: editJson(history, (page) => {
      page['data'] = listOf(page['data']).toReversed();
    }),
  },
  {
    id: 'own-run-forbidden',
    check: 'RUN12',
    subject,
    says: 'refuses the status of a run to the key that started it',
    lie: changeStatus({ operation: 'getExecutionStatus', status: 200 }, 403),
  },
  {
    id: 'own-stream-forbidden',
    check: 'RUN12',
    subject,
    says: 'refuses the stream of a run to the key that started it',
    lie: changeStatus({ operation: 'followExecutionEvents', status: 2 }, 403),
  },
  {
    id: 'version-runs-live',
    check: 'RUN13',
    subject,
    says: 'runs the live agent where a version was asked for',
    lie: tellWhatWasSent('updateAgent', execute, (result, sent) => {
      const { name, maxTurns } = fieldsOf(sent.at(-1));
      for (const event of listOf(result['events']))
        if (event['type'] === 'execution_start') Object.assign(event, { agentName: name, maxTurns });
    }),
  },
  {
    id: 'date-as-midnight',
    check: 'RUN14',
    subject,
    says: 'takes a date for its first instant',
    lie: editQuery({ operation: 'listAgentExecutions' }, (query) => {
      const to = query.get('to');
      if (to !== null && /^\d{4}-\d\d-\d\d$/.test(to)) query.set('to', `${to}T00:00:00.000Z`);
    }),
  },
  {
    id: 'turns-unlimited',
    check: 'RUN15',
    subject,
    says: 'does not limit the turns of a run',
    lie: editRequest({ operation: 'createAgent' }, (agent) => {
      delete agent['maxTurns'];
    }),
  },
  {
    id: 'tool-call-not-listed',
    check: 'RUN16',
    subject,
    says: 'leaves a tool call out of the list',
    lie: editJson({ operation: 'listExecutionToolCalls', status: 200 }, (page) => {
      page['data'] = listOf(page['data']).slice(1);
    }),
  },
  {
    id: 'model-overlooked',
    check: 'RUN17',
    subject,
    says: 'calls the same model for every agent',
    lie: editJson(execute, (result) => {
      for (const event of listOf(result['events'])) if ('model' in event) event['model'] = 'house-model';
    }),
  },
  {
    id: 'deleted-agent-runs',
    check: 'RUN18',
    subject,
    says: 'says that an agent is deleted and lets it run',
    lie: answerInstead({ operation: 'deleteAgent' }, 200, { success: true }),
  },
];

/** Puts the detail of each call in its place of the list. */
function listWithPayload(serve: Parameters<Lie>[0]): ReturnType<Lie> {
  return async (request) => {
    const response = await serve(request);
    if (!concernsRequest({ operation: 'listExecutionToolCalls' }, request) || response.status !== 200)
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
