/** The state machines of the service as data. */
import type { StateMachine, StateTransition } from '../../../generated/control/types.ts';
import type { Handlers } from '../../../generated/control/server.ts';
import { approvalMachine, approvals } from '../../domain/approvals/approval.ts';
import { batches, batchMachine } from '../../domain/batches/batch.ts';
import { executionMachine, executions } from '../../domain/executions/execution.ts';
import { claimMachine, registrations } from '../../domain/registration/registration.ts';
import { sandboxDeployments } from '../../domain/sandbox/deployment.ts';
import { sandboxMachine } from '../../domain/sandbox/machine.ts';
import type { ServiceContext } from '../../http/context.ts';
import { namesOf } from './record-names.ts';

/** A machine without the types of its records. */
interface AnyMachine {
  readonly id: string;
  readonly field: string;
  readonly initial: string;
  readonly final: readonly string[];
  readonly table: object;
}

const machines: readonly StateMachine[] = [
  describeMachine(executions.name, executionMachine),
  describeMachine(approvals.name, approvalMachine),
  describeMachine(batches.name, batchMachine),
  describeMachine(sandboxDeployments.name, sandboxMachine),
  describeMachine(registrations.name, claimMachine),
];

export const machineHandlers: Pick<Handlers<ServiceContext>, 'listMachines'> = {
  listMachines: () => ({ status: 200, body: { machines: [...machines] } }),
};

function describeMachine(kind: string, { id, field, initial, final, table }: AnyMachine): StateMachine {
  const rows = Object.entries(table as Readonly<Record<string, Readonly<Record<string, object>>>>);
  return {
    id,
    kind: namesOf(kind),
    property: field,
    initial,
    final: [...final],
    states: rows.map(([state]) => state),
    transitions: rows.flatMap(([from, row]) =>
      Object.entries(row).flatMap(([trigger, rules]) => describeRules(from, trigger, rules)),
    ),
  };
}

function describeRules(from: string, trigger: string, rules: object): StateTransition[] {
  const list = (Array.isArray(rules) ? rules : [rules]) as readonly {
    readonly to: string;
    readonly guard?: unknown;
  }[];
  return list.map(({ to, guard }) => ({ from, trigger, to, isConditional: guard !== undefined }));
}
