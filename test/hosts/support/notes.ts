/** Serves the description of notes through the engine, with handlers whose calls and streams tests inspect. */
import path from 'node:path';
import { loadContract } from '../../../generator/load/load-contract.ts';
import { createEngine, type Engine } from '../../../mock/engine/engine.ts';
import type { MockEngineOptions } from '../../../mock/engine/options.ts';
import type { HandlerContext } from '../../../mock/http/context.ts';
import { findUnknownValue } from '../../../mock/http/prefer.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';

/** A service of notes, and what its handlers did. */
export interface NotesService {
  readonly engine: Engine;
  /** Titles that were created. */
  readonly created: string[];
  /** What the mock reported. */
  readonly reports: string[];
  /** How many streams were opened and released, and how many batches their readers requested. */
  readonly streams: { opened: number; closed: number; asked: number };
  /** How many calls of `waitForEnd` have started. */
  waiting: number;
  /** The context of the latest call of `listNotes` or `followNote`. */
  seen: HandlerContext | null;
}

const folder = path.join(import.meta.dirname, '../fixtures');
const { contract } = await loadContract({ folder, openapi: 'notes.yaml', asyncapi: [] });

export async function startNotes(options: MockEngineOptions = {}): Promise<NotesService> {
  if (contract === null) throw new Error('notes.yaml cannot be read.');
  const service: Omit<NotesService, 'engine'> = {
    ...{ created: [], reports: [], streams: { opened: 0, closed: 0, asked: 0 } },
    ...{ waiting: 0, seen: null },
  };
  const paces = ['instant', 'fast', 'real'];
  const engine = await createEngine(
    {
      contract,
      handlers: () => noteHandlers(service),
      errors: 'mock',
      preferences: [
        {
          name: 'pace',
          findProblem: (value) => findUnknownValue('pace', value, paces),
          isHonoured: ({ stream }, status) => stream !== null && status < 400,
        },
      ],
    },
    { report: (message) => service.reports.push(message), ...options },
  );
  return Object.assign(service, { engine });
}

function noteHandlers(service: Omit<NotesService, 'engine'>) {
  return {
    listNotes: (_: RequestValues, context: HandlerContext) => {
      service.seen = context;
      return { status: 200, body: [] };
    },
    createNote: ({ body }: RequestValues) => {
      const { title } = body as { title: string };
      service.created.push(title);
      return { status: 201, body: { id: `note_${service.created.length}`, title } };
    },
    getNote: ({ path: { id } }: RequestValues) => ({
      status: 200,
      body: { id, title: `Note ${String(id)}` },
    }),
    followNote: ({ path: { id } }: RequestValues, context: HandlerContext) => {
      service.seen = context;
      const batches = noteEvents(String(id), service.streams, context.signal);
      return { status: 200, contentType: 'text/event-stream', stream: { batches } };
    },
    getBroken: () => ({ status: 200, body: 7 }),
    getCrash: () => {
      throw new Error('secret detail');
    },
    waitForEnd: async (_: RequestValues, { signal }: HandlerContext) => {
      service.waiting++;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      service.created.push('gone');
      return { status: 200, body: { id: 'late', title: 'Late' } };
    },
  };
}

/** Streams by the id of the note: `three` ends, `silent` waits, `wrong` violates the contract. */
function noteEvents(
  id: string,
  count: NotesService['streams'],
  signal: AbortSignal,
): AsyncIterable<readonly unknown[]> {
  let seq = 0;
  let wake: () => void = () => undefined;
  let isOpen = true;
  const close = (): void => {
    if (isOpen) count.closed++;
    isOpen = false;
    wake();
  };
  signal.addEventListener('abort', close);
  const ended = { done: true, value: undefined } as const;
  return {
    [Symbol.asyncIterator]: () => {
      count.opened++;
      return {
        async next() {
          count.asked++;
          if (isOpen && id === 'three' && seq === 3) close();
          if (isOpen && id === 'silent' && seq === 1) await new Promise<void>((resolve) => (wake = resolve));
          if (!isOpen) return ended;
          const type = id === 'wrong' && seq === 1 ? 'unheard-of' : 'tick';
          return { done: false, value: [{ type, seq: seq++ }] };
        },
        return() {
          close();
          return Promise.resolve(ended);
        },
      };
    },
  };
}
