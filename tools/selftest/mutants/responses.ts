/** Mutants whose single responses are wrong: status, media type, body, headers, errors, times. */
import type { Mutant } from './mutant.ts';
import {
  changeResponse,
  changeStatus,
  dropHeader,
  editJson,
  editObjects,
  fieldsOf,
  replaceBody,
  setHeader,
  type Fields,
} from './response-mutations.ts';

/** Mutants for the checks of single responses. */
export const responseMutants: readonly Mutant[] = [
  {
    id: 'status-undeclared',
    check: 'C01',
    subject: 'listAgents',
    says: 'answers a list with 207, which the operation does not declare',
    lie: changeStatus({ operation: 'listAgents', status: 200 }, 207),
  },
  {
    id: 'created-as-ok',
    check: 'C01',
    subject: 'createAgent',
    says: 'answers 200 where the operation declares 201',
    lie: changeStatus({ operation: 'createAgent', status: 201 }, 200),
  },
  {
    id: 'not-found-as-gone',
    check: 'C01',
    subject: 'getAgent',
    says: 'answers 410 for an agent that does not exist',
    lie: changeStatus({ operation: 'getAgent', status: 404 }, 410),
  },
  {
    id: 'json-as-text',
    check: 'C02',
    subject: 'getAgent',
    says: 'sends JSON as text/plain',
    lie: setHeader({ operation: 'getAgent', status: 200 }, 'content-type', 'text/plain'),
  },
  {
    id: 'no-content-type',
    check: 'C02',
    subject: 'getAnalyticsStats',
    says: 'sends JSON without a media type',
    lie: dropHeader({ operation: 'getAnalyticsStats', status: 200 }, 'content-type'),
  },
  {
    id: 'error-as-page',
    check: 'C02',
    subject: 'getAgentVersion',
    says: 'answers an error with an HTML page',
    lie: changeResponse({ operation: 'getAgentVersion', status: 4 }, (response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'text/html' },
      body: { kind: 'text', text: '<h1>Not found</h1>' },
    })),
  },
  {
    id: 'revision-as-text',
    check: 'C03',
    subject: 'getTokenAudiencePolicy',
    says: 'sends the revision of a policy as a text',
    lie: editJson({ operation: 'getTokenAudiencePolicy', status: 200 }, (policy) => {
      policy['policyRevision'] = String(policy['policyRevision']);
    }),
  },
  {
    id: 'unknown-status-of-deployment',
    check: 'C03',
    subject: 'resumeSandboxDeployment',
    says: 'says of a deployment a status that is not in the list',
    lie: editJson({ operation: 'resumeSandboxDeployment', status: 202 }, (body) => {
      fieldsOf(body['deployment'])['status'] = 'dreaming';
    }),
  },
  {
    id: 'more-as-text',
    check: 'C03',
    subject: 'pollProductEvents',
    says: 'says `yes` where it should say whether there are more events',
    lie: editJson({ operation: 'pollProductEvents', status: 200 }, (page) => {
      page['hasMore'] = 'yes';
    }),
  },
  {
    id: 'json-cut-off',
    check: 'C03',
    subject: 'listProductEventTypes',
    says: 'sends JSON that ends in the middle',
    lie: replaceBody({ operation: 'listProductEventTypes', status: 200 }, '{"types": ['),
  },
  {
    id: 'no-www-authenticate',
    check: 'C04',
    subject: 'listAgents',
    says: 'refuses a request without WWW-Authenticate',
    lie: dropHeader({ operation: 'listAgents', status: 401 }, 'www-authenticate'),
  },
  {
    id: 'no-content-security-policy',
    check: 'C04',
    subject: 'getAssetPreview',
    says: 'shows a preview without Content-Security-Policy',
    lie: dropHeader({ operation: 'getAssetPreview', status: 200 }, 'content-security-policy'),
  },
  {
    id: 'error-without-error',
    check: 'C05',
    subject: 'getAgent',
    says: 'answers errors with `message` in place of `error`',
    lie: editJson({ operation: 'getAgent', status: 4 }, ({ error }) => ({ message: error })),
  },
  {
    id: 'error-as-list',
    check: 'C05',
    subject: 'createAgent',
    says: 'answers errors as a list',
    lie: editJson({ operation: 'createAgent', status: 400 }, (body): unknown => [body]),
  },
  {
    id: 'crash-on-unknown',
    check: 'C06',
    subject: 'getAgent',
    says: 'breaks when an agent does not exist',
    lie: changeResponse({ operation: 'getAgent', status: 404 }, (response) => ({
      ...response,
      status: 500,
      body: { kind: 'text', text: '{"error":"Internal server error"}' },
    })),
  },
  {
    id: 'crash-on-wrong-body',
    check: 'C06',
    subject: 'createAgent',
    says: 'breaks on a body that it should refuse',
    lie: changeResponse({ operation: 'createAgent', status: 400 }, (response) => ({
      ...response,
      status: 500,
      body: { kind: 'text', text: '{"error":"Internal server error"}' },
    })),
  },
  {
    id: 'member-undeclared',
    check: 'C07',
    subject: 'getTokenAudiencePolicy',
    says: 'sends a member that the contract does not know',
    lie: editJson({ operation: 'getTokenAudiencePolicy', status: 200 }, (policy) => {
      policy['debugTrace'] = 'trace_1042';
    }),
  },
  {
    id: 'time-as-number-text',
    check: 'C08',
    subject: 'resumeSandboxDeployment',
    says: 'writes times as milliseconds',
    lie: editObjects({ operation: 'resumeSandboxDeployment', status: 202 }, (value) => {
      if (typeof value['createdAt'] === 'string') value['createdAt'] = String(Date.parse(value['createdAt']));
    }),
  },
  {
    id: 'time-as-words',
    check: 'C08',
    subject: 'destroySandboxDeployment',
    says: 'writes times as a mail does',
    lie: editObjects({ operation: 'destroySandboxDeployment', status: 202 }, (value) => {
      if (typeof value['updatedAt'] === 'string')
        value['updatedAt'] = new Date(value['updatedAt']).toUTCString();
    }),
  },
  {
    id: 'null-left-out',
    check: 'C09',
    subject: 'resumeSandboxDeployment',
    says: 'leaves members of a deployment out where they are null',
    lie: editObjects({ operation: 'resumeSandboxDeployment', status: 202 }, leaveNullsOut),
  },
  {
    id: 'cursor-left-out',
    check: 'C09',
    subject: 'pollProductEvents',
    says: 'tells product events without the cursor to go on with',
    lie: editJson({ operation: 'pollProductEvents', status: 200 }, (page) => {
      delete page['cursor'];
    }),
  },
];

function leaveNullsOut(value: Fields): void {
  for (const [name, member] of Object.entries(value))
    if (member === null) Reflect.deleteProperty(value, name);
}
