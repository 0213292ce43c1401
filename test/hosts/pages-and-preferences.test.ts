/** Responses to pages of other origins, and to preferences, the same for every API. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startNotes, type NotesService } from './support/notes.ts';

const KEY = { authorization: 'Bearer any' };
const OUTSIDE = 'backlot-outside-contract';

let service: NotesService;

beforeEach(async () => {
  service = await startNotes({ allowOrigins: ['https://app.example'] });
});
afterEach(() => service.engine.close());

const get = (path: string, headers: RequestInit['headers'] = KEY) => service.engine.fetch(path, { headers });
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

describe('a page', () => {
  const preflight = (origin: string) =>
    service.engine.fetch('/v1/notes', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-client-version',
      },
    });

  test.each(['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:3000', 'https://app.example'])(
    'of %s may send requests and read responses',
    async (origin) => {
      const asked = await preflight(origin);
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
      expect(asked.headers.get('access-control-allow-headers')).toBe('authorization,x-client-version');
      expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
      const response = await get('/v1/notes/7', { ...KEY, origin });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('vary')).toBe('Origin');
      const exposed = response.headers.get('access-control-expose-headers');
      for (const readable of ['Preference-Applied', 'Backlot-Outside-Contract', 'Retry-After'])
        expect(exposed).toContain(readable);
    },
  );

  test.each(['https://elsewhere.test', 'null', 'http://localhost.elsewhere.test'])(
    'of %s may not, and receives a hint',
    async (origin) => {
      const asked = await preflight(origin);
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([403, null]);
      expect(await errorOf(asked)).toContain('--allow-origin');
      const response = await get('/v1/notes/7', { ...KEY, origin });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    },
  );

  test('can read errors and streams too', async () => {
    const origin = 'http://localhost:5173';
    for (const path of ['/v1/notes', '/v1/nothing', '/w/nowhere/v1/notes', '/v1/notes/three/events']) {
      const response = await get(path, { origin });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      await response.text();
    }
  });
});

describe('a preference', () => {
  const prefer = (prefer: string | string[], path = '/v1/notes/7', headers: Record<string, string> = KEY) =>
    get(path, [
      ...Object.entries(headers),
      ...[prefer].flat().map((field): [string, string] => ['prefer', field]),
    ]);

  test.each([
    ['Delay="1" ; x=1, PACE=instant, wait=5', 'pace=instant, delay=1'],
    [['pace=fast', 'delay=1'], 'pace=fast, delay=1'],
  ])('%j is applied and echoed', async (asked, applied) => {
    const response = await prefer(asked, '/v1/notes/three/events');
    expect(response.headers.get('preference-applied')).toBe(applied);
    await response.text();
  });

  test('is not echoed where it has no effect', async () => {
    const response = await prefer('pace=fast, respond-async');
    expect([response.status, response.headers.has('preference-applied')]).toEqual([200, false]);
  });

  test.each([
    ['pace=slow', 'instant, fast, real'],
    ['code=404, example=unheard', 'missing'],
    ['example=unheard', 'second'],
    ['example=missing', 'second'],
    ['code=418', '200, 401, 404'],
    ['code=often', 'status'],
    ['dynamic=perhaps', 'true, false'],
    ['delay=-1', 'milliseconds'],
  ])('%s is rejected with the supported values', async (asked, known) => {
    const response = await prefer(asked);
    expect([response.status, response.headers.get(OUTSIDE)]).toEqual([400, 'preference-refused']);
    expect(await errorOf(response)).toContain(known);
    expect(response.headers.has('preference-applied')).toBe(false);
  });

  test('is not echoed by an error', async () => {
    const response = await prefer('code=418, delay=1, pace=fast', '/v1/notes/7', {});
    expect([response.status, response.headers.has('preference-applied')]).toEqual([400, false]);
    const delayed = await prefer('delay=1, pace=fast', '/v1/notes/7', {});
    expect([delayed.status, delayed.headers.get('preference-applied')]).toEqual([401, 'delay=1']);
  });

  test('only delays the response', async () => {
    const startedAt = performance.now();
    const response = await prefer('delay=60');
    expect(response.status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59);
  });

  test('for a code is applied before the credential and the body are checked', async () => {
    const response = await service.engine.fetch('/v1/notes', {
      method: 'POST',
      body: '{',
      headers: { prefer: 'code=201' },
    });
    expect([response.status, service.created]).toEqual([201, []]);
    const shown = await prefer('code=404', '/v1/notes/7', {});
    expect([shown.status, await shown.json()]).toEqual([404, { error: 'Not found' }]);
    expect(shown.headers.has(OUTSIDE)).toBe(false);
  });

  test.each(['code=200, example=second', 'example=second'])('%s returns that example', async (asked) => {
    const response = await prefer(asked, '/v1/notes/7', {});
    expect(await response.json()).toEqual({ id: 'note_2', title: 'Second' });
    expect(response.headers.get('preference-applied')).toBe(asked);
  });
});
