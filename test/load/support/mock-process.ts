/**
 * The mock as a separate process, to measure its memory. Started with `--expose-gc`; reports its memory on request.
 */
import { listen } from '../../../mock/hosts/node.ts';
import { createMock } from '../../../mock/index.ts';

/** Units: bytes after a forced collection. */
export interface Memory {
  readonly heapUsed: number;
  readonly external: number;
}

/** Counts what is waiting in all worlds, readers of topics and sleepers, and the open connections. */
export interface Waiting {
  readonly readers: number;
  readonly sleepers: number;
  readonly connections: number;
}

/** The requests to the process, and its responses. */
export interface Answers {
  readonly memory: Memory;
  readonly waiting: Waiting;
}

/** What the process sends unprompted: where it listens. */
export interface Started {
  readonly url: string;
}

const mock = await createMock({
  clock: { mode: 'frozen' },
  scenarios: [
    {
      name: 'patient',
      description: 'Says something, waits for a minute and says something more.',
      steps: [{ say: 'First' }, { wait: 60_000 }, { say: 'Last' }],
    },
  ],
});
const server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });

const answers: {
  readonly [Question in keyof Answers]: () => Answers[Question] | Promise<Answers[Question]>;
} = {
  async memory() {
    await collect();
    const { heapUsed, external } = process.memoryUsage();
    return { heapUsed, external };
  },
  waiting() {
    const waiting = mock.worlds.list().map((world) => world.waiting);
    return {
      readers: waiting.reduce((sum, { readers }) => sum + readers, 0),
      sleepers: waiting.reduce((sum, { sleepers }) => sum + sleepers, 0),
      connections: process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length,
    };
  },
};

/** Weakly held objects are released in a separate turn after the collection that found them. */
async function collect(): Promise<void> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('Start me with --expose-gc.');
  for (let round = 0; round < 5; round++) {
    gc();
    await new Promise(setImmediate);
  }
}

async function answer(question: keyof Answers): Promise<void> {
  process.send?.(await answers[question]());
}

process.on('message', (question) => void answer(question as keyof Answers));
process.on('disconnect', () => process.exit());
process.send?.({ url: server.url } satisfies Started);
