/** The properties that identify the records of the Agent Platform, and those that never change. */
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import { generalTraits, type RecordTraits } from '../../responses/response-traits.ts';

export const recordTraits: RecordTraits = {
  ids: ['id', 'eventId', 'versionId', 'deploymentId', 'batchId', 'executionId'],
  fixed: ['createdAt', 'organizationId', 'orgId', 'createdByUserId', 'agentId', 'flowId'],
  ordered: generalTraits.records.ordered,
  envelopes: ['deployment'],
  versions: [
    {
      id: 'deploymentId',
      version: ['counters', 'resourceVersion'],
      property: 'desiredState',
      message: 'The desired state of a deployment has changed, and its resourceVersion has not.',
    },
  ],
  // Why: an object with an executionId may be anything that belongs to the run.
  isRecord: (idName, fields) => (idName !== 'executionId' || 'status' in fields) && !('toolCallId' in fields),
  namesOf,
  createdId({ id, stream }, status) {
    if (stream !== null && /^(execute|dispatchRun|chat)/.test(id)) return 'executionId';
    return status === 201 ? 'id' : null;
  },
};

function namesOf(operation: OperationSpec, parameter: string): readonly string[] {
  const { path } = operation;
  const isLast = path.endsWith(`/{${parameter}}`);
  if (path.startsWith('/v1/sandbox-deployments/')) return ['deploymentId'];
  if (path.startsWith('/v1/batch/'))
    return parameter === 'id' ? ['batchExecutionId', 'batchId', 'id'] : [parameter];
  // Why: a run may be read below the agent that called its agent.
  if (parameter === 'id' && !isLast) return path.includes('/executions') ? [] : ['agentId'];
  if (parameter === 'agentId' && path.includes('/executions')) return [];
  return generalTraits.records.namesOf(operation, parameter);
}
