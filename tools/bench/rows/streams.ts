/**
 * The cost of a stream event, in processor time of the server, compared with a bare server that writes the same
 * events.
 */
import { startChild, type Child } from '../support/child.ts';
import type { LoadRequest } from '../support/connection.ts';
import { measurePair, speedRow } from '../support/pair.ts';
import type { Bench, Row } from '../support/table.ts';
import { openStreams } from '../support/streams.ts';

/** How runs proceed: with messages sent to each of them, or by their scenario. A bare server supports only one way. */
export type Play = 'words' | 'scenario';

/** The methods of both servers of streams. */
export type StreamMethods = {
  /** Listens and returns the port. The events of one execution are what a bare server sends. */
  start(events: readonly object[]): Promise<number>;
  /** Plays every waiting stream to its end, one turn of the event loop per event. */
  play(how: Play): Promise<void>;
  /** Units: microseconds of processor time since the start. */
  cpu(given: null): number;
};

/** One of the servers, and the request for it. */
interface Target {
  readonly server: Child<StreamMethods>;
  readonly load: LoadRequest;
  readonly how?: Play;
}

const streams = 100;
const rounds = 7;
const agentId = 'agent_research';
const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

/** Measures streams of active runs, and the replay of completed ones. */
export const benchStreams: Bench = async () => {
  const mock = startChild<StreamMethods>('mock-streams.ts');
  const bare = startChild<StreamMethods>('bare-streams.ts');
  try {
    const mockPort = await mock.call('start', []);
    const played = { server: mock, load: runLoad(mockPort, 'long-answer'), how: 'scenario' } as const;
    const { executionId, events } = await recordRun(played);
    const barePort = await bare.call('start', events);
    const live = { server: bare, load: streamLoad(barePort, '/live') };
    const written = { server: mock, load: runLoad(mockPort, 'waiting'), how: 'words' } as const;
    const replayPath = `/v1/agents/${agentId}/executions/${executionId}/events`;
    return [
      await compare('stream events, 100 live runs, one turn per event', written, live, 0.75),
      await compare('the same, each run played by its scenario', played, live, 0.35),
      await compare(
        'replay an ended run to 100 readers, burst',
        { server: mock, load: streamLoad(mockPort, replayPath) },
        { server: bare, load: streamLoad(barePort, '/all') },
        1.5,
      ),
    ];
  } finally {
    await mock.stop();
    await bare.stop();
  }
};

async function compare(what: string, ours: Target, theirs: Target, goal: number): Promise<Row> {
  await cpuPerEvent(ours);
  await cpuPerEvent(theirs);
  const pair = await measurePair(
    rounds,
    () => cpuPerEvent(ours),
    () => cpuPerEvent(theirs),
  );
  return speedRow(what, 'bare res.write', pair, goal, 'µs of processor time an event');
}

/** Plays one run to its end, so that there is something to replay and the bare server has events to send. */
async function recordRun({
  server,
  load,
  how = 'words',
}: Target): Promise<{ readonly executionId: string; readonly events: readonly object[] }> {
  const { ended } = await openStreams(1, load);
  await server.call('play', how);
  const { text } = await ended;
  const events = text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as { readonly executionId: string });
  return { executionId: events[0]?.executionId ?? '', events };
}

/** Opens streams, reads them to their ends, and returns the cost of one event. Units: microseconds. */
async function cpuPerEvent({ server, load, how = 'words' }: Target): Promise<number> {
  const before = await server.call('cpu', null);
  const { ended } = await openStreams(streams, load);
  await server.call('play', how);
  const { count } = await ended;
  return ((await server.call('cpu', null)) - before) / count;
}

function runLoad(port: number, scenario: string): LoadRequest {
  return {
    url: `http://127.0.0.1:${port}/v1/agents/${agentId}/execute`,
    method: 'POST',
    headers: { ...headers, prefer: `scenario=${scenario}, pace=real` },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
    status: 200,
  };
}

function streamLoad(port: number, path: string): LoadRequest {
  return { url: `http://127.0.0.1:${port}${path}`, method: 'GET', headers, body: null, status: 200 };
}
