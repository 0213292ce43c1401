/** Defects of operations that describe the same run, agent, version or batch in different ways, and of figures. */
import type { MutantRow } from '../mutations/mutant.ts';
import { editQuery } from '../mutations/request-mutations.ts';
import {
  changeStatus,
  editJson,
  fieldsOf,
  listOf,
  mapResponse,
  respondWith,
  setHeader,
} from '../mutations/response-mutations.ts';
import { editFromRequests } from '../mutations/scenario-mutations.ts';
import { repeatResponse } from '../mutations/stateful-mutations.ts';
import { dropEventsOf, editEventsOf } from '../mutations/stream-mutations.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

/** Mutants for the group about the same record. */
export const sameRecordMutants: readonly MutantRow[] = [
  {
    id: 'tool-name-lost-in-stream',
    check: 'RUN23',
    description: 'omits the name of a completed tool in streams',
    mutation: editEventsOf(run, 'tool_complete', (event) => {
      Reflect.deleteProperty(event, 'toolName');
    }),
  },
  {
    id: 'success-inverted-in-stream',
    check: 'RUN23',
    description: 'inverts the success of tool calls in streams',
    mutation: editEventsOf(run, 'tool_complete', (event) => {
      event['success'] = event['success'] !== true;
    }),
  },
  {
    id: 'artifact-update-dropped',
    check: 'RUN23',
    description: 'drops the updates of artifacts in streams',
    mutation: dropEventsOf(run, 'artifact_update'),
  },
  {
    id: 'piece-without-iteration',
    check: 'RUN23',
    description: 'omits the iteration of state changes in streams',
    mutation: editEventsOf(run, 'state_delta', (event) => {
      Reflect.deleteProperty(event, 'iteration');
    }),
  },
  {
    id: 'dispatch-without-version',
    check: 'RUN29',
    description: 'omits the version of the agent in results of dispatch',
    mutation: editJson({ operation: 'dispatchRun', status: 200 }, (result) => {
      Reflect.deleteProperty(result, 'agentVersionId');
    }),
  },
  {
    id: 'dispatch-rejects-otherwise',
    check: 'RUN29',
    expects: 'warn',
    description: 'returns 403 for a dispatch of an unknown agent',
    mutation: changeStatus({ operation: 'dispatchRun', status: 404 }, 403),
  },
  {
    id: 'call-detail-without-time',
    check: 'RUN24',
    expects: 'warn',
    description: 'omits the duration in the detail of a tool call',
    mutation: editJson({ operation: 'getExecutionToolCall', status: 200 }, (call) => {
      Reflect.deleteProperty(call, 'executionTimeMs');
    }),
  },
  {
    id: 'detail-of-other-ending',
    check: 'RUN24',
    description: 'reports another reason for the end of a run in its detail',
    mutation: editJson({ operation: 'getAgentExecution', status: 200 }, (detail) => {
      detail['stopReason'] = 'content_filter';
    }),
  },
  {
    id: 'tool-failure-recorded',
    check: 'RUN24',
    description: 'records every tool call as failed',
    mutation: editJson({ operation: 'getExecutionToolCall', status: 200 }, (call) => {
      call['status'] = 'failed';
    }),
  },
  {
    id: 'save-not-returned',
    check: 'AGENT32',
    description: 'returns an agent as it was before its update',
    mutation: editJson({ operation: 'updateAgent', status: 200 }, (agent) => {
      agent['description'] = 'To be compared.';
    }),
  },
  {
    id: 'created-without-config',
    check: 'AGENT32',
    expects: 'warn',
    description: 'returns a new agent without its configuration',
    mutation: editJson({ operation: 'createAgent', status: 201 }, (agent) => {
      Reflect.deleteProperty(agent, 'config');
    }),
  },
  {
    id: 'saved-list-reversed',
    check: 'AGENT32',
    description: 'returns the lists of a changed agent in another order',
    mutation: editJson({ operation: 'updateAgent', status: 200 }, (agent) => {
      const config = fieldsOf(agent['config']);
      if (Array.isArray(config['tags'])) config['tags'].reverse();
    }),
  },
  {
    id: 'published-list-cut',
    check: 'AGENT33',
    description: 'loses the last item of a list in the published version',
    mutation: editJson({ operation: 'getPublishedAgentVersion', status: 200 }, (version) => {
      for (const config of [version['agentConfig'], fieldsOf(version['agentSnapshot'])['config']]) {
        const { tags } = fieldsOf(config);
        if (Array.isArray(tags)) tags.pop();
      }
    }),
  },
  {
    id: 'sub-agent-not-returned',
    check: 'AGENT32',
    description: 'returns null for the sub-agent of a capability',
    mutation: editJson({ operation: 'addAgentCapability', status: 201 }, (capability) => {
      capability['subAgentId'] = null;
    }),
  },
  {
    id: 'version-renumbered',
    check: 'AGENT33',
    description: 'numbers the versions in its list differently',
    mutation: editJson({ operation: 'getAgentVersion', status: 200 }, (version) => {
      version['versionNumber'] = 41;
    }),
  },
  {
    id: 'progress-of-other-batch',
    check: 'BATCH10',
    description: 'reports another number of records in the status of a batch',
    mutation: editJson({ operation: 'getBatchStatus', status: 200 }, (batch) => {
      batch['totalRecords'] = Number(batch['totalRecords']) + 1;
    }),
  },
  {
    id: 'statistics-of-all-time',
    check: 'STAT01',
    description: 'ignores the range of statistics',
    mutation: editQuery({ operation: 'getAnalyticsStats' }, (query) => {
      query.delete('from');
    }),
  },
  {
    id: 'statistics-kept',
    check: 'STAT04',
    description: 'returns the first statistics for every later request',
    mutation: repeatResponse({ operation: 'getAnalyticsStats', status: 200 }, () => 'any'),
  },
  {
    id: 'days-ignored',
    check: 'STAT02',
    description: 'returns record results in place of days',
    mutation: editQuery({ operation: 'getRecordResults' }, (query) => {
      query.delete('days');
    }),
  },
  {
    id: 'days-count-one-more',
    check: 'STAT02',
    expects: 'warn',
    description: 'counts an execution too many on every day',
    mutation: editJson({ operation: 'getRecordResults', query: /days=/ }, (body) => {
      for (const day of listOf(body['days'])) day['executions'] = Number(day['executions']) + 1;
    }),
  },
  {
    id: 'results-unlimited',
    check: 'STAT03',
    description: 'ignores the limit of record results',
    mutation: editQuery({ operation: 'getRecordResults' }, (query) => {
      query.delete('limit');
    }),
  },
  {
    id: 'first-page-for-all',
    check: 'STAT03',
    expects: 'warn',
    description: 'returns the first page of record results for every page',
    mutation: editQuery({ operation: 'getRecordResults' }, (query) => {
      query.delete('page');
    }),
  },
  {
    id: 'results-of-any-status',
    check: 'STAT03',
    description: 'ignores the status of record results',
    mutation: editQuery({ operation: 'getRecordResults' }, (query) => {
      query.delete('status');
    }),
  },
  {
    id: 'card-address-changed',
    check: 'AGENT32',
    description: 'returns another address of a card than it stores',
    mutation: editJson({ operation: 'refreshAgentCard', status: 200 }, (agent) => {
      agent['externalConfig'] = {
        ...fieldsOf(agent['externalConfig']),
        agentCardUrl: 'https://elsewhere.test',
      };
    }),
  },
  {
    id: 'count-missing',
    check: 'STAT05',
    description: 'omits the evals from the statistics',
    expects: 'warn',
    mutation: editJson({ operation: 'getAnalyticsStats', status: 200 }, (figures) => {
      Reflect.deleteProperty(figures, 'evals');
    }),
  },
  {
    id: 'one-recent-batch',
    check: 'BATCH12',
    description: 'has only the last ended batch in the summary',
    mutation: editJson({ operation: 'getBatchSummary', status: 200 }, (summary) => {
      summary['recent'] = listOf(summary['recent']).slice(0, 1);
    }),
  },
  {
    id: 'messages-shared',
    check: 'RUN26',
    description: 'adds the message of the run before to the detail of a run',
    mutation: editFromRequests(
      'executeAgent',
      { operation: 'getAgentExecution', status: 200 },
      (detail, sent) => {
        detail['context'] = sent.slice(-2);
      },
    ),
  },
  {
    id: 'runs-not-counted',
    check: 'STAT06',
    description: 'counts the same runs in all statistics',
    mutation: editJson({ operation: 'getAnalyticsStats', status: 200 }, (figures) => {
      figures['executions'] = 12;
    }),
  },
  {
    id: 'code-in-response',
    check: 'REG37',
    description: 'returns the code of a claim',
    mutation: editJson({ operation: 'requestClaimCode', status: 200 }, (response) => {
      response['code'] = '123456';
    }),
  },
  {
    id: 'asset-of-any-organization',
    check: 'ASSET14',
    description: 'serves assets under every organization',
    mutation: mapResponse({ operation: 'getAsset', status: 404 }, (response) => ({
      ...response,
      status: 200,
    })),
  },
  {
    id: 'one-organization',
    check: 'ISO16',
    description: 'returns one organization as that of everyone',
    mutation: respondWith({ operation: 'getCurrentIdentity' }, 200, {
      organization: { id: 'org_of_all', name: 'One' },
    }),
  },
  {
    id: 'status-as-page',
    check: 'C02',
    subject: 'getExecutionStatus',
    expects: 'warn',
    description: 'declares the status of a run as HTML',
    mutation: setHeader({ operation: 'getExecutionStatus', status: 200 }, 'content-type', 'text/html'),
  },
];
