/**
 * Measures the two libraries that could hold a world's records: sorted-btree, as the kernel wraps it, and immutable.
 * Run: node --expose-gc bench/persistent-maps.ts [records…]. Figures and what follows from them: docs/decisions/0001-state-in-sorted-trees.md.
 */
import { List, Map as HashMap } from 'immutable';
import { edit, mapOf, walk } from '../mock/kernel/persistent-map.ts';
import type { SortedMap } from '../mock/kernel/persistent-map.ts';

interface Stored {
  readonly id: string;
  readonly note: string;
}

/** Is one version of a table; each write gives the next version and leaves this one as it is. */
interface Table {
  get(id: string): Stored | undefined;
  put(record: Stored): Table;
  page(after: string, limit: number): readonly Stored[];
}

interface Candidate {
  readonly name: string;
  readonly build: (records: readonly Stored[]) => Table;
}

interface Task {
  readonly name: string;
  readonly runs: number;
  /** Prepares a round on a table and gives what is timed; called with numbers from 0 to below `runs`. */
  readonly prepare: (table: Table, count: number) => (run: number) => unknown;
}

const rounds = 5;
const pageSize = 50;

const idOf = (number: number): string => `rec_${String(number).padStart(9, '0')}`;
const recordOf = (id: string): Stored => ({ id, note: 'as it was' });

/** Spreads numbers over the ids so that neither library profits from going through them in order. */
const scattered = (run: number, count: number): number => (run * 7_368_787) % count;

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

/** Is what immutable needs to answer the same questions: a map by id, and beside it the ids in order. */
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

const candidates: readonly Candidate[] = [
  {
    name: 'sorted-btree',
    build: (records) => sortedTree(mapOf(records.map((record) => [record.id, record]))),
  },
  {
    name: 'immutable',
    build: (records) =>
      hashAndList(HashMap(records.map((record) => [record.id, record])), List(records.map(({ id }) => id))),
  },
];

const tasks: readonly Task[] = [
  {
    name: 'read by id',
    runs: 200_000,
    prepare: (table, count) => (run) => table.get(idOf(scattered(run, count))),
  },
  {
    name: 'replace a record, each time a new version',
    runs: 20_000,
    prepare: (table, count) => chain(table, (run) => recordOf(idOf(scattered(run, count)))),
  },
  {
    name: 'add a record at the end, each time a new version',
    runs: 20_000,
    prepare: (table, count) => chain(table, (run) => recordOf(idOf(count + run))),
  },
  {
    name: 'add a record in the middle, each time a new version',
    runs: 20,
    prepare: (table, count) => chain(table, (run) => recordOf(`${idOf(scattered(run, count))}b`)),
  },
  {
    name: `page of ${pageSize} in order, behind any id`,
    runs: 5000,
    prepare: (table, count) => (run) => table.page(idOf(scattered(run, count)), pageSize),
  },
  {
    name: 'fork and first write',
    runs: 20_000,
    prepare: (table, count) => (run) => table.put(recordOf(idOf(scattered(run, count)))),
  },
];

function chain(first: Table, record: (run: number) => Stored): (run: number) => unknown {
  let table = first;
  return (run) => (table = table.put(record(run)));
}

/** Gives the CPU time of one run in microseconds: the median of several rounds. */
function measure(task: Task, table: Table, count: number): number {
  const spans = Array.from({ length: rounds }, () => {
    const act = task.prepare(table, count);
    const before = process.cpuUsage();
    for (let run = 0; run < task.runs; run += 1) act(run);
    return process.cpuUsage(before).user / task.runs;
  });
  return spans.sort((a, b) => a - b)[rounds >> 1]!;
}

function heapInMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

function report(count: number): void {
  const records = Array.from({ length: count }, (_, number) => recordOf(idOf(number)));
  const columns = candidates.map(({ name, build }) => {
    const before = heapInMegabytes();
    const table = build(records);
    const heap = heapInMegabytes() - before;
    return { name, heap, times: tasks.map((task) => measure(task, table, count)) };
  });
  console.log(`\n${count} records | ${columns.map(({ name }) => name).join(' | ')}`);
  tasks.forEach((task, place) => {
    console.log(`${task.name} (µs) | ${columns.map(({ times }) => times[place]!.toFixed(2)).join(' | ')}`);
  });
  console.log(`heap without the records (MB) | ${columns.map(({ heap }) => heap.toFixed(1)).join(' | ')}`);
}

const sizes = process.argv.slice(2).map(Number);
for (const count of sizes.length === 0 ? [1000, 1_000_000] : sizes) report(count);
