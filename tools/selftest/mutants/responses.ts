/** Defects of single responses: status, media type, body, headers, errors, times. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MutantRow } from '../mutations/mutant.ts';
import { matchesRequest } from '../mutations/request-matcher.ts';
import {
  mapResponse,
  changeStatus,
  dropHeader,
  editJson,
  editObjects,
  fieldsOf,
  replaceBody,
  setHeader,
  type Fields,
} from '../mutations/response-mutations.ts';

export const responseMutants: readonly MutantRow[] = [
  {
    id: 'id-as-number',
    check: 'C11',
    description: 'returns the id of an agent as a number',
    mutation: editJson({ operation: 'getAgent', status: 200 }, (agent) => {
      agent['id'] = 1_042;
    }),
  },
  {
    id: 'row-repeated',
    check: 'C12',
    description: 'has the first row of a list twice',
    mutation: editJson({ operation: 'listAgents', status: 200 }, (page) => {
      if (Array.isArray(page['data'])) page['data'].unshift(page['data'][0]);
    }),
  },
  {
    id: 'list-cached',
    check: 'C19',
    description: 'lets shared caches keep the list of agents',
    mutation: setHeader({ operation: 'listAgents', status: 200 }, 'cache-control', 'public, max-age=300'),
  },
  {
    id: 'stream-cached',
    check: 'C19',
    description: 'lets caches keep streams',
    mutation: setHeader({ operation: 'executeAgent', status: 200 }, 'cache-control', 'max-age=60'),
  },
  {
    id: 'last-page-lost',
    check: 'C17',
    description: 'rounds the number of pages down',
    mutation: editJson(
      { operation: 'listAgentExecutions', query: /includeCount=true/, status: 200 },
      (page) => {
        const pagination = fieldsOf(page['pagination']);
        pagination['totalPages'] = Math.floor(Number(pagination['totalCount']) / Number(pagination['limit']));
      },
    ),
  },
  {
    id: 'identity-slow',
    check: 'C10',
    description: 'takes more than a second to name the current user',
    mutation: (serve) => async (request) => {
      if (matchesRequest({ operation: 'getCurrentIdentity' }, request)) await pause(1_050);
      return serve(request);
    },
  },
  {
    id: 'no-response',
    check: 'C06',
    description: 'gives no response to requests for its figures',
    mutation: (serve) => (request) =>
      matchesRequest({ operation: 'getAnalyticsStats' }, request)
        ? Promise.reject(new Error('The connection is closed.'))
        : serve(request),
  },
  {
    id: 'status-undeclared',
    check: 'C01',
    subject: 'listAgents',
    description: 'returns an undeclared 207 for a list',
    mutation: changeStatus({ operation: 'listAgents', status: 200 }, 207),
  },
  {
    id: 'created-as-ok',
    check: 'C01',
    subject: 'createAgent',
    description: 'returns 200 instead of 201',
    mutation: changeStatus({ operation: 'createAgent', status: 201 }, 200),
  },
  {
    id: 'not-found-as-gone',
    check: 'C01',
    subject: 'getAgent',
    description: 'returns 410 for an unknown agent',
    mutation: changeStatus({ operation: 'getAgent', status: 404 }, 410),
  },
  {
    id: 'json-as-text',
    check: 'C02',
    subject: 'getAgent',
    description: 'sends JSON as text/plain',
    mutation: setHeader({ operation: 'getAgent', status: 200 }, 'content-type', 'text/plain'),
  },
  {
    id: 'no-content-type',
    check: 'C02',
    subject: 'getAnalyticsStats',
    description: 'sends JSON without a media type',
    mutation: dropHeader({ operation: 'getAnalyticsStats', status: 200 }, 'content-type'),
  },
  {
    id: 'error-as-page',
    check: 'C02',
    subject: 'getAgentVersion',
    description: 'returns an error as an HTML page',
    mutation: mapResponse({ operation: 'getAgentVersion', status: 4 }, (response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'text/html' },
      body: { kind: 'text', text: '<h1>Not found</h1>' },
    })),
  },
  {
    id: 'revision-as-text',
    check: 'C03',
    subject: 'getTokenAudiencePolicy',
    description: 'sends the revision of a policy as a string',
    mutation: editJson({ operation: 'getTokenAudiencePolicy', status: 200 }, (policy) => {
      policy['policyRevision'] = String(policy['policyRevision']);
    }),
  },
  {
    id: 'unknown-status-of-deployment',
    check: 'C03',
    subject: 'resumeSandboxDeployment',
    description: 'returns a deployment with an undeclared status',
    mutation: editJson({ operation: 'resumeSandboxDeployment', status: 202 }, (body) => {
      fieldsOf(body['deployment'])['status'] = 'dreaming';
    }),
  },
  {
    id: 'more-as-text',
    check: 'C03',
    subject: 'pollProductEvents',
    description: 'returns `yes` as `hasMore`',
    mutation: editJson({ operation: 'pollProductEvents', status: 200 }, (page) => {
      page['hasMore'] = 'yes';
    }),
  },
  {
    id: 'json-cut-off',
    check: 'C03',
    subject: 'listProductEventTypes',
    description: 'sends truncated JSON',
    mutation: replaceBody({ operation: 'listProductEventTypes', status: 200 }, '{"types": ['),
  },
  {
    id: 'no-www-authenticate',
    check: 'C04',
    subject: 'listAgents',
    description: 'omits WWW-Authenticate in a 401',
    mutation: dropHeader({ operation: 'listAgents', status: 401 }, 'www-authenticate'),
  },
  {
    id: 'no-content-security-policy',
    check: 'C04',
    subject: 'getAssetPreview',
    description: 'shows a preview without Content-Security-Policy',
    mutation: dropHeader({ operation: 'getAssetPreview', status: 200 }, 'content-security-policy'),
  },
  {
    id: 'error-without-error',
    check: 'C05',
    subject: 'getAgent',
    description: 'returns errors with `message` instead of `error`',
    mutation: editJson({ operation: 'getAgent', status: 4 }, ({ error }) => ({ message: error })),
  },
  {
    id: 'error-as-list',
    check: 'C05',
    subject: 'createAgent',
    description: 'returns errors as a list',
    mutation: editJson({ operation: 'createAgent', status: 400 }, (body): unknown => [body]),
  },
  {
    id: 'crash-on-unknown',
    check: 'C06',
    subject: 'getAgent',
    description: 'returns 500 for an unknown agent',
    mutation: mapResponse({ operation: 'getAgent', status: 404 }, (response) => ({
      ...response,
      status: 500,
      body: { kind: 'text', text: '{"error":"Internal server error"}' },
    })),
  },
  {
    id: 'crash-on-wrong-body',
    check: 'C06',
    subject: 'createAgent',
    description: 'returns 500 for an invalid body',
    mutation: mapResponse({ operation: 'createAgent', status: 400 }, (response) => ({
      ...response,
      status: 500,
      body: { kind: 'text', text: '{"error":"Internal server error"}' },
    })),
  },
  {
    id: 'member-undeclared',
    check: 'C07',
    subject: 'getTokenAudiencePolicy',
    description: 'sends an undeclared property',
    mutation: editJson({ operation: 'getTokenAudiencePolicy', status: 200 }, (policy) => {
      policy['debugTrace'] = 'trace_1042';
    }),
  },
  {
    id: 'time-as-number-text',
    check: 'C08',
    subject: 'resumeSandboxDeployment',
    description: 'writes times as milliseconds',
    mutation: editObjects({ operation: 'resumeSandboxDeployment', status: 202 }, (value) => {
      if (typeof value['createdAt'] === 'string') value['createdAt'] = String(Date.parse(value['createdAt']));
    }),
  },
  {
    id: 'time-as-words',
    check: 'C08',
    subject: 'destroySandboxDeployment',
    description: 'writes times in the format of email headers',
    mutation: editObjects({ operation: 'destroySandboxDeployment', status: 202 }, (value) => {
      if (typeof value['updatedAt'] === 'string')
        value['updatedAt'] = new Date(value['updatedAt']).toUTCString();
    }),
  },
  {
    id: 'null-left-out',
    check: 'C09',
    subject: 'resumeSandboxDeployment',
    description: 'omits properties of a deployment that are null',
    mutation: editObjects({ operation: 'resumeSandboxDeployment', status: 202 }, leaveNullsOut),
  },
  {
    id: 'cursor-left-out',
    check: 'C09',
    subject: 'pollProductEvents',
    description: 'omits the cursor of a page of product events',
    mutation: editJson({ operation: 'pollProductEvents', status: 200 }, (page) => {
      delete page['cursor'];
    }),
  },
];

function leaveNullsOut(value: Fields): void {
  for (const [name, inner] of Object.entries(value)) if (inner === null) Reflect.deleteProperty(value, name);
}
