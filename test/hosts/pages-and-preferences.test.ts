/** Responses to pages and preferences, the same on every host. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hosts, type Hosted } from './support/hosts.ts';
import { startNotes, type NotesService } from './support/notes-service.ts';

const KEY = { authorization: 'Bearer rt_live_all' };
const OUTSIDE = 'backlot-outside-contract';

describe.each(hosts)('on the host $name', ({ start }) => {
  let service: NotesService;
  let host: Hosted;

  beforeEach(async () => {
    service = await startNotes();
    host = await start(service.serve);
  });
  afterEach(() => host.close());

  const prefer = (prefer: string | string[], path = '/v1/notes/7', headers: Record<string, string> = KEY) => {
    const fields = [prefer].flat().map((field): [string, string] => ['prefer', field]);
    return host.fetch(path, { headers: [...Object.entries(headers), ...fields] });
  };
  const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

  describe('a page', () => {
    const preflight = (origin: string, asked = 'authorization,x-client-version', path = '/v1/notes') =>
      host.fetch(path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': asked },
      });

    test.each(['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:3000', 'https://app.example'])(
      'of %s may send requests and read responses',
      async (origin) => {
        const asked = await preflight(origin);
        expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
        expect(asked.headers.get('access-control-allow-headers')).toBe('authorization,x-client-version');
        expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
        const response = await host.fetch('/v1/notes/7', { headers: { ...KEY, origin } });
        expect(response.headers.get('access-control-allow-origin')).toBe(origin);
        expect(response.headers.get('vary')).toBe('Origin');
        for (const readable of [
          'Preference-Applied',
          'Backlot-Outside-Contract',
          'RateLimit-Reset',
          'Retry-After',
          'WWW-Authenticate',
        ]) {
          expect(response.headers.get('access-control-expose-headers')).toContain(readable);
        }
      },
    );

    test.each(['https://elsewhere.test', 'null', 'http://localhost.elsewhere.test'])(
      'of %s may not, and receives a hint',
      async (origin) => {
        const asked = await preflight(origin);
        expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([403, null]);
        expect(await errorOf(asked)).toContain('--allow-origin');
        const response = await host.fetch('/v1/notes/7', { headers: { ...KEY, origin } });
        expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
      },
    );

    test('can read errors and streams too', async () => {
      const origin = 'http://localhost:5173';
      for (const path of ['/v1/notes', '/v1/nothing', '/w/nowhere/v1/notes', '/v1/notes/three/events']) {
        const response = await host.fetch(path, { headers: { origin } });
        expect(response.headers.get('access-control-allow-origin')).toBe(origin);
        await response.text();
      }
    });
  });

  describe('a preference', () => {
    test('is applied and echoed, in any notation', async () => {
      const response = await prefer(
        'Scenario="approval" ; x=1, PACE=instant, wait=5',
        '/v1/notes/three/events',
      );
      expect(response.headers.get('preference-applied')).toBe('scenario=approval, pace=instant');
      expect(service.seen?.preferences.own).toMatchObject({ scenario: 'approval', pace: 'instant' });
      await response.text();
    });

    test('may be sent in a separate header field', async () => {
      const response = await prefer(['pace=fast', 'delay=1'], '/v1/notes/three/events');
      expect(response.headers.get('preference-applied')).toBe('pace=fast, delay=1');
      await response.text();
    });

    test('is not echoed where it has no effect', async () => {
      const response = await prefer('scenario=text, pace=fast, respond-async');
      expect([response.status, response.headers.has('preference-applied')]).toEqual([200, false]);
    });

    test.each([
      ['scenario=unheard', 'text, approval'],
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
      const response = await host.fetch('/v1/notes', {
        method: 'POST',
        body: '{',
        headers: { prefer: 'code=201' },
      });
      expect([response.status, service.created]).toEqual([201, []]);
      const shown = await prefer('code=404', '/v1/notes/7', {});
      expect([shown.status, await shown.json()]).toEqual([404, { error: 'Not found' }]);
      expect(shown.headers.get('preference-applied')).toBe('code=404');
      expect(shown.headers.has(OUTSIDE)).toBe(false);
    });

    test('for an example returns that example', async () => {
      const response = await prefer('code=200, example=second', '/v1/notes/7', {});
      expect(await response.json()).toEqual({ id: 'note_2', title: 'Second' });
      expect(response.headers.get('preference-applied')).toBe('code=200, example=second');
    });

    test('for an example only returns that example of the success response', async () => {
      const response = await prefer('example=second', '/v1/notes/7', {});
      expect([response.status, await response.json()]).toEqual([200, { id: 'note_2', title: 'Second' }]);
      expect(response.headers.get('preference-applied')).toBe('example=second');
    });

    test('for a code includes the headers of its response', async () => {
      const response = await prefer('code=401', '/v1/notes/7', {});
      expect(response.headers.get('www-authenticate')).toContain(`${host.url}/.well-known/`);
      expect(await response.json()).toEqual({ error: 'Unauthorized' });
    });

    test('for a code returns the sample instead of an example on request', async () => {
      const response = await prefer('code=200, dynamic=true', '/v1/notes/7', {});
      expect(await response.json()).toEqual({ id: 'note_sample', title: 'Sample' });
      expect(response.headers.get('preference-applied')).toBe('code=200, dynamic=true');
    });

    test('for a code without content returns no content', async () => {
      const response = await host.fetch('/v1/notes/7', { method: 'DELETE', headers: { prefer: 'code=204' } });
      expect([response.status, await response.text()]).toEqual([204, '']);
    });

    test('for the code of a stream returns the documented frames', async () => {
      const response = await prefer('code=200', '/v1/notes/7/events', {});
      expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(await response.text()).toBe('event: tick\ndata: {}\n\n');
      expect(service.streams.opened).toBe(0);
    });
  });
});
