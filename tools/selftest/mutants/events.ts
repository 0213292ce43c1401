/** Faults of the feed of product events: its cursors, pages, filters, waits, errors, catalogue. */
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import { fieldsOf, listOf, type Fields } from '../mutations/response-mutations.ts';
import { createFault, type Fault, also, type FaultRow } from '../faults/fault.ts';
import {
  ignoreParameter,
  OPEN_KEY,
  readParameter,
  retryRejected,
  serveAsOwner,
} from '../faults/request-faults.ts';
import {
  changeJson,
  changeProperty,
  delayResponse,
  emptyList,
  loseFirst,
  loseItems,
  returnOther,
  returnStatus,
  reverseItems,
  swapValue,
} from '../faults/response-faults.ts';

const poll = 'pollProductEvents';
const types = 'listProductEventTypes';
const rejected = { operation: poll, status: 4 } as const;

const fiveDays = String(5 * 24 * 3_600_000);
const everyKey = (): boolean => true;

export const eventMutants: readonly FaultRow[] = [
  ['EVENT01', assume('after', '0'), also],
  ['EVENT02', delayResponse({ operation: poll, query: /^\?(?!.*after=).*waitMs=/ }, 2_000)],
  ['EVENT03', readParameter('skips an event', poll, 'after', nextCursor)],
  ['EVENT04', changePage('sets hasMore for every full page', setMore)],
  ['EVENT05', assume('maxEvents', '20'), also],
  ['EVENT06', reverseItems(poll, 'events')],
  ['EVENT08', ignoreParameter(poll, 'name')],
  ['EVENT09', ignoreParameter(poll, 'agentId'), also],
  ['EVENT10', ignoreParameter(poll, 'onlyRegressions')],
  ['EVENT11', ignoreParameter(poll, 'minIntervalMs')],
  ['EVENT12', loseFirst({ operation: poll, query: /[?&]minIntervalMs=\d/ }, 'events'), also],
  ['EVENT13', returnOther(poll, 'truncated', true), also],
  ['EVENT14', assume('maxAgeMs', fiveDays)],
  ['EVENT15', returnOther(poll, 'truncated', false)],
  ['EVENT16', ignoreParameter(poll, 'waitMs')],
  ['EVENT40', wakeForAll()],
  ['EVENT17', readParameter('waits longer', poll, 'waitMs', (ms) => (ms === '200' ? '2600' : ms))],
  ['EVENT19', swapValue(rejected, 'code', 'INVALID_EVENT_CURSOR', 'BAD_CURSOR')],
  ['EVENT20', returnStatus({ operation: poll, query: /[?&]name=svc\.weather/ }, 400, 404)],
  [
    'EVENT21',
    readParameter('reads any value', poll, 'maxEvents', (most) => (/^\d+$/.test(most ?? '') ? most : null)),
  ],
  ['EVENT22', retryRejected('ignores unknown arguments', { operation: poll, status: 400 }, keepName)],
  ['EVENT23', swapValue(rejected, 'code', 'EVENT_SCOPE_FORBIDDEN', 'FORBIDDEN')],
  ['EVENT24', returnStatus(poll, 403, 404)],
  ['EVENT26', changeProperty('lists an event that cannot be polled', types, 'events', addUnknown)],
  ['EVENT27', loseFirst(types, 'events')],
  ['EVENT28', serveAsOwner(types, everyKey)],
  ['EVENT30', changeProperty('sends data of another form', poll, 'events.[].data', wrapValues)],
  ['EVENT31', swapValue(poll, 'cursor', '0', null)],
  ['EVENT33', loseEvents('has no failures of flows', ({ data }) => 'flowId' in fieldsOf(data))],
  ['EVENT34', returnOther(poll, 'events.[].eventId', 'pev_00000000000000000000000000')],
  ['EVENT36', ignoreParameter(poll, 'waitMs'), 'warn'],
  ['EVENT37', loseEvents('has no requests of approvals', ({ name }) => name === 'svc.approval.requested')],
  ['EVENT38', hideFailures()],
  [
    'EVENT39',
    loseEvents(
      'has no failures of agents',
      (event) => isFailure(event) && !('flowId' in fieldsOf(event['data'])),
    ),
  ],
];

/** Wakes a poll of one agent for every event, and returns none. */
function wakeForAll(): Fault {
  const where = { operation: poll, query: /waitMs=2000/ } as const;
  const [wake, hide] = [ignoreParameter(where, 'agentId'), emptyList(where, 'events')];
  return createFault('wakes for every event', where, (serve) => hide.mutation(wake.mutation(serve)));
}

function isFailure({ name }: Fields): boolean {
  return name === 'svc.execution.failed';
}

/** Creates a service with a default for an argument. */
function assume(name: string, value: string): Fault {
  return readParameter('has another default', poll, name, (sent) => sent ?? value);
}

function nextCursor(after: string | null): string | null {
  return after !== null && /^\d+$/.test(after) ? String(BigInt(after) + 1n) : after;
}

/** Changes pages of events. Shape: `change` returns the properties that it replaces. */
function changePage(kind: string, change: (page: Fields, query: URLSearchParams) => Fields): Fault {
  return changeJson(kind, poll, (value, { query }) => {
    const page = fieldsOf(value);
    return { ...page, ...change(page, new URLSearchParams(query)) };
  });
}

function setMore({ events }: Fields, query: URLSearchParams): Fields {
  return { hasMore: listOf(events).length === Number(query.get('maxEvents') ?? '50') };
}

function loseEvents(kind: string, matches: (event: Fields) => boolean): Fault {
  return loseItems(kind, poll, 'events', matches);
}

/** Omits an event from the catalogue of every key except the owner's. */
function hideFailures(): Fault {
  return loseItems(
    'hides an event from other keys',
    types,
    'events',
    (event, { headers }) => isFailure(event) && headers.get('authorization') !== OPEN_KEY,
  );
}

function keepName(request: HttpRequest): HttpRequest {
  const name = new URLSearchParams(request.query).get('name') ?? '';
  return { ...request, query: new URLSearchParams({ name }).toString() };
}

function addUnknown(events: unknown): unknown {
  const listed = listOf(events);
  return [...listed, { ...listed[0], name: 'svc.weather.changed' }];
}

function wrapValues(data: unknown): unknown {
  return Object.fromEntries(
    Object.entries(fieldsOf(data)).map(([name, value]) => [name, { wrapped: value }]),
  );
}
