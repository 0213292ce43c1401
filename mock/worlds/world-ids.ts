/** The ids of all worlds of a log; of a shared log, those of the last update. */
export class WorldIds {
  #taken = new Set<string>();
  /** The ids that this process is creating, which the log does not list yet. */
  readonly #creating = new Set<string>();
  #made = 0;

  get count(): number {
    return this.#taken.size;
  }

  has(id: string): boolean {
    return this.#taken.has(id);
  }

  add(id: string): void {
    this.#taken.add(id);
  }

  delete(id: string): void {
    this.#taken.delete(id);
  }

  /** Replaces the ids by the current ones of the log. */
  update(ids: readonly string[]): void {
    this.#taken = new Set([...ids, ...this.#creating]);
  }

  /** Reserves an id while a world is created; it stays taken unless creating throws. */
  async reserve<T>(id: string, create: () => Promise<T>): Promise<T> {
    this.#taken.add(id);
    this.#creating.add(id);
    try {
      return await create();
    } catch (error) {
      this.#taken.delete(id);
      throw error;
    } finally {
      this.#creating.delete(id);
    }
  }

  /** Returns an id that is not taken. */
  make(): string {
    do this.#made += 1;
    while (this.#taken.has(`world-${this.#made}`));
    return `world-${this.#made}`;
  }
}
