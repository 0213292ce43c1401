/**
 * The stored records of a world by type, and the machines that change them.
 */
import type { Handlers } from '../../generated/control/server.ts';
import type { Machine as MachineBody } from '../../generated/control/types.ts';
import { approvalMachine, approvals } from '../agent-platform/domain/approvals/approval.ts';
import { batches, batchMachine } from '../agent-platform/domain/batches/batch.ts';
import { executionMachine, executions } from '../agent-platform/domain/executions/execution.ts';
import { scanKept } from '../records/page.ts';
import { claimMachine, registrations } from '../agent-platform/domain/registration/registration.ts';
import { sandboxDeployments } from '../agent-platform/domain/sandbox/deployment.ts';
import { sandboxMachine } from '../agent-platform/domain/sandbox/machine.ts';
import type { ServiceContext } from '../http/context.ts';
import { createErrorResponses } from '../http/error-responses.ts';
import type { ErrorTable } from '../http/error-responses.ts';
import { rulesFor } from '../kernel/machine/machine.ts';
import type { Machine } from '../kernel/machine/machine.ts';
import type { Trigger } from '../kernel/machine/trigger.ts';
import type { Collection, StoredRecord } from '../kernel/store/collection.ts';
import { hasText, kindOf, namesOf, recordBody, recordNames } from './record-bodies.ts';

interface KindUnknown {
  readonly code: 'KIND_UNKNOWN';
  readonly kind: string;
}

const table = {
  KIND_UNKNOWN: {
    status: 404,
    error: ({ kind }) => `There is no type ${kind.slice(0, 100)}. Types: ${recordNames.join(', ')}`,
  },
} as const satisfies ErrorTable<KindUnknown>;

const errorResponse = createErrorResponses<KindUnknown, typeof table>(table);

export const recordHandlers: Pick<Handlers<ServiceContext>, 'listRecords' | 'listMachines'> = {
  listRecords({ path, query }, { world }) {
    const name = kindOf(path.kind);
    if (name === undefined) return errorResponse({ code: 'KIND_UNKNOWN', kind: path.kind });
    const { q, after = '', limit } = query;
    const wanted = q?.toLowerCase();
    const keep =
      wanted === undefined ? undefined : (record: StoredRecord) => hasText(recordBody(record), wanted);
    return world.query((view) => {
      const list = { source: { name }, prefix: '', keep };
      const records = scanKept(view, list, { after, reverse: false, limit: limit + 1 });
      const page = records.slice(0, limit);
      return {
        status: 200,
        body: {
          kind: path.kind,
          records: page.map(recordBody),
          total: view.count({ name }),
          cursor: records.length > limit ? (page.at(-1)?.id ?? null) : null,
        },
      };
    });
  },

  listMachines() {
    return { status: 200, body: { machines } };
  },
};

const machines: MachineBody[] = [
  machineBody(approvals, approvalMachine),
  machineBody(batches, batchMachine),
  machineBody(registrations, claimMachine),
  machineBody(executions, executionMachine),
  machineBody(sandboxDeployments, sandboxMachine),
];

function machineBody<R extends StoredRecord, State extends string, T extends Trigger>(
  collection: Collection<R>,
  machine: Machine<R, State, T>,
): MachineBody {
  const rows: Readonly<Record<string, object>> = machine.table;
  const states = Object.keys(rows) as State[];
  return {
    id: machine.id,
    kind: namesOf(collection.name),
    field: machine.field,
    initial: machine.initial,
    states: states.map((name) => ({ name, isFinal: machine.final.includes(name) })),
    transitions: states.flatMap((from) =>
      Object.keys(rows[from] ?? {}).flatMap((trigger) =>
        rulesFor(machine, from, trigger).map(({ to, guard }) => ({
          from,
          to,
          trigger,
          isConditional: guard !== undefined,
        })),
      ),
    ),
  };
}
