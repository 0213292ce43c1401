/**
 * The consistency rules for the dump of a world: references between records, the data that a paused or running
 * execution needs, and the valid events, timers and settings.
 */
import { executionStreamEventTypes } from '../../../../generated/service/events.ts';
import { validateExecutionStreamEvent } from '../../../../generated/service/validators.ts';
import { recordRule } from '../../../kernel/world/dump-rules.ts';
import type { DumpReader, DumpRules, Reference } from '../../../kernel/world/dump-rules.ts';
import type { Shape, ShapeProblem } from '../../../kernel/world/record-shape.ts';
import { approvals } from '../approvals/approval.ts';
import { batches } from '../batches/batch.ts';
import { executions, executionTopic, type ExecutionRecord } from '../executions/execution.ts';
import { featureGates, featureGateValues } from '../identity/feature-gates.ts';
import { organizations, users } from '../identity/identity.ts';
import { isMap } from '../../../kernel/json.ts';
import { findDataProblems } from '../product-events/catalogue.ts';
import { feedSignal } from '../product-events/emit.ts';
import { productEvents, productFeeds } from '../product-events/record.ts';
import { runs, type RunRecord } from '../executions/playback/run.ts';
import { scenarios } from '../scenarios/catalogue.ts';
import { findLengthProblem } from '../scenarios/length.ts';
import { responseKey, storedReplies } from '../../../records/stored-response.ts';
import { tokenPolicies } from '../agents/token-audience.ts';
import { trustedIssuers } from '../registration/trusted-issuer.ts';
import { parseJson } from '../../../../templates/runtime/json/value.ts';

/** References to records that exist as long as the referring record. */
const references: readonly Reference[] = Object.entries({
  user: { organizationId: 'organization' },
  apiKey: { organizationId: 'organization', userId: 'user' },
  session: { organizationId: 'organization', userId: 'user' },
  agent: { publishedVersionId: 'agentVersion', draftVersionId: 'agentVersion' },
  agentVersion: { agentId: 'agent' },
  capability: { agentId: 'agent' },
  tokenPolicy: { id: 'agent' },
  execution: { keyId: 'apiKey', parentExecutionId: 'execution' },
  run: { id: 'execution' },
  approval: { executionId: 'execution' },
  toolCall: { executionId: 'execution' },
  clientSession: { tokenId: 'clientToken' },
  clientMessage: { executionId: 'execution' },
  asset: { organizationId: 'organization' },
  batch: { keyId: 'apiKey', executionId: 'execution' },
  recordResult: { batchId: 'batch', executionId: 'execution' },
  registration: { keyId: 'apiKey', organizationId: 'organization' },
  productEvent: { workspaceId: 'productFeed' },
  sandboxDeployment: { organizationId: 'organization' },
}).flatMap(([kind, properties]) =>
  Object.entries(properties).map(([property, to]) => ({ kind, property, to })),
);

export const dumpRules: DumpRules = {
  references,
  records: [
    recordRule(executions, findExecutionProblem),
    recordRule(runs, findRunProblem),
    recordRule(approvals, ({ id, executionId, status }, view) =>
      status !== 'pending' || holds(view.get(runs, executionId), id)
        ? null
        : { path: 'status', message: 'must not be pending, because no run waits for the approval' },
    ),
    recordRule(scenarios, ({ steps }) => findLengthProblem(steps)),
    recordRule(batches, ({ status, executionId, recordIds, processed, succeeded }) => {
      if (processed > recordIds.length)
        return { path: 'processed', message: 'must be at most the number of recordIds' };
      if (succeeded > processed) return { path: 'succeeded', message: 'must be at most processed' };
      return (status === 'running') === (executionId !== null)
        ? null
        : { path: 'executionId', message: 'must be set while the batch is running, and only then' };
    }),
    recordRule(productEvents, ({ name, data, cursor, workspaceId }, view) => {
      const newest = view.get(productFeeds, workspaceId)?.newest ?? 0;
      if (cursor < 1 || cursor > newest)
        return { path: 'cursor', message: 'must be from 1 to the newest cursor of its feed' };
      const [problem] = findDataProblems(name, data);
      return problem === undefined ? null : { path: problem.path, message: problem.message };
    }),
    recordRule(tokenPolicies, ({ entries }) => {
      const place = entries.findIndex(({ resource }) => !isAudience(resource));
      return place < 0 ? null : { path: `entries.${place}.resource`, message: 'must be an https address' };
    }),
    recordRule(trustedIssuers, ({ keys }) => {
      const place = keys.findIndex(({ kty }) => typeof kty !== 'string');
      return place < 0 ? null : { path: `keys.${place}.kty`, message: 'must be a string' };
    }),
    recordRule(storedReplies, (stored) =>
      isMap(parseJson(stored[responseKey]))
        ? null
        : { path: responseKey, message: 'must be an object in JSON text' },
    ),
  ],
  topics: [
    { prefix: executionTopic(''), kind: executions.name, findEventProblem },
    {
      prefix: feedSignal(''),
      kind: productFeeds.name,
      findEventProblem: (event) => (event === null ? null : { path: '', message: 'must be null' }),
    },
  ],
  settings: { [featureGates.name]: gatesShape() },
  triggers: {
    run: {
      beat: 'null',
      expire: { properties: { approvalId: 'text' } },
      finishWork: { properties: { toolCallId: 'text' } },
    },
    approval: { expire: 'null' },
    batch: { start: 'null', finishRecord: 'null' },
    registration: { expire: 'null' },
    productFeed: { sweep: 'null' },
    sandboxDeployment: { provisioned: 'null', sleep: 'null', restart: 'null', clean: 'null', expire: 'null' },
    storedReply: { forget: 'null' },
  },
  findWorldProblem(view) {
    const [first, ...others] = view.scan(organizations);
    if (first === undefined)
      return { path: 'records.organization', message: 'must have the organization of the world' };
    const { id } = others.reduce((one, other) => (other.createdAt < one.createdAt ? other : one), first);
    return view.scan(users).some(({ organizationId, role }) => organizationId === id && role === 'owner')
      ? null
      : { path: 'records.user', message: `must have an owner of ${id}, the organization of the world` };
  },
};

/** Checks an execution: an unfinished one needs a run, its own or its caller's, and a stream that has not ended. */
function findExecutionProblem(execution: ExecutionRecord, view: DumpReader): ShapeProblem | null {
  const { id, kind, flow, status, pausedReason, completedAt, outcome } = execution;
  if (kind === 'flow' && flow === null) return { path: 'flow', message: 'must be set where kind is flow' };
  const isOver = status === 'completed' || status === 'failed';
  if (isOver !== (completedAt !== null))
    return { path: 'completedAt', message: `must ${isOver ? '' : 'not '}be set where status is ${status}` };
  if (isOver !== (outcome !== null))
    return { path: 'outcome', message: `must ${isOver ? '' : 'not '}be set where status is ${status}` };
  if ((status === 'paused') !== (pausedReason !== null))
    return { path: 'pausedReason', message: 'must be set where status is paused, and only there' };
  const run = runOf(execution, view);
  if (isOver) return run === null ? null : { path: 'status', message: 'must not be over while it has a run' };
  if (run === null) return { path: 'status', message: 'must be over if it has no run' };
  if ((status === 'paused') !== run.gates.length > 0)
    return { path: 'status', message: 'must be paused if and only if its run waits for an action' };
  const topic = view.topic(executionTopic(id));
  return topic !== undefined && topic.status !== 'ended'
    ? null
    : { path: 'status', message: 'must be over, because its stream has ended' };
}

function runOf({ id, parentExecutionId }: ExecutionRecord, view: DumpReader): RunRecord | null {
  const run = view.get(runs, id);
  if (run !== undefined || parentExecutionId === null) return run ?? null;
  const caller = view.get(runs, parentExecutionId);
  return caller?.child?.run.id === id ? caller : null;
}

function findRunProblem(run: RunRecord, view: DumpReader): ShapeProblem | null {
  const tooLong =
    findLengthProblem(run.steps) ?? findLengthProblem(run.child?.run.steps ?? [], 'child.run.steps');
  if (tooLong !== null) return tooLong;
  for (const [place, gate] of run.gates.entries()) {
    if (gate.kind !== 'approval') continue;
    const approval = view.get(approvals, gate.approvalId);
    if (approval?.executionId !== run.id || approval.status !== 'pending')
      return {
        path: `gates.${place}.approvalId`,
        message: 'must be the id of a pending approval of the run',
      };
  }
  if (run.child === null || view.has(executions, run.child.run.id)) return null;
  return { path: 'child.run.id', message: 'must be the id of an execution in the dump' };
}

function holds(run: RunRecord | undefined, approvalId: string): boolean {
  return run?.gates.some((gate) => gate.kind === 'approval' && gate.approvalId === approvalId) === true;
}

/** Checks an event: the properties it has must fit. Missing ones are filled in from samples when the event is read. */
function findEventProblem(event: unknown, executionId: string, seq: number): ShapeProblem | null {
  if (!isMap(event)) return { path: '', message: 'must be an object' };
  if (!types.has(String(event['type']))) return { path: 'type', message: 'must be an event of the contract' };
  if (event['executionId'] !== executionId)
    return { path: 'executionId', message: 'must be the execution of the topic' };
  if (event['seq'] !== seq) return { path: 'seq', message: 'must be that of the entry' };
  if (validateExecutionStreamEvent.check(event)) return null;
  const problem = validateExecutionStreamEvent.firstProblem(event);
  if (problem === null || problem.code === 'MISSING_REQUIRED_FIELD') return null;
  return { path: problem.path, message: problem.message };
}

const types: ReadonlySet<string> = new Set(executionStreamEventTypes);

function gatesShape(): Shape {
  return {
    properties: Object.fromEntries(
      Object.entries(featureGateValues).map(([name, values]) => [name, { values }]),
    ),
  };
}

/** Source: spec/schemas/TokenAudienceEntry.yaml. */
function isAudience(resource: string): boolean {
  return /^https:\/\/[^?#]+$/.test(resource);
}
