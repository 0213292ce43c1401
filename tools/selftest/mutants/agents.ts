/** Defects of agents: their records, capabilities, versions, exports, grants and lists. */
import { editCounted, repeatResponse } from '../mutations/stateful-mutations.ts';
import type { MutantRow, Mutation } from '../mutations/mutant.ts';
import {
  respondWith,
  changeStatus,
  editJson,
  fieldsOf,
  jsonResponse,
  listOf,
  mapResponse,
  writeJson,
} from '../mutations/response-mutations.ts';
import { editQuery, editRequest, rejectBodies } from '../mutations/request-mutations.ts';
import {
  retryWith,
  replaceRequest,
  atPath,
  bindTwice,
  replaceTexts,
  editFromRequests,
} from '../mutations/scenario-mutations.ts';

const create = { operation: 'createAgent' } as const;
const update = { operation: 'updateAgent' } as const;
const exported = { operation: 'exportAgentRuntime', status: 200 } as const;
const policy = { operation: 'getTokenAudiencePolicy', status: 200 } as const;
const done = { success: true };

/** Mutants for the group `agents`. */
export const agentMutants: readonly MutantRow[] = [
  {
    id: 'created-under-other-id',
    check: 'AGENT01',
    description: 'returns a wrong id for a new agent',
    mutation: editJson({ ...create, status: 201 }, (agent) => {
      agent['id'] = `${String(agent['id'])}x`;
    }),
  },
  {
    id: 'icon-lost',
    check: 'AGENT02',
    description: 'loses the icon of a new agent',
    mutation: editRequest(create, (body) => {
      delete body['icon'];
    }),
  },
  {
    id: 'external-by-default',
    check: 'AGENT03',
    description: 'creates external agents by default',
    mutation: editRequest(create, (body) => {
      body['agentType'] ??= 'external';
    }),
  },
  {
    id: 'update-resets-others',
    check: 'AGENT04',
    description: 'resets the number of turns when an update omits it',
    mutation: editRequest(update, (body) => {
      body['maxTurns'] ??= 1;
    }),
  },
  {
    id: 'config-not-merged',
    check: 'AGENT05',
    description: 'drops the other settings when one is changed',
    mutation: editRequest(update, (body) => {
      const tone = fieldsOf(fieldsOf(fieldsOf(body['config'])['settings'])['tone']);
      if ('warmth' in tone) tone['formal'] = null;
    }),
  },
  {
    id: 'lists-merged',
    check: 'AGENT06',
    description: 'appends to a list of the configuration instead of replacing it',
    mutation: editRequest(update, (body) => {
      const settings = fieldsOf(fieldsOf(body['config'])['settings']);
      if (Array.isArray(settings['words'])) settings['words'].unshift('yes', 'no');
    }),
  },
  {
    id: 'null-of-external-config-rejected',
    check: 'AGENT07',
    description: 'rejects externalConfig null in an update',
    mutation: rejectBodies(update, (body) => body['externalConfig'] === null),
  },
  {
    id: 'capabilities-missing',
    check: 'AGENT08',
    description: 'shows agents without their capabilities',
    mutation: editJson({ operation: 'getAgent', status: 200 }, (agent) => {
      agent['capabilities'] = [];
    }),
  },
  {
    id: 'tool-name-taken-twice',
    check: 'AGENT09',
    description: 'accepts a second capability of the same tool name',
    mutation: bindTwice,
  },
  {
    id: 'capability-stays',
    check: 'AGENT10',
    description: 'reports a capability as removed and keeps it',
    mutation: respondWith({ operation: 'removeAgentCapability' }, 200, done),
  },
  {
    id: 'version-not-listed',
    check: 'AGENT11',
    description: 'does not list the versions of an agent',
    mutation: editJson({ operation: 'listAgentVersions', status: 200 }, () => ({ versions: [] })),
  },
  {
    id: 'unpublished-empty',
    check: 'AGENT11',
    description: 'returns an empty version of an agent that was never published',
    expects: 'warn',
    mutation: mapResponse({ operation: 'getPublishedAgentVersion', status: 404 }, () =>
      jsonResponse(200, {}),
    ),
  },
  {
    id: 'version-follows-agent',
    check: 'AGENT12',
    description: 'changes a version when its agent is changed',
    mutation: editCounted(
      { operation: 'getAgentVersion', status: 200 },
      ({ path }) => path,
      (version, count) => {
        if (count > 1) Object.assign(version, replaceTexts(version, 'first', 'second'));
      },
    ),
  },
  {
    id: 'older-version-not-published',
    check: 'AGENT13',
    description: 'reports a version as published and keeps the previous one',
    mutation: replaceRequest({ operation: 'publishAgentVersion' }, (request) =>
      atPath(request, 'GET', (path) => path.replace(/publish$/, 'published')),
    ),
  },
  {
    id: 'published-version-cut',
    check: 'AGENT13',
    expects: 'warn',
    description: 'cuts the texts of the version that it has published',
    mutation: editJson({ operation: 'publishAgentVersion', status: 200 }, (version) => {
      for (const [name, value] of Object.entries(version))
        if (typeof value === 'string') version[name] = value.slice(0, value.length / 2);
    }),
  },
  {
    id: 'versions-not-counted',
    check: 'AGENT13',
    expects: 'warn',
    description: 'gives every version the number 1',
    mutation: editJson({ operation: 'getAgentVersion', status: 200 }, (version) => {
      version['versionNumber'] = 1;
    }),
  },
  {
    id: 'foreign-version-read',
    check: 'AGENT14',
    description: 'reads versions below any agent',
    mutation: retryWith({ operation: 'getAgentVersion', status: 400 }, (request) =>
      atPath(request, 'GET', () => '/v1/agent-versions/agent_support/aver_support_2'),
    ),
  },
  {
    id: 'foreign-version-published',
    check: 'AGENT15',
    description: 'reports that it published a version of another agent',
    mutation: changeStatus({ operation: 'publishAgentVersion', status: 4 }, 200),
  },
  {
    id: 'first-publication-returned',
    check: 'AGENT11',
    expects: 'warn',
    description: 'returns the first publication for every later one',
    mutation: repeatResponse({ operation: 'publishAgent', status: 200 }, () => 'any'),
  },
  {
    id: 'versions-of-first-agent',
    check: 'AGENT14',
    expects: 'warn',
    description: 'returns the versions of the agent that was read first',
    mutation: repeatResponse({ operation: 'listAgentVersions', status: 200 }, () => 'any'),
  },
  {
    id: 'deletion-unsuccessful',
    check: 'AGENT16',
    expects: 'warn',
    description: 'deletes an agent and reports that it did not',
    mutation: editJson({ operation: 'deleteAgent', status: 200 }, (result) => {
      result['success'] = false;
    }),
  },
  {
    id: 'deleted-agent-stays',
    check: 'AGENT16',
    description: 'reports an agent as deleted and keeps it',
    mutation: respondWith({ operation: 'deleteAgent' }, 200, done),
  },
  {
    id: 'export-without-others',
    check: 'AGENT17',
    description: 'exports an agent without its sub-agents',
    mutation: editJson(exported, (definition) => {
      for (const [name, value] of Object.entries(definition)) if (Array.isArray(value)) definition[name] = [];
    }),
  },
  {
    id: 'export-refers-below',
    check: 'AGENT17',
    description: 'exports sub-agents of sub-agents by name only',
    mutation: editJson(exported, (definition) => {
      Object.assign(definition, replaceTexts(definition, 'Nested at depth 3.', ''));
    }),
  },
  {
    id: 'export-without-end',
    check: 'AGENT18',
    description: 'exports sub-agents of every depth',
    mutation: editFromRequests('createAgent', exported, (definition, sent) => {
      definition['below'] = sent.map(({ description }) => description);
    }),
  },
  {
    id: 'policy-not-found',
    check: 'AGENT26',
    expects: 'warn',
    description: 'returns 404 for a policy that was never set',
    mutation: mapResponse(policy, (response) => ({
      ...response,
      status: 404,
      body: writeJson({ error: 'Policy not found' }),
    })),
  },
  {
    id: 'revision-starts-at-one',
    check: 'AGENT26',
    description: 'starts the revision of a policy with 1',
    mutation: editJson(policy, (value) => {
      value['policyRevision'] = Number(value['policyRevision']) + 1;
    }),
  },
  {
    id: 'revision-stays',
    check: 'AGENT27',
    description: 'never increases the revision of a policy',
    mutation: editJson(policy, (value) => {
      value['policyRevision'] = 0;
    }),
  },
  {
    id: 'voice-not-found',
    check: 'AGENT28',
    description: 'returns 404 for an agent without a voice',
    mutation: changeStatus({ operation: 'synthesizeAgentVoice', status: 403 }, 404),
  },
  {
    id: 'page-skips',
    check: 'AGENT29',
    description: 'skips the first agent of every page but the first one',
    mutation: editJson({ operation: 'listAgents', status: 200, query: /[?&]cursor=/ }, (page) => {
      if (Array.isArray(page['data'])) page['data'].shift();
    }),
  },
  {
    id: 'page-repeats',
    check: 'AGENT29',
    description: 'repeats the last agent of a page on the next one',
    mutation: repeatLast(),
  },
  {
    id: 'search-ignored',
    check: 'AGENT30',
    description: 'ignores the search parameter',
    mutation: editQuery({ operation: 'listAgents' }, (query) => query.delete('search')),
  },
  {
    id: 'export-with-header',
    check: 'AGENT19',
    description: 'exports the headers of tool servers',
    expects: 'warn',
    mutation: editFromRequests('createAgent', exported, (definition, sent) => {
      const { mcpServers } = fieldsOf(sent.at(-1)?.['config']);
      definition['headers'] = fieldsOf(listOf(mcpServers)[0])['headers'];
    }),
  },
  {
    id: 'export-with-secrets',
    check: 'AGENT19',
    description: 'exports the tokens of tool servers',
    expects: 'warn',
    mutation: editFromRequests('createAgent', exported, (definition, sent) => {
      definition['settings'] = sent.map(({ config }) => config);
    }),
  },
];

function repeatLast(): Mutation {
  return (serve) => {
    let last: unknown;
    return editJson({ operation: 'listAgents', status: 200 }, (page, { query }) => {
      if (!Array.isArray(page['data'])) return;
      if (last !== undefined && query.includes('cursor=')) page['data'].unshift(last);
      last = page['data'].at(-1) as unknown;
    })(serve);
  };
}
