import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { loadResources } from '../../generator/load/load-resources.ts';
import { createEngine, type Engine } from '../../mock/engine/engine.ts';
import { createResourcePlugin, type ResourceOptions } from '../../mock/resources/plugin.ts';

export interface Answer {
  readonly status: number;
  /** Shape: `null` without a body. */
  readonly body: unknown;
  readonly headers: Headers;
}

export interface Described {
  readonly engine: Engine;
  readonly call: (method: string, path: string, body?: unknown, mediaType?: string) => Promise<Answer>;
  readonly get: <Body = unknown>(path: string) => Promise<Body>;
  readonly post: <Body = unknown>(path: string, body?: unknown) => Promise<Body>;
  /** Advances the clock. Units: `ms` milliseconds. */
  readonly advance: (ms: number) => Promise<void>;
}

/** Sends a request to a mock. Shape: a text as the body is a form. */
export async function callMock(
  engine: Engine,
  method: string,
  path: string,
  body?: unknown,
  mediaType?: string,
): Promise<Answer> {
  const form = 'application/x-www-form-urlencoded';
  const type = mediaType ?? (typeof body === 'string' ? form : 'application/json');
  const response = await engine.fetch(engine.baseUrl + path, {
    method,
    headers: { authorization: 'Bearer t', ...(body !== undefined && { 'content-type': type }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

/**
 * Starts the mock of a description. After the tests of the file, it has reported only these problems of
 * its description.
 */
export async function describedMock(
  name: string,
  options: ResourceOptions = {},
  problems: readonly string[] = [],
): Promise<Described> {
  const { resources, contract, diagnostics } = await loadResources({
    openapi: join(import.meta.dirname, 'descriptions', name),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: process.cwd(),
    access: { isRemoteAllowed: false, folders: [] },
  });
  if (resources === null || contract === null) throw new Error(JSON.stringify(diagnostics));
  const reports: string[] = [];
  const engine = await createEngine(createResourcePlugin({ contract, ...resources }, options), {
    clock: { mode: 'frozen', now: '2026-03-01T12:00:00Z' },
    report: (message, error) => reports.push(`${message} ${String(error ?? '')}`),
  });
  afterAll(async () => {
    await engine.close();
    expect(reports).toEqual(problems.map((text) => expect.stringContaining(text) as unknown));
  });
  const call: Described['call'] = (...sent) => callMock(engine, ...sent);
  const get: Described['get'] = async <Body>(path: string) => (await call('GET', path)).body as Body;
  const post: Described['post'] = async <Body>(path: string, body?: unknown) =>
    (await call('POST', path, body)).body as Body;
  const advance = async (ms: number): Promise<void> => {
    await engine.fetch(new URL('/_mock/clock/advance', engine.baseUrl).href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ms }),
    });
  };
  return { engine, call, get, post, advance };
}
