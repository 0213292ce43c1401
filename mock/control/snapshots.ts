/** Resetting a world, restoring and comparing snapshots, and loading a dump. */
import type { Handlers } from '../../generated/control/server.ts';
import type { Snapshot as SnapshotBody, WorldState } from '../../generated/control/types.ts';
import { isoTime } from '../kernel/time/iso-time.ts';
import type { HandlerContext } from '../http/context.ts';
import { createErrorResponses, invalid, type ErrorTable } from '../http/error-responses.ts';
import type { Journals } from '../http/pipeline-parts.ts';
import type { DumpProblem } from '../kernel/world/dump-parts.ts';
import type { SnapshotHead } from '../kernel/ports.ts';
import type { World } from '../kernel/world/world.ts';
import { listStateChanges } from './state-changes.ts';
import type { RecordBodies } from './record-bodies.ts';
import { worldBody } from './worlds.ts';

type SnapshotError = { readonly code: 'SNAPSHOT_NOT_FOUND'; readonly id: string } | DumpProblem;

const table = {
  SNAPSHOT_NOT_FOUND: { status: 404, error: ({ id }) => `Snapshot ${id} does not exist` },
  DUMP_MALFORMED: invalid(({ path, message }) => ({
    message: `${path === '' ? 'body' : path} ${message}`,
    code: 'INVALID_VALUE',
    path,
    suggestion: 'Send a document that GET /_mock/state returned.',
  })),
} as const satisfies ErrorTable<SnapshotError>;

const errorResponse = createErrorResponses<SnapshotError, typeof table>(table);

type SnapshotOperation =
  | 'resetWorld'
  | 'listSnapshots'
  | 'createSnapshot'
  | 'restoreSnapshot'
  | 'listStateChanges'
  | 'dumpState'
  | 'loadState';

/** Handles resets, snapshots and dumps; a reset also clears the journal, which is not part of a world's state. */
export function createSnapshotHandlers(
  journals: Journals,
  bodies: RecordBodies,
): Pick<Handlers<HandlerContext>, SnapshotOperation> {
  return {
    async resetWorld(_, context) {
      const { world } = context;
      await world.reset();
      await journals.of(world).restart();
      return { status: 200, body: worldBody(context, world) };
    },

    async listSnapshots(_, { world }) {
      return { status: 200, body: { snapshots: (await world.listSnapshots()).map(snapshotBody) } };
    },

    async createSnapshot({ body }, { world }) {
      await world.catchUp();
      const snapshot = await world.keepSnapshot(body?.name);
      return { status: 201, body: snapshotBody(snapshot) };
    },

    async restoreSnapshot({ path }, context) {
      const { world } = context;
      const snapshot = await world.findSnapshot(path.id);
      if (snapshot === undefined) return errorResponse({ code: 'SNAPSHOT_NOT_FOUND', id: path.id });
      await world.restore(snapshot.state);
      return { status: 200, body: worldBody(context, world) };
    },

    async listStateChanges({ path, query }, { world }) {
      await world.catchUp();
      const from = await world.findSnapshot(path.id);
      if (from === undefined) return errorResponse({ code: 'SNAPSHOT_NOT_FOUND', id: path.id });
      const to = query.to === undefined ? null : await world.findSnapshot(query.to);
      if (to === undefined) return errorResponse({ code: 'SNAPSHOT_NOT_FOUND', id: query.to ?? '' });
      return {
        status: 200,
        body: {
          from: snapshotBody(from),
          to: to && snapshotBody(to),
          clock: { before: isoTime(from.createdAt), after: isoTime(to?.createdAt ?? world.now) },
          ...listStateChanges(from.state, to?.state ?? world.snapshot(), query.limit, bodies),
        },
      };
    },

    dumpState(_, { world }) {
      return { status: 200, body: dumpBody(world) };
    },

    async loadState({ body }, { world }) {
      const loaded = await world.load(body);
      return loaded.ok ? { status: 200, body: dumpBody(world) } : errorResponse(loaded.error);
    },
  };
}

function snapshotBody({ id, name, createdAt }: SnapshotHead): SnapshotBody {
  return { id, name, createdAt: isoTime(createdAt) };
}

/** Returns the body of a dump; the contract specifies only its `format`. */
function dumpBody(world: World): WorldState {
  return { ...world.dump() };
}
