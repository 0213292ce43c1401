/** Defects of values that contradict others: in records, in the events of one run, and in its totals. */
import type { MutantRow } from '../mutations/mutant.ts';
import { editRequest, ignoreHeader } from '../mutations/request-mutations.ts';
import {
  changeStatus,
  editJson,
  fieldsOf,
  jsonResponse,
  listOf,
  mapResponse,
} from '../mutations/response-mutations.ts';
import { editCounted, repeatResponse } from '../mutations/stateful-mutations.ts';
import { editEventsOf } from '../mutations/stream-mutations.ts';

const run = { operation: 'executeAgent', status: 200 } as const;

const DAY = 86_400_000;

const dayBefore = (time: unknown): string => new Date(Date.parse(String(time)) - DAY).toISOString();

/** Mutants for C13 to C16, S26 to S28 and P02. */
export const agreementMutants: readonly MutantRow[] = [
  {
    id: 'first-record-for-all',
    check: 'C13',
    subject: 'getAgent',
    description: 'returns the agent that was read first',
    mutation: repeatResponse({ operation: 'getAgent', status: 200 }, () => 'any'),
  },
  {
    id: 'created-once',
    check: 'C14',
    subject: 'createAgent',
    description: 'returns the first agent for every later creation',
    mutation: repeatResponse({ operation: 'createAgent', status: 201 }, () => 'any'),
  },
  {
    id: 'updated-before-created',
    check: 'C15',
    subject: 'getAgent',
    description: 'reports updates from before the creation of an agent',
    mutation: editJson({ operation: 'getAgent', status: 200 }, (agent) => {
      agent['updatedAt'] = dayBefore(agent['createdAt']);
    }),
  },
  {
    id: 'created-now',
    check: 'C16',
    subject: 'getAgent',
    description: 'reports another time of creation in each response',
    mutation: editCounted(
      { operation: 'getAgent', status: 200 },
      ({ path }) => path,
      (agent, count) => {
        agent['createdAt'] = new Date(Date.parse(String(agent['createdAt'])) - count * DAY).toISOString();
      },
    ),
  },
  {
    id: 'version-kept',
    check: 'C16',
    description: 'keeps the version of a deployment that it changes',
    mutation: editJson(
      { operation: ['destroySandboxDeployment', 'resumeSandboxDeployment'], status: 202 },
      (body) => {
        fieldsOf(fieldsOf(body['deployment'])['counters'])['resourceVersion'] = 7;
      },
    ),
  },
  {
    id: 'version-as-text',
    check: 'C20',
    description: 'returns the numbers of versions as texts in their list',
    mutation: editJson({ operation: 'listAgentVersions', status: 200 }, (page) => {
      for (const version of listOf(page['versions']))
        version['versionNumber'] = String(version['versionNumber']);
    }),
  },
  {
    id: 'mistake-as-unauthorized',
    check: 'C21',
    subject: 'dispatchRun',
    description: 'returns 401 for invalid bodies of dispatch',
    mutation: changeStatus({ operation: 'dispatchRun', status: 400 }, 401),
  },
  {
    id: 'status-of-proxy',
    check: 'C01',
    subject: 'getBatchRecordCost',
    expects: 'warn',
    description: 'returns 203 for the cost of a record',
    mutation: changeStatus({ operation: 'getBatchRecordCost', status: 200 }, 203),
  },
  {
    id: 'dispatch-fails',
    check: 'C06',
    subject: 'dispatchRun',
    expects: 'warn',
    description: 'returns 500 for invalid bodies of dispatch',
    mutation: changeStatus({ operation: 'dispatchRun', status: 400 }, 500),
  },
  {
    id: 'followed-error-bare',
    check: 'C05',
    subject: 'followExecutionEvents',
    expects: 'warn',
    description: 'has errors without an error object where events are followed',
    mutation: editJson({ operation: 'followExecutionEvents', status: 4 }, () => ({ message: 'No.' })),
  },
  {
    id: 'flow-without-id',
    check: 'C11',
    subject: 'initClientSession',
    expects: 'warn',
    description: 'returns null for the id of the flow of a session',
    mutation: editJson({ operation: 'initClientSession', status: 200 }, (session) => {
      fieldsOf(session['flow'])['id'] = null;
    }),
  },
  {
    id: 'scope-repeated',
    check: 'C12',
    subject: 'getAuthorizationServerMetadata',
    description: 'lists a supported type twice in the metadata of the authorization server',
    mutation: editJson({ operation: 'getAuthorizationServerMetadata', status: 200 }, (metadata) => {
      fieldsOf(metadata['agent_auth'])['identity_types_supported'] = ['anonymous', 'anonymous'];
    }),
  },
  {
    id: 'subagent-named-late',
    check: 'S26',
    subject: 'executeAgent',
    description: 'names the sub-agent of a text after its start',
    mutation: editEventsOf(run, 'text_start', (event) => {
      delete event['subagent'];
    }),
  },
  {
    id: 'tool-renamed',
    check: 'S26',
    subject: 'executeAgent',
    description: 'completes a tool call under another name',
    mutation: editEventsOf(run, 'tool_complete', (event) => {
      event['toolName'] = 'another_tool';
    }),
  },
  {
    id: 'turn-unknown',
    check: 'S26',
    subject: 'executeAgent',
    description: 'names a turn that does not exist in model calls',
    mutation: editEventsOf(run, 'model_call_start', (event) => {
      event['turnId'] = 'turn_of_nobody';
    }),
  },
  {
    id: 'success-with-tool-error',
    check: 'S26',
    subject: 'executeAgent',
    description: 'reports the success of a tool call that has an error',
    mutation: editEventsOf(run, 'tool_complete', (event) => {
      if (event['success'] === true) event['error'] = 'The tool failed.';
    }),
  },
  {
    id: 'completed-before-started',
    check: 'S27',
    subject: 'executeAgent',
    description: 'completes model calls before they start',
    mutation: editEventsOf(run, 'model_call_complete', (event) => {
      event['completedAt'] = dayBefore(event['completedAt']);
    }),
  },
  {
    id: 'started-before-run',
    check: 'S27',
    subject: 'executeAgent',
    description: 'starts tools before their run',
    mutation: editEventsOf(run, 'tool_start', (event) => {
      event['startedAt'] = dayBefore(event['startedAt']);
    }),
  },
  {
    id: 'one-iteration-more',
    check: 'S28',
    subject: 'executeAgent',
    description: 'reports more iterations than the run has',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      event['iterations'] = Number(event['iterations']) + 3;
    }),
  },
  {
    id: 'cost-doubled',
    check: 'S28',
    subject: 'executeAgent',
    description: 'counts the cost of every model call twice',
    mutation: editEventsOf(run, 'execution_complete', (event) => {
      event['totalCost'] = 2 * Number(event['totalCost']);
    }),
  },
  {
    id: 'repeat-carried-out',
    check: 'P02',
    subject: 'resumeSandboxDeployment',
    description: 'ignores idempotency keys',
    mutation: ignoreHeader({ operation: 'resumeSandboxDeployment' }, 'idempotency-key'),
  },
  {
    id: 'any-body-replayed',
    check: 'P02',
    subject: 'destroySandboxDeployment',
    description: 'replays a response for another body',
    mutation: editRequest({ operation: 'destroySandboxDeployment' }, () => ({})),
  },
  {
    id: 'forged-assertion-accepted',
    check: 'N04',
    subject: 'registerAgent',
    description: 'accepts assertions without looking at their signature and issuer',
    mutation: mapResponse({ operation: 'registerAgent', status: 4 }, () =>
      jsonResponse(200, { status: 'claimed', credential: 'rt_live_forged' }),
    ),
  },
  {
    id: 'test-key-exhausted-forbidden',
    check: 'LIMIT10',
    expects: 'warn',
    description: 'returns 403 when the configured test key is used up',
    mutation: changeStatus({ operation: 'executeAgent', status: 429 }, 403),
  },
];
