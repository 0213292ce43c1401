/** Plays the contract of notes through the real pipeline and real worlds. */
import { createHostTimer } from '../../../mock/adapters/host-timer.ts';
import { createMemoryBus } from '../../../mock/adapters/memory-bus.ts';
import { createMemoryCommitLog } from '../../../mock/adapters/memory-commit-log.ts';
import { createSeededRandom } from '../../../mock/adapters/seeded-random.ts';
import { createSequentialIds } from '../../../mock/adapters/sequential-ids.ts';
import { createWorldClock } from '../../../mock/adapters/world-clock.ts';
import type { ApiKeyRecord } from '../../../mock/agent-platform/domain/identity/identity.ts';
import type { HandlerContext } from '../../../mock/http/context.ts';
import type { Fault } from '../../../mock/http/faults.ts';
import { createTestJournal } from '../../support/journal.ts';
import type { MemoryJournal } from '../../../mock/http/journal/journal.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { createCredentialPolicy } from '../../../mock/agent-platform/credentials.ts';
import { findUnknownValue } from '../../../mock/http/prefer.ts';
import { createPipeline, type Serve } from '../../../mock/http/pipeline.ts';
import type { PipelineParts } from '../../../mock/http/pipeline-parts.ts';
import { createScopeLattice } from '../../../mock/agent-platform/domain/identity/scopes.ts';
import { defineStore } from '../../../mock/kernel/store/schema.ts';
import { emptyState } from '../../../mock/kernel/store/state.ts';
import { epochMs, milliseconds } from '../../../mock/kernel/time/time.ts';
import { World } from '../../../mock/kernel/world/world.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { controlOperations, noteEvent, noteOperations } from './notes-contract.ts';

/** A service of notes, and the internals that tests inspect. */
export interface NotesService {
  readonly serve: Serve;
  /** Titles that were created. */
  readonly created: string[];
  /** What the mock logged. */
  readonly logged: string[];
  readonly streams: StreamCount;
  readonly journal: MemoryJournal;
  /** How many calls of `waitForEnd` have started. */
  waiting: number;
  /** The faults of the next requests. */
  fault: Fault | null;
  /** The context of the latest call of a handler. */
  seen: HandlerContext | null;
}

/** How many streams were opened and released, and how many batches their readers requested. */
export interface StreamCount {
  opened: number;
  closed: number;
  asked: number;
}

const key = (token: string, scopes: readonly string[]): [string, ApiKeyRecord] => [
  token,
  {
    id: token,
    token,
    name: token,
    createdAt: epochMs(0),
    environment: 'live',
    plan: 'standard',
    workspace: 'organization',
    organizationId: 'org',
    userId: 'user',
    expiresAt: null,
    revokedAt: null,
    scopes,
  },
];

const keys = new Map([key('rt_live_all', ['*']), key('rt_live_read', ['NOTES:READ'])]);

/** The response when there is no example, or when a sample is requested. */
const noteSamples = {
  UnauthorizedBody: { error: 'Unauthorized' },
  Note: { id: 'note_sample', title: 'Sample' },
};

/** Starts the service in two worlds, `default` and `other`. */
export async function startNotes(options: Partial<PipelineParts> = {}): Promise<NotesService> {
  const worlds = new Map([
    ['default', await startWorld('default')],
    ['other', await startWorld('other')],
  ]);
  const journal = createTestJournal();
  const service: NotesService = {
    serve: () => Promise.reject(new Error('not started')),
    created: [],
    logged: [],
    streams: { opened: 0, closed: 0, asked: 0 },
    journal,
    waiting: 0,
    fault: null,
    seen: null,
  };
  const serve = createPipeline({
    worlds: { open: (id) => worlds.get(id) },
    service: {
      description: {
        operations: noteOperations,
        securitySchemes: [{ name: 'apiKey', kind: 'bearer' }],
        streams: { NoteEvent: { check: noteEvent, tag: 'type', position: 'seq' } },
        handlerNames: {},
      },
      handlers: noteHandlers(service),
      errors: 'mock',
      loadSamples: () => Promise.resolve({ samples: noteSamples }),
    },
    control: {
      description: { operations: controlOperations, securitySchemes: [], streams: {}, handlerNames: {} },
      handlers: controlHandlers(),
      errors: 'mock',
      loadSamples: () => Promise.resolve({ samples: {} }),
    },
    credentials: createCredentialPolicy(
      {
        findApiKey: (_, token) => keys.get(token) ?? null,
        findSession: () => null,
      },
      createScopeLattice([{ name: 'NOTES:*', implies: ['NOTES:READ', 'NOTES:WRITE'] }]),
    ),
    preferences: [
      {
        name: 'scenario',
        findProblem: (value) => findUnknownValue('scenario', value, ['text', 'approval']),
        isHonoured: ({ id }, status) => id === 'followNote' && status < 400,
      },
      {
        name: 'pace',
        findProblem: (value) => findUnknownValue('pace', value, ['instant', 'fast', 'real']),
        isHonoured: ({ stream }, status) => stream !== null && status < 400,
      },
    ],
    landing: { html: () => '<!doctype html>', json: () => ({}) },
    pages: new Map(),
    servers: [],
    observer: null,
    documents: { read: () => Promise.resolve(null) },
    console: { read: () => null },
    faults: { match: () => Promise.resolve({ fault: service.fault, notes: [] }) },
    journals: { of: () => journal },
    allowHosts: [],
    allowOrigins: ['https://app.example'],
    controlToken: null,
    stopwatch: () => performance.now(),
    pause: () => Promise.resolve(),
    log: (message) => service.logged.push(message),
    ...options,
  });
  return Object.assign(service, { serve });
}

async function startWorld(id: string): Promise<World> {
  const random = createSeededRandom();
  const clock = { mode: 'real', offset: milliseconds(0) } as const;
  const origin = { seed: 1, fixture: 'none', createdAt: epochMs(0), clock };
  const schema = defineStore([], []);
  const blank = emptyState(schema, origin, random.start(1));
  const world = new World(
    {
      world: id,
      schema,
      random,
      fixtures: new Map(),
      log: createMemoryCommitLog(),
      clock: createWorldClock(createHostTimer(), clock),
      bus: createMemoryBus(),
      ids: createSequentialIds(),
      nextTurn: () => Promise.resolve(),
      fire: () => undefined,
      report: (error) => {
        throw error;
      },
    },
    blank,
  );
  await world.start(() => blank);
  return world;
}

function controlHandlers() {
  return {
    getHealth: () => ({ status: 200, body: { status: 'ok' } }),
    reset: () => ({ status: 200, body: {} }),
  };
}

function noteHandlers(
  service: NotesService,
): Record<
  string,
  (request: RequestValues, context: HandlerContext) => HandlerResponse | Promise<HandlerResponse>
> {
  const noteOf = (id: string) => ({ status: 200, body: { id, title: `Note ${id}` } });
  return {
    listNotes: ({ query }, context) => {
      service.seen = context;
      return { status: 200, body: [query['limit']] };
    },
    createNote: ({ body }) => {
      const { title } = body as { title: string };
      service.created.push(title);
      return { status: 201, body: { id: `note_${service.created.length}`, title } };
    },
    getNote: ({ path }) =>
      path['id'] === 'none'
        ? { status: 404, body: { error: 'Note none does not exist' } }
        : noteOf(String(path['id'])),
    deleteNote: () => ({ status: 204 }),
    followNote: ({ path }, context) => {
      service.seen = context;
      return {
        status: 200,
        contentType: 'text/event-stream',
        stream: { batches: noteEvents(String(path['id']), service.streams, context.signal) },
      };
    },
    getFile: () => ({ status: 200, contentType: 'image/png', bytes: new Uint8Array([1, 2, 250]) }),
    getPage: () => ({ status: 200, headers: { 'Content-Security-Policy': 'sandbox' }, body: '<p>Zoë</p>' }),
    getBroken: () => ({ status: 200, body: { id: 7, title: 'A number is no id' } }),
    getCrash: () => {
      throw new Error('secret detail');
    },
    waitForEnd: async (_, context) => {
      const { signal } = context;
      service.waiting++;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      service.created.push('gone');
      return noteOf('late');
    },
  };
}

/**
 * Streams by the id of the note: `three` ends, `endless` ticks as fast as it is read, `silent` waits,
 * `wrong` violates the contract.
 */
function noteEvents(id: string, count: StreamCount, signal: AbortSignal): AsyncIterable<readonly unknown[]> {
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
          if (!isOpen) return ended;
          if (id === 'three' && seq === 3) {
            close();
            return ended;
          }
          if (id === 'silent' && seq === 1) {
            await new Promise<void>((resolve) => (wake = resolve));
            return ended;
          }
          const filler = id === 'endless' ? 'x'.repeat(1_000) : '';
          return {
            done: false,
            value: [{ type: id === 'wrong' && seq === 1 ? 'unheard-of' : 'tick', seq: seq++, filler }],
          };
        },
        return() {
          close();
          return Promise.resolve(ended);
        },
      };
    },
  };
}
