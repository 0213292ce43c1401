/** The questions of paused executions, with the request to the service that answers each of them. */
import type { Handlers } from '../../../generated/control-agent-platform/server.ts';
import type { WaitingRequest, WaitingItem } from '../../../generated/control-agent-platform/types.ts';
import { operations } from '../../../generated/service/operations.ts';
import { sampleOf } from '../domain/agents/definition/sample-parameters.ts';
import { approvals } from '../domain/approvals/approval.ts';
import { clientSessions, findSession, type ClientSessionRecord } from '../domain/client/session.ts';
import { executionsByStart, type ExecutionRecord } from '../domain/executions/execution.ts';
import type { OpenAction, OpenApproval, OpenOutput } from '../domain/executions/playback/pending-action.ts';
import { workTimer } from '../domain/executions/playback/run-effects.ts';
import { runs } from '../domain/executions/playback/run.ts';
import type { Json, JsonMap } from '../../kernel/json.ts';
import { scanKept } from '../../records/page.ts';
import { isoTime, isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import type { ServiceContext } from '../handlers/context.ts';
import type { View } from '../../kernel/store/view.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { subjectOf } from './execution-bodies.ts';

/** The property of a question with the request that settles it. */
const requestProperty = 'answer';

/** The maximum number of questions in a response. */
const MAX_ITEMS = 1000;

export const waitingHandlers: Pick<Handlers<ServiceContext>, 'listWaiting'> = {
  listWaiting(_, { world }) {
    const items = world.query(listQuestions);
    return {
      status: 200,
      body: { waiting: items.slice(0, MAX_ITEMS), isTruncated: items.length > MAX_ITEMS },
    };
  },
};

function listQuestions(view: View, at: EpochMs): readonly WaitingItem[] {
  const paused = scanKept(
    view,
    { source: executionsByStart, prefix: '', keep: ({ status }) => status === 'paused' },
    { after: '', reverse: true, limit: MAX_ITEMS + 1 },
  );
  return paused.flatMap((execution) => {
    const run = view.get(runs, execution.id);
    if (run === undefined) return [];
    const session = sessionOf(view, at, execution);
    const { since } = run.clock;
    return run.gates.map((action) => questionOf(view, { execution, session, since, action }));
  });
}

/** Returns the session whose visitor can answer for an execution; null when there is none, or it is no longer valid. */
function sessionOf(view: View, at: EpochMs, { sessionId }: ExecutionRecord): ClientSessionRecord | null {
  const session = sessionId === null ? undefined : view.get(clientSessions, sessionId);
  if (session === undefined) return null;
  const result = findSession(view, session.id, session.origin, at);
  return result.ok ? result.value : null;
}

/** A pending action of an execution. Shape: `session` is that of its visitor, if any; `since` is when it paused. */
interface Pending<Action extends OpenAction = OpenAction> {
  readonly execution: ExecutionRecord;
  readonly session: ClientSessionRecord | null;
  readonly since: EpochMs;
  readonly action: Action;
}

function questionOf(view: View, { action, ...pending }: Pending): WaitingItem {
  const { execution } = pending;
  return {
    executionId: execution.id,
    ...subjectOf(execution),
    toolName: action.tool.name,
    arguments: { ...action.tool.parameters },
    ...(action.kind === 'approval'
      ? approvalQuestion(view, { ...pending, action })
      : outputQuestion(view, { ...pending, action })),
  };
}

/** The properties of a question that differ between the kinds of pending actions. */
type Question = Omit<WaitingItem, 'executionId' | 'agentId' | 'name' | 'toolName' | 'arguments'>;

function approvalQuestion(view: View, pending: Pending<OpenApproval>): Question {
  const { approvalId, tool } = pending.action;
  const approval = view.get(approvals, approvalId);
  const visitor = tool.approver === 'end-user' ? pending.session : null;
  const body = { executionId: pending.execution.id, approvalId, decision: 'approved', streamResponse: false };
  return {
    kind: 'approval',
    id: approvalId,
    title: `Call ${tool.name}?`,
    reason: tool.reason ?? tool.description ?? null,
    url: null,
    since: isoTime(approval?.requestedAt ?? pending.since),
    expiresAt: isoTimeOrNull(approval?.expiresAt ?? null),
    inputSchema: { type: 'string', enum: ['approved', 'denied'] },
    [requestProperty]: requestBy(pending, visitor, 'approve', body, '/decision'),
  };
}

const kinds = {
  tool: 'toolOutput',
  elicitation: 'elicitation',
  crawl: 'crawl',
  poll: 'poll',
} as const satisfies Record<OpenOutput['kind'], WaitingItem['kind']>;

function outputQuestion(view: View, pending: Pending<OpenOutput>): Question {
  const { execution, session, since, action } = pending;
  const { toolCallId } = action;
  const body = {
    executionId: execution.id,
    toolOutputs: { [toolCallId]: exampleOf(action) },
    streamResponse: false,
  };
  return {
    kind: kinds[action.kind],
    id: toolCallId,
    title: titleOf(action),
    reason: null,
    url: action.kind === 'elicitation' ? (action.tool.url ?? null) : null,
    since: isoTime(since),
    expiresAt: isoTimeOrNull(view.timer(workTimer(action))?.due ?? null),
    inputSchema: schemaOf(action),
    [requestProperty]: requestBy(pending, session, 'resume', body, `/toolOutputs/${toolCallId}`),
  };
}

function titleOf({ kind, tool }: OpenOutput): string {
  switch (kind) {
    case 'elicitation':
      return tool.message;
    case 'tool':
      return `Output of ${tool.name}`;
    case 'crawl':
      return `Crawl of ${tool.name}`;
    case 'poll':
      return `Job of ${tool.name}`;
  }
}

/** Returns the schema of an output: for an elicitation the action of the user and the fields of the form. */
function schemaOf({ kind, tool }: OpenOutput): Record<string, Json> | null {
  if (kind !== 'elicitation') return null;
  const { requestedSchema } = tool;
  return {
    type: 'object',
    required: ['action'],
    properties: {
      action: { type: 'string', enum: ['accept', 'decline', 'cancel'] },
      ...(requestedSchema !== undefined && { content: requestedSchema }),
    },
  };
}

function exampleOf({ kind, tool }: OpenOutput): Json {
  if (kind !== 'elicitation') return { ok: true };
  const { requestedSchema } = tool;
  return {
    action: 'accept',
    ...(requestedSchema !== undefined && { content: sampleOf(requestedSchema) }),
  };
}

/** The operations that answer: for a visitor with a session, and for others. */
const operationIds = {
  approve: { visitor: 'approveClientExecution', owner: 'approveDispatch' },
  resume: { visitor: 'resumeClientExecution', owner: 'resumeDispatch' },
} as const;

function requestBy(
  { execution }: Pending,
  session: ClientSessionRecord | null,
  verb: keyof typeof operationIds,
  body: JsonMap,
  pointer: string,
): WaitingRequest {
  const operationId = operationIds[verb][session === null ? 'owner' : 'visitor'];
  const operation = operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`The service has no operation ${operationId}.`);
  return {
    operationId,
    method: operation.method,
    path: operation.path,
    bodyExample: session === null ? { ...body } : { sessionId: session.id, ...body },
    pointer,
    credential: session === null ? 'key' : 'clientSession',
    workspaceId: execution.workspaceId,
    origin: session?.origin ?? null,
  };
}
