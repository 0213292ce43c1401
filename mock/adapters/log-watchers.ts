/** The watchers of a commit log, by world. */
import type { Cancel } from '../kernel/async.ts';

type Grown = (version: number) => void;

export class LogWatchers {
  readonly #watchers = new Map<string, Set<Grown>>();

  get worlds(): Iterable<string> {
    return this.#watchers.keys();
  }

  add(world: string, grown: Grown): Cancel {
    const own: Grown = (version) => {
      grown(version);
    };
    const all = this.#watchers.get(world) ?? new Set();
    this.#watchers.set(world, all.add(own));
    return () => {
      if (all.delete(own) && all.size === 0 && this.#watchers.get(world) === all)
        this.#watchers.delete(world);
    };
  }

  notify(world: string, version: number): void {
    this.#watchers.get(world)?.forEach((grown) => {
      grown(version);
    });
  }
}
