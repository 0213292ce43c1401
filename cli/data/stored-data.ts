/** Opens the data of a mock that is not running, whichever API it served: a file contains worlds of one API. */
import { createHostTimer } from '../../mock/adapters/host-timer.ts';
import { worldContents as platformContents } from '../../mock/agent-platform/fixtures/default.ts';
import { CommitUnreadableError, type LogHost } from '../../mock/kernel/ports.ts';
import type { WorldState } from '../../mock/kernel/store/state.ts';
import { StoredWorlds } from '../../mock/logs/sqlite/maintenance.ts';
import { resourceContents } from '../../mock/resources/world-contents.ts';
import { createLogHost, type WorldContents } from '../../mock/worlds/log-host.ts';

/** The possible contents of worlds: one for each plug-in that `backlot mock` serves. */
const allContents = [platformContents, resourceContents] as const satisfies readonly WorldContents[];

/** An open file. Shape: `contents` are `null` for a file without worlds. */
export interface StoredData {
  readonly worlds: StoredWorlds;
  readonly contents: WorldContents | null;
}

/**
 * Opens a file with the contents that its worlds have, or with `empty` if it has no worlds.
 *
 * Errors: rejects with a LogUnavailableError.
 */
export async function openStoredData(
  file: string,
  report: LogHost['report'],
  { create, empty }: { readonly create: boolean; readonly empty: WorldContents | null },
): Promise<StoredData> {
  const reported = new Set<string>();
  const reportOnce: LogHost['report'] = (message, error) => {
    if (!reported.has(message)) report(message, error);
    reported.add(message);
  };
  const open = (contents: WorldContents): StoredWorlds =>
    new StoredWorlds(file, createLogHost(contents, createHostTimer(), reportOnce), { create });
  let best = { contents: allContents[0] as WorldContents, filled: 0 };
  for (const contents of allContents) {
    const worlds = open(contents);
    const { count, unreadable, filled } = await readAll(worlds);
    if (unreadable === 0 && count > 0) return { worlds, contents };
    if (count === 0 && (empty ?? contents) === contents) return { worlds, contents: null };
    await worlds.close();
    if (filled > best.filled) best = { contents, filled };
  }
  return { worlds: open(best.contents), contents: best.contents };
}

/** Counts the worlds of a file. Shape: `filled` are those that can be read and have records. */
async function readAll(
  worlds: StoredWorlds,
): Promise<{ readonly count: number; readonly unreadable: number; readonly filled: number }> {
  try {
    const ids = await worlds.list();
    let [unreadable, filled] = [0, 0];
    for (const id of ids) {
      const state = await readWorld(worlds, id);
      if (state === null) unreadable += 1;
      else if ([...state.records].some(([, table]) => table.size > 0)) filled += 1;
    }
    return { count: ids.length, unreadable, filled };
  } catch (error) {
    await worlds.close();
    throw error;
  }
}

async function readWorld(worlds: StoredWorlds, id: string): Promise<WorldState | null> {
  try {
    return await worlds.read(id);
  } catch (error) {
    if (error instanceof CommitUnreadableError) return null;
    throw error;
  }
}

/** Returns the contents whose kinds of records a dump has; the first ones if none match. */
export function contentsOfDump(dump: unknown): WorldContents {
  return allContents.find((contents) => hasKindsOf(contents, dump)) ?? allContents[0];
}

/** Returns whether a dump has records of an API other than that of these contents. */
export function isOfOtherApi(contents: WorldContents, dump: unknown): boolean {
  return !hasKindsOf(contents, dump) && hasKindsOf(contentsOfDump(dump), dump);
}

/** Why this is enough: a dump lists all kinds, including those without a record. */
function hasKindsOf({ schema }: WorldContents, dump: unknown): boolean {
  const { records } = (dump ?? {}) as { readonly records?: unknown };
  return Object.keys(records ?? {}).every((kind) => schema.collections.includes(kind));
}
