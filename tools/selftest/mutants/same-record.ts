/** Defects of operations that describe the same run, agent, version or batch in different ways, and of figures. */
import type { MutantRow } from '../mutations/mutant.ts';
import { editQuery } from '../mutations/request-mutations.ts';
import { editJson, fieldsOf, listOf, respondWith } from '../mutations/response-mutations.ts';
import { repeatResponse } from '../mutations/stateful-mutations.ts';

/** Mutants for the group about the same record. */
export const sameRecordMutants: readonly MutantRow[] = [
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
    id: 'runs-not-counted',
    check: 'STAT06',
    description: 'counts the same runs in all statistics',
    mutation: editJson({ operation: 'getAnalyticsStats', status: 200 }, (figures) => {
      figures['executions'] = 12;
    }),
  },
  {
    id: 'one-organization',
    check: 'ISO16',
    description: 'returns one organization as that of everyone',
    mutation: respondWith({ operation: 'getCurrentIdentity' }, 200, {
      organization: { id: 'org_of_all', name: 'One' },
    }),
  },
];
