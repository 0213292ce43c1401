/** Collects what was recorded, and writes it as a module that a mock plays back. */
import type { JsonFields } from '../../conformance/model/json-fields.ts';
import type { Recorded } from '../../conformance/proxy/proxy.ts';

/** What a proxy has recorded so far. */
export interface Recording {
  take(recorded: Recorded): void;
  /** Returns the numbers of records and streams. */
  count(): { readonly records: number; readonly streams: number };
  /** Returns the text of the module. Shape: `title` is the comment at its beginning. */
  write(title: string): string;
}

/** Units: records of all resources, and events of a stream. Anything beyond is not recorded. */
const MAX_RECORDS = 10_000;
const MAX_EVENTS = 1_000;

/** Creates an empty recording. Shape: of a stream that was recorded several times, the longest one. */
export function createRecording(): Recording {
  const records = new Map<string, Map<string, JsonFields>>();
  const streams = new Map<string, Map<number, unknown[]>>();
  const count = (): number => [...records.values()].reduce((sum, { size }) => sum + size, 0);

  function takeRecord({ resource, key, value }: Extract<Recorded, { kind: 'record' }>): void {
    const all = records.get(resource) ?? new Map<string, JsonFields>();
    records.set(resource, all);
    if (value === null) all.delete(key);
    else if (all.has(key) || count() < MAX_RECORDS) all.set(key, { ...all.get(key), ...value });
  }

  function takeEvent({ operation, exchange, value }: Extract<Recorded, { kind: 'event' }>): void {
    const all = streams.get(operation) ?? new Map<number, unknown[]>();
    streams.set(operation, all);
    const events = all.get(exchange) ?? [];
    all.set(exchange, events);
    if (events.length < MAX_EVENTS) events.push(value);
    // Why: only the longest one is written, so the others can be dropped once there is a longer one.
    const [longest] = longestOf(all);
    for (const number of all.keys()) if (number !== longest && number !== exchange) all.delete(number);
  }

  return {
    take(recorded) {
      if (recorded.kind === 'record') takeRecord(recorded);
      else takeEvent(recorded);
    },
    count: () => ({ records: count(), streams: streams.size }),
    write(title) {
      const lists = [...records].map(([name, all]) => [name, [...all.values()]] as const);
      const shown = Object.fromEntries(lists.filter(([, all]) => all.length > 0));
      const events = Object.fromEntries([...streams].map(([name, all]) => [name, longestOf(all)[1]]));
      return `// ${title}\nexport default ${JSON.stringify({ records: shown, streams: events }, null, 2)};\n`;
    },
  };
}

function longestOf(all: ReadonlyMap<number, readonly unknown[]>): readonly [number, readonly unknown[]] {
  const [longest] = [...all].toSorted(([, one], [, other]) => other.length - one.length);
  return longest ?? [0, []];
}
