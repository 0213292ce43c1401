/**
 * Every status that the operations on worlds, time, snapshots, faults, switches and the journal
 * declare, each produced by a request.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { operations as platformOperations } from '../../generated/control-agent-platform/operations.ts';
import { operations as engineOperations } from '../../generated/control/operations.ts';
import { createFetch } from '../../mock/hosts/fetch.ts';
import type { LocalFetch } from '../../mock/hosts/fetch.ts';
import { useMock } from '../support/mock-client.ts';

interface Request {
  readonly path: string;
  readonly body?: unknown;
  /** How many more worlds exist before the call. */
  readonly worlds?: number;
}

const origin = 'http://127.0.0.1:4010';
const oneMinute = { by: 'PT1M' };

/** The request that produces each status. 403, and 404 for a world that does not exist, are the same for all. */
const requests: Readonly<Record<string, Readonly<Record<number, Request>>>> = {
  getHealth: { 200: { path: '/_mock/health' } },
  listWorlds: { 200: { path: '/_mock/worlds' } },
  createWorld: {
    201: { path: '/_mock/worlds', body: { id: 'mine', clock: { mode: 'scaled', rate: 60 } } },
    400: { path: '/_mock/worlds', body: { clock: { mode: 'fast' } } },
    404: { path: '/_mock/worlds', body: { from: 'nowhere' } },
    409: { path: '/_mock/worlds', body: { id: 'other' } },
    429: { path: '/_mock/worlds', worlds: 1 },
  },
  getWorld: { 200: { path: '/_mock/worlds/other' }, 404: { path: '/_mock/worlds/nowhere' } },
  deleteWorld: {
    204: { path: '/_mock/worlds/other' },
    404: { path: '/_mock/worlds/nowhere' },
    409: { path: '/_mock/worlds/default' },
  },
  getCurrentWorld: { 200: { path: '/_mock/world' } },
  resetWorld: { 200: { path: '/_mock/reset' } },
  listSnapshots: { 200: { path: '/_mock/snapshots' } },
  createSnapshot: {
    201: { path: '/_mock/snapshots', body: { name: 'before' } },
    400: { path: '/_mock/snapshots', body: { label: 'before' } },
  },
  restoreSnapshot: {
    200: { path: '/_mock/snapshots/snapshot_1/restore' },
    404: { path: '/_mock/snapshots/snapshot_9/restore' },
  },
  listStateChanges: {
    200: { path: '/_mock/snapshots/snapshot_1/changes' },
    400: { path: '/_mock/snapshots/snapshot_1/changes?limit=0' },
    404: { path: '/_mock/snapshots/snapshot_1/changes?to=snapshot_9' },
  },
  dumpState: { 200: { path: '/_mock/state' } },
  loadState: {
    200: { path: '/_mock/state', body: 'a dump' },
    400: { path: '/_mock/state', body: { format: 1 } },
  },
  getClock: { 200: { path: '/_mock/clock' } },
  setClock: {
    200: { path: '/_mock/clock', body: { mode: 'real' } },
    400: { path: '/_mock/clock', body: { mode: 'frozen', now: 'yesterday' } },
  },
  advanceClock: {
    200: { path: '/_mock/clock/advance', body: oneMinute },
    400: { path: '/_mock/clock/advance', body: { by: 'a minute' } },
    409: { path: '/w/other/_mock/clock/advance', body: { to: 'next-timer' } },
  },
  listTimers: { 200: { path: '/_mock/timers' }, 400: { path: '/_mock/timers?limit=0' } },
  listRecords: {
    200: { path: '/_mock/records/agents' },
    400: { path: '/_mock/records/agents?limit=0' },
    404: { path: '/_mock/records/unicorns' },
  },
  listOperations: { 200: { path: '/_mock/operations' } },
  listMachines: { 200: { path: '/_mock/machines' } },
  listWaiting: { 200: { path: '/_mock/waiting' } },
  listExecutions: {
    200: { path: '/_mock/executions' },
    400: { path: '/_mock/executions?after=exec_nowhere' },
  },
  getExecution: {
    200: { path: '/_mock/executions/exec_tools' },
    404: { path: '/_mock/executions/exec_nowhere' },
  },
  listExecutionEvents: {
    200: { path: '/_mock/executions/exec_tools/events' },
    400: { path: '/_mock/executions/exec_tools/events?after=-1' },
    404: { path: '/_mock/executions/exec_nowhere/events' },
  },
  listFaults: { 200: { path: '/_mock/faults' } },
  createFault: {
    201: { path: '/_mock/faults', body: { status: 503 } },
    400: { path: '/_mock/faults', body: { operationId: 'getAgnet' } },
  },
  replaceFault: {
    200: { path: '/_mock/faults/{fault}', body: { status: 503 } },
    400: { path: '/_mock/faults/{fault}', body: { operationId: 'getAgnet' } },
    404: { path: '/_mock/faults/fault_9', body: { status: 503 } },
  },
  clearFaults: { 204: { path: '/_mock/faults' } },
  deleteFault: { 204: { path: '/_mock/faults/{fault}' }, 404: { path: '/_mock/faults/fault_9' } },
  getFeatureGates: { 200: { path: '/_mock/feature-gates' } },
  setFeatureGates: {
    200: { path: '/_mock/feature-gates', body: { batch: 'unavailable' } },
    400: { path: '/_mock/feature-gates', body: { batches: 'unavailable' } },
  },
  listRequests: { 200: { path: '/_mock/requests' }, 400: { path: '/_mock/requests?after=later' } },
  clearRequests: { 204: { path: '/_mock/requests' } },
  followWorld: { 200: { path: '/_mock/stream' } },
};

const declared = [...engineOperations, ...platformOperations]
  .filter(({ id }) => id in requests)
  .map(({ id, method, path, extensions, responses }) => ({
    id,
    method,
    path,
    isRoot: (extensions as { 'x-world'?: string })['x-world'] === 'root',
    statuses: responses.map(({ status }) => Number(status)),
  }));

describe('the control API', () => {
  const service = useMock({ maxWorlds: 3 });
  let loopback: LocalFetch;

  beforeEach(async () => {
    loopback = createFetch(service.mock.handle, origin, 'loopback');
    await service.mock.createWorld({ id: 'other', fixture: 'empty' });
    await service.mock.world().snapshot();
  });

  async function fillIn({ path, body, worlds = 0 }: Request): Promise<Request> {
    for (let count = 0; count < worlds; count += 1) await service.mock.createWorld();
    const fault = path.includes('{fault}') ? await service.mock.world().addFault({ status: 500 }) : null;
    return {
      path: fault === null ? path : path.replace('{fault}', fault.id),
      body: body === 'a dump' ? service.mock.world().dump() : body,
    };
  }

  async function call(fetch: LocalFetch, method: string, { path, body }: Request, headers = {}) {
    const response = await fetch(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
      return { response, body: await response.text() };
    await response.body?.cancel();
    return { response, body: '' };
  }

  describe.each(declared)('$id', ({ id, method, path, isRoot, statuses }) => {
    const earned = requests[id] ?? {};
    const anyPath = path.replace(/\{[^}]*\}/g, 'x');
    const outside = isRoot ? [403] : [403, 404];

    it('has a request for every status that it declares', () => {
      expect([...new Set([...Object.keys(earned).map(Number), ...outside])].sort()).toEqual(statuses.sort());
    });

    it.each(Object.entries(earned))('returns %s', async (status, request) => {
      const { response, body } = await call(loopback, method, await fillIn(request));
      expect([response.status, response.headers.get('backlot-outside-contract'), body.slice(0, 500)]).toEqual(
        [Number(status), null, expect.any(String)],
      );
      if (response.status >= 400) expect(JSON.parse(body)).toHaveProperty('error');
      if (response.status === 400) expect(JSON.parse(body)).toHaveProperty('details.0.message');
    });

    it('returns 403 to a page of another site, and changes nothing', async () => {
      const before = service.mock.world().dump();
      const { response } = await call(
        loopback,
        method,
        { path: anyPath },
        { origin: 'https://elsewhere.test' },
      );
      expect([response.status, service.mock.worlds.list().length]).toEqual([403, 2]);
      expect(service.mock.world().dump()).toEqual(before);
    });

    it('returns 404 below a world that does not exist', async () => {
      const { response, body } = await call(loopback, method, { path: `/w/nowhere${anyPath}` });
      expect([response.status, JSON.parse(body)]).toEqual([404, { error: 'World nowhere does not exist' }]);
    });
  });
});
