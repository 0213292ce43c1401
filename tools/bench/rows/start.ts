/** The time from the spawn of a server to its first response. */
import { costRow, measurePair } from '../support/pair.ts';
import type { Bench } from '../support/table.ts';
import { startServer, type ServerStart } from '../support/server-process.ts';
import { bareServer, mockServer, prismServer } from '../support/servers.ts';

/** Rounds against the bare server, and against Prism, which takes seconds to start. */
const closeRounds = 9;
const farRounds = 5;

/** Measures the start of the mock against a bare server and Prism, in turns. */
export const benchStart: Bench = async () => {
  const mock = (): Promise<number> => timeStart(mockServer());
  const what = 'spawn to first response';
  await mock();
  const bare = await measurePair(closeRounds, mock, () => timeStart(bareServer(500, 500)));
  const prism = await measurePair(farRounds, mock, () => timeStart(prismServer()));
  return [costRow(what, 'bare node:http', bare, 1.6, 'ms'), costRow(what, 'Prism', prism, 0.09, 'ms')];
};

/** Units: milliseconds. */
async function timeStart(start: ServerStart): Promise<number> {
  const server = await startServer(start);
  await server.stop();
  return server.startedIn;
}
