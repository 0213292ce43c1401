/** A stream of the changes of all records, with events that are named after them. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import {
  defineService,
  standardHandler,
  type Call,
  type Faults,
  type Handler,
  type Result,
} from './support/defined-service.ts';
import { name, object, oneOf, ref, text } from './support/service-definition.ts';

interface Change {
  readonly id: number;
  readonly account: string;
  readonly text: string;
}

/** The changes so far, and who follows them. */
const logOf = ({ store }: Call) =>
  store.stateOf('log', { changes: [] as Change[], listeners: new Set<(change: Change) => void>() });

/** Does what the operation does, and reports it. */
const report =
  (verb: string): Handler =>
  (call, _, standard) => {
    const result = standard();
    const { id: crate } = (typeof result === 'number' ? call.row : result) as { readonly id: string };
    const { changes, listeners } = logOf(call);
    const id = changes.length + 1;
    const data = JSON.stringify({ type: `crate.${verb}`, crate });
    const change = { id, account: call.caller, text: `id: ${id}\ndata: ${data}\n\n` };
    changes.push(change);
    for (const listener of listeners) listener(change);
    return result;
  };

interface Follower {
  readonly isShown?: (change: Change, caller: string) => boolean;
  readonly firstAfter?: (id: number) => number;
  readonly type?: string;
}

/** Sends the changes after the last one that the client has, and those to come. */
function follow(call: Call, follower: Follower = {}): Result {
  const { isShown = ({ account }, caller) => account === caller, firstAfter = (id) => id } = follower;
  const { changes, listeners } = logOf(call);
  const last = call.headers.get('last-event-id');
  const encoder = new TextEncoder();
  let listener: ((change: Change) => void) | null = null;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      listener = (change) => {
        if (isShown(change, call.caller)) controller.enqueue(encoder.encode(change.text));
      };
      controller.enqueue(encoder.encode(': open\n\n'));
      for (const change of last === null ? [] : changes.filter(({ id }) => id > firstAfter(Number(last))))
        listener(change);
      listeners.add(listener);
    },
    cancel() {
      if (listener !== null) listeners.delete(listener);
    },
  });
  return new Response(body, { headers: { 'content-type': follower.type ?? 'text/event-stream' } });
}

const crates = await defineService({
  title: 'Crates',
  isSecured: true,
  schemas: {
    Change: object({ type: oneOf('crate.created', 'crate.updated', 'crate.deleted'), crate: text }),
  },
  resources: [
    {
      name: 'Crate',
      path: '/crates',
      fields: { name },
      isClosed: true,
      create: { run: report('created') },
      get: {},
      update: { run: report('updated') },
      delete: { run: report('deleted') },
    },
  ],
  operations: {
    'GET /events': {
      id: 'streamEvents',
      headers: { 'Last-Event-ID': { schema: text } },
      status: 200,
      responses: {
        200: { description: 'Changes.', content: { 'text/event-stream': { schema: ref('Change') } } },
      },
      run: (call) => follow(call),
    },
  },
});

const findingsOf = ({ outcomes }: RunReport) =>
  outcomes
    .flatMap(({ findings }) => findings)
    .map(({ verdict, check, message }) => `${verdict} ${check} ${message}`);

it.concurrent(
  'passes a stream of changes that reports them',
  async () => {
    const checked = await crates.check();
    expect(findingsOf(checked)).toEqual([]);
    const { verdict } = checked.outcomes.find(({ check }) => check === 'LAW46') ?? {};
    expect(verdict).toBe('pass');
  },
  60_000,
);

it.concurrent.each<[string, Faults, string]>([
  [
    'forgets',
    { deleteCrate: standardHandler },
    'warn LAW46 streamEvents has no event crate.deleted of a record that was deleted.',
  ],
  [
    'swaps',
    { createCrate: report('updated'), updateCrate: report('created') },
    'warn LAW46 streamEvents does not have the events of a record in their order.',
  ],
  [
    'leaks',
    { streamEvents: (call) => follow(call, { isShown: () => true }) },
    'fail LAW46 streamEvents shows another account the events of a record.',
  ],
  [
    'restarts',
    { streamEvents: (call) => follow(call, { firstAfter: () => 0 }) },
    'fail LAW46 The stream that is resumed after an event repeats an event up to that one.',
  ],
])(
  'finds a stream of changes that %s',
  async (_, faults, finding) =>
    expect(findingsOf(await crates.check(faults, { only: ['LAW46'] }))).toContainEqual(finding),
  60_000,
);

it('names the media type of a stream that is not sent as one, without a wait for its end', async () => {
  const mislabeled = await crates.check({ streamEvents: (call) => follow(call, { type: 'text/plain' }) });
  const findings = findingsOf(mislabeled);
  const message = 'A 200 of streamEvents is declared as text/event-stream; this one is text/plain.';
  expect(findings).toContainEqual(`fail C02 ${message}`);
  expect(findings.filter((each) => each.includes('C06'))).toEqual([]);
}, 60_000);
