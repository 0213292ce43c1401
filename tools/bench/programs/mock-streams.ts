/**
 * The mock as a server of streams. Its executions start and wait; the method `play` continues them, either by their
 * scenario while the clock is put forward, or with words that are written to all of them in one transaction for each
 * turn of the event loop.
 */
import { executions, executionTopic } from '../../../mock/agent-platform/domain/executions/execution.ts';
import { emitEvent } from '../../../mock/agent-platform/domain/executions/playback/emit.ts';
import { listen } from '../../../mock/hosts/node.ts';
import { createMock } from '../../../mock/index.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import { milliseconds } from '../../../mock/kernel/time/time.ts';
import type { StreamMethods } from '../rows/streams.ts';
import { handleCalls, usedCpu } from '../support/child.ts';

const words = Array.from({ length: 200 }, (_, number) => `word${number}`);
const anHour = 3_600_000;

/**
 * Units: milliseconds, less than the interval between two events of a run, so that no run has two events in one turn.
 */
const shortestWord = milliseconds(18);

const mock = await createMock({
  clock: { mode: 'frozen' },
  scenarios: [
    { name: 'long-answer', description: 'Two hundred words.', steps: [{ say: words.join(' ') }] },
    { name: 'waiting', description: 'Waits for an hour.', steps: [{ wait: anHour }, { say: 'Late' }] },
  ],
});
const server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
const world = mock.worlds.find('default');
if (world === undefined) throw new Error('The mock has no default world.');

const methods: StreamMethods = {
  start: () => Promise.resolve(server.port),
  async play(how) {
    if (how === 'words') return writeWords();
    while (world.waiting.readers > 0) {
      await world.advance(shortestWord);
      await new Promise(setImmediate);
    }
  },
  cpu: usedCpu,
};
handleCalls(methods);

async function writeWords(): Promise<void> {
  const running = world?.query((view) => view.scan(executions).filter(({ status }) => status === 'running'));
  const ids = (running ?? []).map(({ id }) => id).filter((id) => isOpen(id));
  for (const word of words) {
    await world?.dispatch((tx) => {
      for (const id of ids) emitEvent(tx, id, tx.at, { type: 'text_delta', id: 'text', delta: `${word} ` });
      return ok(null);
    });
    await new Promise(setImmediate);
  }
  await world?.dispatch((tx) => {
    for (const id of ids) tx.close(executionTopic(id), 'ended');
    return ok(null);
  });
}

function isOpen(id: string): boolean {
  return world?.view.topic(executionTopic(id))?.status === 'open';
}
