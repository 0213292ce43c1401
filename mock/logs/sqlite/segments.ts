/**
 * Counts unreferenced commits. Rows of many worlds are next to each other, so deleting those of one world would write
 * nearly every page of the table; instead a stretch of rows is swept when half of it is garbage.
 */

/** A stretch of rows. Units: bytes. */
interface Segment {
  readonly first: number;
  last: number;
  rows: number;
  bytes: number;
  garbage: number;
}

/** Units: rows, and bytes. A sweep of a segment takes a few milliseconds. */
const MAX_ROWS = 1024;
const MAX_BYTES = 1_048_576;

export class Segments {
  readonly #segments: Segment[] = [];

  /** Adds the next row. Shape: ids ascend. */
  add(id: number, bytes: number): void {
    let segment = this.#segments.at(-1);
    if (segment === undefined || isFull(segment)) {
      segment = { first: id, last: id, rows: 0, bytes: 0, garbage: 0 };
      this.#segments.push(segment);
    }
    segment.last = id;
    segment.rows += 1;
    segment.bytes += bytes;
  }

  /** Marks rows as garbage; returns the segments that have to be swept now, which are clean afterwards. */
  discard(ids: readonly number[]): readonly { readonly first: number; readonly last: number }[] {
    const touched = new Set<Segment>();
    for (const id of ids) {
      const segment = this.#find(id);
      if (segment === undefined) continue;
      segment.garbage += 1;
      touched.add(segment);
    }
    const swept = [...touched].filter((segment) => isFull(segment) && 2 * segment.garbage >= segment.rows);
    for (const segment of swept) {
      segment.rows -= segment.garbage;
      segment.garbage = 0;
      if (segment.rows === 0) this.#segments.splice(this.#segments.indexOf(segment), 1);
    }
    return swept;
  }

  #find(id: number): Segment | undefined {
    let [low, high] = [0, this.#segments.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const segment = this.#segments[middle];
      if (segment === undefined || segment.first > id) high = middle - 1;
      else if (segment.last < id) low = middle + 1;
      else return segment;
    }
    return undefined;
  }
}

/** Returns whether a segment gets no more rows. */
function isFull({ first, last, bytes }: Segment): boolean {
  return last - first + 1 >= MAX_ROWS || bytes >= MAX_BYTES;
}
