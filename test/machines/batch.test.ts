import fc from 'fast-check';
import { batchMachine } from '../../mock/agent-platform/domain/batches/batch.ts';
import type { BatchRecord, BatchTrigger } from '../../mock/agent-platform/domain/batches/batch.ts';
import { testStart } from '../support/domain-world.ts';
import { testMachineLaws } from './support/machine-laws.ts';

const recordId = fc.constantFrom('record_1', 'record_fail_2', 'record_slow_3');

testMachineLaws({
  machine: batchMachine,
  record: fc.array(recordId, { minLength: 1, maxLength: 4 }).map((recordIds): BatchRecord => ({
    id: 'batch_1',
    workspaceId: 'org_1',
    userId: 'user_1',
    keyId: null,
    flowId: 'flow_1',
    flowName: 'Flow 1',
    executionId: null,
    recordIds,
    maxRetries: 0,
    status: 'queued',
    processed: 0,
    succeeded: 0,
    submittedAt: testStart,
    startedAt: null,
    completedAt: null,
  })),
  trigger: fc.oneof(
    { weight: 4, arbitrary: fc.constant<BatchTrigger>({ type: 'start' }) },
    { weight: 1, arbitrary: fc.constant<BatchTrigger>({ type: 'cancel' }) },
  ),
});
