/** The writes that a mock has acknowledged, and whether it still has them after a restart. */
import { storeSchema } from '../../mock/agent-platform/domain/store.ts';
import { loadState } from '../../mock/kernel/world/dump.ts';

/** A value that one writer counts up. Shape: the stored one is from `stored` to `sent`. */
interface Counter {
  sent: number;
  stored: number;
}

type Presence = 'present' | 'absent' | 'unknown';

/** Returns the JSON body; `null` for a status of 404. */
export type Read = (path: string) => Promise<unknown>;

export class Ledger {
  /** By the path of the agent whose description counts. */
  readonly counters = new Map<string, Counter>();
  /** By path; for created and deleted records. */
  readonly paths = new Map<string, Presence>();
  /** By the path of an execution that was streamed to its end. */
  readonly executions = new Set<string>();
  /** The number of acknowledged writes. */
  acknowledged = 0;

  /** Sends a write; its effect is unknown until it is acknowledged. */
  async change(path: string, outcome: Presence, send: () => Promise<unknown>): Promise<void> {
    this.paths.set(path, 'unknown');
    await send();
    this.paths.set(path, outcome);
    this.acknowledged += 1;
  }

  async count(path: string, send: (count: number) => Promise<unknown>): Promise<void> {
    const counter = this.counters.get(path) ?? { sent: 0, stored: 0 };
    this.counters.set(path, counter);
    counter.sent += 1;
    const count = counter.sent;
    await send(count);
    counter.stored = count;
    this.acknowledged += 1;
  }

  /** Compares the mock with the ledger, which then records what was unknown. Returns the problems. */
  async compare(read: Read): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const [path, counter] of this.counters) {
      const agent = (await read(path)) as { readonly description: string | null } | null;
      const count = Number(agent?.description ?? (counter.stored === 0 ? 0 : Number.NaN));
      if (!(count >= counter.stored && count <= counter.sent))
        problems.push(`${path} has ${count}, not ${counter.stored} to ${counter.sent}`);
      Object.assign(counter, { sent: count, stored: count });
    }
    for (const [path, expected] of this.paths) {
      const presence = (await read(path)) === null ? 'absent' : 'present';
      if (expected !== 'unknown' && presence !== expected)
        problems.push(`${path} is ${presence}, not ${expected}`);
      this.paths.set(path, presence);
    }
    for (const path of this.executions) {
      const execution = (await read(path)) as { readonly status: string } | null;
      if (execution?.status !== 'completed') problems.push(`${path} is ${execution?.status ?? 'absent'}`);
    }
    return problems;
  }

  /** Forgets everything below a world. */
  forget(prefix: string): void {
    for (const paths of [this.counters, this.paths, this.executions])
      for (const path of [...paths.keys()]) if (path.startsWith(prefix)) paths.delete(path);
  }
}

/** Returns why a dump does not fit together, which is how half a transaction would look; `null` if it does. */
export function dumpProblem(dump: unknown): string | null {
  const loaded = loadState(storeSchema, dump);
  return loaded.ok ? null : `${loaded.error.path} ${loaded.error.message}`;
}
