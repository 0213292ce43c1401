/**
 * The cost of the kernel's sorted trees, compared with the library that could store a world's records instead:
 * `immutable`, with a map by id and a sorted list of the ids. Why: docs/decisions/0001-state-in-sorted-trees.md.
 */
import { List, Map as HashMap } from 'immutable';
import { edit, mapOf, walk, type SortedMap } from '../../../mock/kernel/store/persistent-map.ts';
import { cpuPerRun, measurePair, speedRow } from '../support/pair.ts';
import type { Bench } from '../support/table.ts';

interface Stored {
  readonly id: string;
  readonly note: string;
}

/** One version of a table; each write returns the next version and does not change this one. */
interface Table {
  get(id: string): Stored | undefined;
  put(record: Stored): Table;
  page(after: string, limit: number): readonly Stored[];
}

interface Task {
  readonly name: string;
  readonly runs: number;
  /** Prepares a round on a table and returns the measured function, which is called with 0 to `runs` - 1. */
  readonly prepare: (table: Table) => (run: number) => unknown;
}

const count = 1_000_000;
const rounds = 5;
const pageSize = 50;

const tasks: readonly Task[] = [
  {
    name: 'read by id',
    runs: 200_000,
    prepare: (table) => (run) => table.get(idOf(scattered(run))),
  },
  {
    name: 'replace a record',
    runs: 20_000,
    prepare: (table) => chain(table, (run) => recordOf(idOf(scattered(run)))),
  },
  {
    name: 'add a record at the end',
    runs: 20_000,
    prepare: (table) => chain(table, (run) => recordOf(idOf(count + run))),
  },
  {
    name: 'add a record in the middle',
    runs: 10,
    prepare: (table) => chain(table, (run) => recordOf(`${idOf(scattered(run))}b`)),
  },
  {
    name: `page of ${pageSize} in order`,
    runs: 5000,
    prepare: (table) => (run) => table.page(idOf(scattered(run)), pageSize),
  },
  {
    name: 'fork and first write',
    runs: 20_000,
    prepare: (table) => (run) => table.put(recordOf(idOf(scattered(run)))),
  },
];

/** Measures the operations of a world on its records, with a million of them. */
export const benchMaps: Bench = async () => {
  const records = Array.from({ length: count }, (_, number) => recordOf(idOf(number)));
  const tree = sortedTree(mapOf(records.map((record) => [record.id, record])));
  const list = hashAndList(
    HashMap<string, Stored>(records.map((record) => [record.id, record])),
    List<string>(records.map(({ id }) => id)),
  );
  const rows = [];
  for (const { name, runs, prepare } of tasks) {
    const pair = await measurePair(
      rounds,
      () => cpuPerRun(runs, prepare(tree)),
      () => cpuPerRun(runs, prepare(list)),
    );
    rows.push(speedRow(`trees of 1,000,000: ${name}`, 'immutable', pair, null, 'µs of processor time'));
  }
  return rows;
};

function sortedTree(records: SortedMap<string, Stored>): Table {
  return {
    get: (id) => records.get(id),
    put(record) {
      const next = edit(records);
      next.set(record.id, record);
      return sortedTree(next);
    },
    page(after, limit) {
      const page: Stored[] = [];
      for (const [, record] of walk(records, { after })) {
        if (page.push(record) === limit) break;
      }
      return page;
    },
  };
}

/** The structures that immutable needs for the same operations. */
function hashAndList(records: HashMap<string, Stored>, order: List<string>): Table {
  return {
    get: (id) => records.get(id),
    put(record) {
      const place = firstBehind(order, record.id);
      const isNew = !records.has(record.id);
      return hashAndList(records.set(record.id, record), isNew ? order.insert(place, record.id) : order);
    },
    page(after, limit) {
      const start = firstBehind(order, after);
      return Array.from(order.slice(start, start + limit), (id) => records.get(id)!);
    },
  };
}

function firstBehind(order: List<string>, id: string): number {
  let low = 0;
  let high = order.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order.get(middle)! <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Spreads numbers over the ids, so that neither library benefits from sequential access. */
function scattered(run: number): number {
  return (run * 7_368_787) % count;
}

function idOf(number: number): string {
  return `rec_${String(number).padStart(9, '0')}`;
}

function recordOf(id: string): Stored {
  return { id, note: 'as it was' };
}

function chain(first: Table, record: (run: number) => Stored): (run: number) => unknown {
  let table = first;
  return (run) => (table = table.put(record(run)));
}
