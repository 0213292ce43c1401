/**
 * The mock as a server of streams. Its clock stands still until it is told to play; then each turn of the event loop puts it
 * forward by less than any word of a run takes, so that no run has two events in one turn.
 */
import { listen } from '../../mock/hosts/node.ts';
import { createMock } from '../../mock/index.ts';
import { milliseconds } from '../../mock/kernel/units.ts';
import type { StreamOrders } from '../rows/streams.ts';
import { obey, usedCpu } from '../support/child.ts';

const shortestWord = milliseconds(18);

const mock = await createMock({
  clock: { mode: 'frozen' },
  scenarios: [
    {
      name: 'long-answer',
      description: 'Says two hundred words.',
      steps: [{ say: Array.from({ length: 200 }, (_, number) => `word${number}`).join(' ') }],
    },
  ],
});
const server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });

const orders: StreamOrders = {
  start: () => Promise.resolve(server.port),
  async play() {
    const world = mock.worlds.find('default');
    if (world === undefined) throw new Error('The mock has no default world.');
    while (world.waiting.readers > 0) {
      await world.advance(shortestWord);
      await new Promise(setImmediate);
    }
  },
  cpu: usedCpu,
};
obey(orders);
