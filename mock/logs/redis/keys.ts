/**
 * The keys of a log in Redis, below a prefix. All of them must be on one server: a script changes keys of a world and
 * of the feed together.
 */

/** The keys that every script receives, in the order of `WORLD_KEYS` in `scripts.ts`. */
export interface WorldKeys {
  readonly all: readonly string[];
  readonly meta: string;
  readonly snapshots: string;
  /** The list of lines of a snapshot. */
  readonly snapshot: (id: string) => string;
  /** A list of lines that is being written. */
  readonly upload: (id: string) => string;
  /** The channel on which the calls of the world are published. */
  readonly calls: string;
}

export class Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The ids of all worlds, with the order of their creation as score. */
  get worlds(): string {
    return `${this.#prefix}:worlds`;
  }

  /** The stream of the newest commits of all worlds. */
  get feed(): string {
    return `${this.#prefix}:feed`;
  }

  /** The number of worlds that refer to each state that forks share; the lists of its lines are below this key. */
  get shared(): string {
    return `${this.#prefix}:shared`;
  }

  /** The number of entries that were ever added to the feed. */
  get fed(): string {
    return `${this.#prefix}:fed`;
  }

  of(world: string): WorldKeys {
    const own = `${this.#prefix}:{${world}}`;
    const [meta, snapshots, calls] = [`${own}:meta`, `${own}:snapshots`, `${own}:calls`];
    const shared = [this.worlds, `${this.#prefix}:made`, this.feed, this.fed];
    return {
      all: [...shared, meta, `${own}:log`, `${own}:state`, snapshots, calls, this.shared],
      meta,
      snapshots,
      snapshot: (id) => `${own}:snapshot:${id}`,
      upload: (id) => `${own}:upload:${id}`,
      calls,
    };
  }
}
