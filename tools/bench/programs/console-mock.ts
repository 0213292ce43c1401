/**
 * A mock with many executions, one of them very long, for measurements of the console. The method `flow` writes events
 * to a running execution at a steady rate.
 */
import { executions } from '../../../mock/agent-platform/domain/executions/execution.ts';
import { emitEvent } from '../../../mock/agent-platform/domain/executions/playback/emit.ts';
import type { TimelessEvent } from '../../../mock/agent-platform/domain/executions/playback/event-body.ts';
import { listen } from '../../../mock/hosts/node.ts';
import { createMock } from '../../../mock/index.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';
import type { ConsoleMethods } from '../rows/console.ts';
import { handleCalls } from '../support/child.ts';

const anHour = 3_600_000;
/** Events of a turn: its start, a tool call, a text of many words, its end. */
const EVENTS_PER_TURN = 500;
const BATCH = 1_000;
/** Units: milliseconds. */
const TICK = 50;

const mock = await createMock({
  pace: 'instant',
  scenarios: [{ name: 'waiting', description: 'Waits for an hour.', steps: [{ wait: anHour }] }],
});
const server = await listen(mock, { host: '127.0.0.1', port: 0 });
const world = mock.worlds.find('default');
if (world === undefined) throw new Error('The mock has no default world.');

const methods: ConsoleMethods = {
  async start({ executions: count, events }) {
    for (let number = 0; number < count; number += 1) await execute('text', number);
    const long = await startWaiting();
    await write(long, 0, events);
    return { port: server.port, long, live: await startWaiting() };
  },
  async flow({ id, perSecond, seconds }) {
    const start = performance.now();
    let written = 0;
    while (written < perSecond * seconds) {
      const due = Math.min(
        perSecond * seconds,
        Math.floor(((performance.now() - start) / 1_000) * perSecond),
      );
      await write(id, written, due);
      written = due;
      await new Promise((resolve) => setTimeout(resolve, TICK));
    }
    return written;
  },
};
handleCalls(methods);

/** Writes the events of a range, at most a thousand in a transaction. */
async function write(id: string, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH)
    await world?.dispatch((tx) => {
      for (let place = first; place < Math.min(to, first + BATCH); place += 1)
        emitEvent(tx, id, tx.at, eventAt(place));
      return ok(null);
    });
}

function eventAt(place: number): TimelessEvent {
  const turn = Math.floor(place / EVENTS_PER_TURN);
  const text = { id: `text_${turn}` };
  switch (place % EVENTS_PER_TURN) {
    case 0:
      return { type: 'turn_start', role: 'assistant', id: `turn_${turn}`, iteration: turn + 1 };
    case 1:
      return { type: 'text_start', ...text };
    case EVENTS_PER_TURN - 1:
      return { type: 'text_complete', ...text, text: 'word '.repeat(EVENTS_PER_TURN - 3) };
    default:
      return { type: 'text_delta', ...text, delta: 'word ' };
  }
}

async function startWaiting(): Promise<string> {
  await mock.world().clock.freeze();
  void execute('waiting, pace=real', 0);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const running = world?.query((view) =>
      view.scan(executions).filter(({ scenario, status }) => scenario === 'waiting' && status === 'running'),
    );
    const id = running?.map((execution) => execution.id).find((each) => !waiting.has(each));
    if (id === undefined) continue;
    waiting.add(id);
    return id;
  }
}

const waiting = new Set<string>();

async function execute(scenario: string, number: number): Promise<void> {
  const response = await mock.fetch('/v1/agents/agent_support/execute', {
    method: 'POST',
    headers: {
      authorization: 'Bearer rt_live_dev',
      'content-type': 'application/json',
      prefer: `scenario=${scenario}`,
    },
    body: JSON.stringify({
      messages: [{ role: 'user', content: `Where is order ${number}?` }],
      streamResponse: true,
    }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  await response.text();
}
