/** A long list that is loaded page by page as it is scrolled, and kept up to date by the events of the world. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ConsoleEvent } from '../generated/control/types.ts';
import { listen, LOAD_AT_MOST_EVERY, spaced } from './live.ts';
import { messageOf } from '../templates/runtime/json/value.ts';

/** The source of a list. */
export interface PageSource<T> {
  /** Loads the page after a cursor, the first page for `null`. */
  readonly load: (
    after: string | null,
  ) => Promise<{ readonly items: readonly T[]; readonly cursor: string | null }>;
  readonly idOf: (item: T) => string;
  /** Returns the id of the item that an event changed; `null` if it changed none, `everything` if it may be any. */
  readonly changedBy: (event: ConsoleEvent) => { readonly id: string } | 'everything' | null;
  /** Resolves with the new value of an item that an event changed; with `null` if it is no longer in the list. */
  readonly loadOne: (id: string, event: ConsoleEvent) => Promise<T | null>;
}

/** The items so far, and how to load more. Shape: `items` is null until the first page is loaded. */
export interface Pages<T> {
  /** Identifies the list of the items; after a change, the previous list until the first page is loaded. */
  readonly key: string;
  readonly items: readonly T[] | null;
  readonly hasMore: boolean;
  readonly error: string | null;
  readonly more: () => void;
  readonly reload: () => void;
}

/**
 * The maximum number of changed items after the first page that are loaded one by one; others stay unchanged until a
 * reload.
 */
const MAX_SINGLE = 20;

interface Shown<T> {
  readonly items: readonly T[] | null;
  readonly cursor: string | null;
  readonly error: string | null;
}

const NOTHING = { items: null, cursor: null, error: null } as const;

/** Loads a list. Shape: `key` identifies the list; with another key it is loaded from the start. */
export function usePages<T>(key: string, source: PageSource<T>): Pages<T> {
  const [shown, setShown] = useState<Shown<T> & { readonly key: string }>({ ...NOTHING, key });
  const list = useMemo(() => new PageList(source, (next) => setShown({ ...next, key })), [key]);
  useEffect(() => {
    list.reload();
    const stop = listen((events) => list.update(events));
    return () => {
      stop();
      list.end();
    };
  }, [list]);
  const { items, cursor, error } = shown;
  return { key: shown.key, items, hasMore: cursor !== null, error, more: list.more, reload: list.reload };
}

class PageList<T> {
  readonly #source: PageSource<T>;
  readonly #show: (shown: Shown<T>) => void;
  readonly #changed = new Map<string, ConsoleEvent>();
  #shown: Shown<T> = NOTHING;
  #isWhole = true;
  #wantsMore = false;
  #isOver = false;

  constructor(source: PageSource<T>, show: (shown: Shown<T>) => void) {
    this.#source = source;
    this.#show = show;
  }

  readonly reload = (): void => {
    this.#isWhole = true;
    this.#run();
  };

  readonly more = (): void => {
    if (this.#shown.cursor === null || this.#wantsMore) return;
    this.#wantsMore = true;
    this.#run();
  };

  update(events: readonly ConsoleEvent[]): void {
    if (events.length === 0) this.reload();
    for (const event of events) {
      const change = this.#source.changedBy(event);
      if (change === 'everything') this.reload();
      else if (change !== null) this.#changed.set(change.id, event);
    }
    if (this.#changed.size > 0) this.#run();
  }

  end(): void {
    this.#isOver = true;
  }

  readonly #run = spaced(async () => {
    try {
      this.#shown = { ...(await this.#next()), error: null };
    } catch (error) {
      this.#shown = { ...this.#shown, error: messageOf(error) };
    }
    if (this.#isOver) return;
    this.#show(this.#shown);
    if (this.#wantsMore || this.#isWhole || this.#changed.size > 0) this.#run();
  }, LOAD_AT_MOST_EVERY / 2);

  async #next(): Promise<Pick<Shown<T>, 'items' | 'cursor'>> {
    const { items, cursor } = this.#shown;
    if (this.#wantsMore && items !== null) {
      this.#wantsMore = false;
      const page = await this.#source.load(cursor);
      return { items: [...items, ...page.items], cursor: page.cursor };
    }
    const changed = new Map(this.#changed);
    this.#changed.clear();
    const isWhole = this.#isWhole;
    this.#isWhole = false;
    const first = await this.#source.load(null);
    const rest = isWhole || items === null ? null : this.#behind(items, first.items);
    if (rest === null || rest.length === 0) return first;
    const renewed = await this.#renew(rest, changed);
    // New records may be at the end of a list that was complete.
    const last = renewed.at(-1);
    const end =
      cursor === null && last !== undefined
        ? await this.#source.load(this.#source.idOf(last))
        : { items: [], cursor };
    return { items: [...first.items, ...renewed, ...end.items], cursor: end.cursor };
  }

  /** Returns the items after the new first page; `null` if the two do not overlap. */
  #behind(items: readonly T[], first: readonly T[]): readonly T[] | null {
    const last = first.at(-1);
    if (last === undefined) return null;
    const { idOf } = this.#source;
    const place = items.findIndex((item) => idOf(item) === idOf(last));
    if (place < 0) return null;
    // An item may have moved to the first page of a sorted list.
    const ids = new Set(first.map(idOf));
    return items.slice(place + 1).filter((item) => !ids.has(idOf(item)));
  }

  async #renew(items: readonly T[], changed: ReadonlyMap<string, ConsoleEvent>): Promise<readonly T[]> {
    const { idOf, loadOne } = this.#source;
    const ids = new Set(items.map(idOf));
    const due = [...changed].filter(([id]) => ids.has(id)).slice(0, MAX_SINGLE);
    const renewed = new Map(
      await Promise.all(due.map(async ([id, event]) => [id, await loadOne(id, event)] as const)),
    );
    return items.flatMap((item) => {
      const value = renewed.get(idOf(item));
      if (value === undefined) return [item];
      return value === null ? [] : [value];
    });
  }
}
