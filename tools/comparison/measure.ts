/** Starts a mock on each description, runs the scenarios, and measures the start, memory and a read. */
import { availableParallelism, loadavg } from 'node:os';
import { makeRoundTrips } from '../bench/support/load.ts';
import { median } from '../bench/support/pair.ts';
import { startServer, type ServerProcess } from '../bench/support/server-process.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';
import { descriptions, type Described } from './descriptions.ts';
import { comparedMocks, startOf, type ComparedMock } from './mocks.ts';
import { createRecord, playScenarios, scenariosOf, type Played } from './scenarios.ts';

/** The results of a mock with a description. */
export interface Trial {
  readonly description: string;
  /** Why it did not start; `null` if it did. */
  readonly failure: string | null;
  readonly played: readonly Played[];
  /** The problem of each response; `null` for a valid one. */
  readonly verdicts: readonly (string | null)[];
  /** Units: milliseconds until the first response, and of them the processor time. */
  readonly startMs: number;
  readonly startCpuMs: number;
  /** Units: MiB after the scenarios. */
  readonly memory: number;
  /** Units: microseconds of processor time of the read of a record; `null` if it is not 200. */
  readonly readCpu: number | null;
}

export interface MockResult {
  readonly mock: ComparedMock;
  /** Shape: empty if the mock is not installed. */
  readonly trials: readonly Trial[];
}

const port = 27_120;
const base = `http://127.0.0.1:${port}`;
/** Units: milliseconds of requests before the measurement, and of the measurement. */
const [warmUpMs, measuredMs] = [1000, 1500];

/** Tries mocks one after the other. Shape: `folder` has the installed ones. */
export async function tryMocks(folder: string, only: string | undefined): Promise<readonly MockResult[]> {
  const results: MockResult[] = [];
  for (const mock of comparedMocks.filter(({ name }) => (only ?? name) === name)) {
    const trials: Trial[] = [];
    for (const described of descriptions) {
      const trial = await tryMock(mock, folder, described);
      if (trial !== null) trials.push(trial);
    }
    results.push({ mock, trials });
    process.stderr.write(`${mock.name}: ${trials.length} descriptions, ${writeLoad()}\n`);
  }
  return results;
}

/** Returns the number of programs that want a processor, for each processor. */
export function writeLoad(): string {
  return `load ${((loadavg()[0] ?? 0) / availableParallelism()).toFixed(1)} per processor`;
}

/** Returns the median of the trials that have a value; `null` if none has. */
export function medianOf(trials: readonly Trial[], pick: (trial: Trial) => number | null): number | null {
  const values = trials.filter(({ failure }) => failure === null).flatMap((trial) => pick(trial) ?? []);
  return values.length === 0 ? null : median(values);
}

async function tryMock(mock: ComparedMock, folder: string, described: Described): Promise<Trial | null> {
  const firstPath = described.list.replace('{projectId}', '1');
  const start = startOf(mock, folder, described.file, port, firstPath);
  if (start === null) return null;
  const nothing = {
    description: described.name,
    played: [],
    verdicts: [],
    startMs: 0,
    startCpuMs: 0,
    memory: 0,
  };
  let server: ServerProcess;
  try {
    server = await startServer(start);
  } catch (error) {
    const failure = messageOf(error);
    const played = scenariosOf(described).map((scenario) => ({ scenario, problem: failure }));
    return { ...nothing, failure, played, readCpu: null };
  }
  try {
    const startCpuMs = server.cpuSeconds() * 1000;
    const { played, verdicts } = await playScenarios(described, base);
    const memory = server.residentMegabytes();
    const readCpu = await measureRead(server, base, described);
    return {
      ...nothing,
      failure: null,
      played,
      verdicts,
      startMs: server.startedIn,
      startCpuMs,
      memory,
      readCpu,
    };
  } finally {
    await server.stop();
  }
}

/** Reads a new record over one connection for a while. */
async function measureRead(
  server: ServerProcess,
  address: string,
  described: Described,
): Promise<number | null> {
  try {
    const url = `${address}${await createRecord(described, address)}`;
    const load = { url, method: 'GET', headers: described.credentials, body: null, status: 200 };
    await makeRoundTrips(load, warmUpMs);
    const before = server.cpuSeconds();
    const { count } = await makeRoundTrips(load, measuredMs);
    return ((server.cpuSeconds() - before) * 1e6) / count;
  } catch {
    return null;
  }
}
