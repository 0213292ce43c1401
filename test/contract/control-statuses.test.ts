/**
 * Every status that the operations on worlds, time, snapshots, faults, switches and the journal
 * declare, each produced by a request.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operations as platformOperations } from '../../generated/control-agent-platform/operations.ts';
import { operations as engineOperations } from '../../generated/control/operations.ts';
import { createFetch, type LocalFetch } from '../../mock/hosts/fetch.ts';
import { useMock } from '../support/mock-client.ts';

interface Request {
  readonly path: string;
  readonly body?: unknown;
  /** How many more worlds exist before the call. */
  readonly worlds?: number;
}

const origin = 'http://127.0.0.1:4010';

/** By operation and status. 403, and 404 for a world that does not exist, are the same for all. */
const requests = parse(readFileSync(join(import.meta.dirname, 'control-statuses.yaml'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, Request>>>
>;

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
