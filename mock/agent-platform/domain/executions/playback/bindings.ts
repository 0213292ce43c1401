/**
 * Binds the records of runs to their triggers: executions and approvals by their machines, runs by playing them.
 */
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import { bindMachine, type Binding } from '../../../../kernel/machine/machine.ts';
import { ok, err } from '../../../../kernel/transaction/result.ts';
import type { Trigger } from '../../../../kernel/machine/trigger.ts';
import { approvalMachine, approvals } from '../../approvals/approval.ts';
import { executionMachine, executions } from '../execution.ts';
import { expireApproval } from './answer.ts';
import { resumePlayback } from './play.ts';
import { runs, type RunRecord } from './run.ts';
import { finishWork } from './supply.ts';

/** The triggers that timers and approvals send to a run. */
type RunTrigger =
  | { readonly type: 'beat' }
  | { readonly type: 'expire'; readonly approvalId: string }
  | { readonly type: 'finishWork'; readonly toolCallId: string };

export const runBindings: readonly Binding[] = [
  bindMachine(executions, executionMachine),
  bindMachine(approvals, approvalMachine),
  {
    kind: runs.name,
    move(tx, id, trigger) {
      const run = tx.get(runs, id);
      if (run === undefined) return err({ code: 'TARGET_UNKNOWN', target: { kind: runs.name, id } });
      takeTrigger(tx, run, trigger as Trigger & RunTrigger);
      return ok({ record: run, effects: [] });
    },
  },
];

function takeTrigger(tx: Transaction, run: RunRecord, trigger: RunTrigger): void {
  switch (trigger.type) {
    case 'beat':
      resumePlayback(tx, run);
      return;
    case 'expire':
      expireApproval(tx, run, trigger.approvalId);
      return;
    case 'finishWork':
      finishWork(tx, run, trigger.toolCallId);
  }
}
