/** The stored records of a world by type, and the machines that change them. */
import type { Handlers } from '../../generated/control/server.ts';
import type { Machine as MachineBody } from '../../generated/control/types.ts';
import type { HandlerContext } from '../http/context.ts';
import { createErrorResponses, type ErrorTable } from '../http/error-responses.ts';
import type { MachineTable } from '../kernel/machine/machine-table.ts';
import type { StoredRecord } from '../kernel/store/collection.ts';
import { scanKept } from '../records/page.ts';
import { hasText, namesOf, type RecordBodies } from './record-bodies.ts';

interface KindUnknown {
  readonly code: 'KIND_UNKNOWN';
  readonly kind: string;
  readonly known: readonly string[];
}

const table = {
  KIND_UNKNOWN: {
    status: 404,
    error: ({ kind, known }) => `There is no type ${kind.slice(0, 100)}. Types: ${known.join(', ')}`,
  },
} as const satisfies ErrorTable<KindUnknown>;

const errorResponse = createErrorResponses<KindUnknown, typeof table>(table);

/** Handles the records, and the tables of the machines. */
export function createRecordHandlers(
  bodies: RecordBodies,
  machines: readonly MachineTable[],
): Pick<Handlers<HandlerContext>, 'listRecords' | 'listMachines'> {
  return {
    listRecords({ path, query }, { world }) {
      const name = bodies.kindOf(path.kind);
      if (name === undefined)
        return errorResponse({ code: 'KIND_UNKNOWN', kind: path.kind, known: bodies.names });
      const { q, resource, after = '', limit } = query;
      const wanted = q?.toLowerCase();
      const keep =
        wanted === undefined && resource === undefined
          ? undefined
          : (record: StoredRecord) =>
              (resource === undefined || Reflect.get(record, 'resource') === resource) &&
              (wanted === undefined || hasText(bodies.bodyOf(record), wanted));
      return world.query((view) => {
        const list = { source: { name }, prefix: '', keep };
        const records = scanKept(view, list, { after, reverse: false, limit: limit + 1 });
        const page = records.slice(0, limit);
        return {
          status: 200,
          body: {
            kind: path.kind,
            records: page.map((record) => bodies.bodyOf(record)),
            total: view.count({ name }),
            cursor: records.length > limit ? (page.at(-1)?.id ?? null) : null,
          },
        };
      });
    },

    listMachines() {
      return { status: 200, body: { machines: machines.map(machineBody) } };
    },
  };
}

function machineBody({ kind, states, transitions, ...table }: MachineTable): MachineBody {
  return { ...table, kind: namesOf(kind), states: [...states], transitions: [...transitions] };
}
