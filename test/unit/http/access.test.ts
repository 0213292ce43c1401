import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../templates/runtime/http.ts';
import {
  createControlGuard,
  createHostGuard,
  createServiceGuard,
  type Exposure,
} from '../../../mock/http/access/access.ts';
import { createCors } from '../../../mock/http/access/cors.ts';

function requestWith(fields: Readonly<Record<string, string>>): HttpRequest {
  return {
    method: 'POST',
    path: '/_mock/reset',
    query: '',
    headers: { get: (name) => fields[name] ?? null, entries: () => Object.entries(fields) },
    readBody: () => Promise.resolve(new Uint8Array(0)),
    remoteAddress: null,
    signal: new AbortController().signal,
  };
}

const cors = createCors(['https://app.example/']);
const controlOperation = { method: 'POST', path: '/_mock/reset', security: [{ controlToken: [] }] } as never;
const asking = { method: 'GET', security: [], extensions: {} };
const local = { host: '127.0.0.1:4010' };

describe('the guard of the control API', () => {
  test.each<[exposure: Exposure, fields: Readonly<Record<string, string>>, isIn: boolean]>([
    ['process', { host: 'api.agents.test', origin: 'https://elsewhere.test' }, true],
    ['loopback', local, true],
    ['loopback', {}, false],
    ['loopback', { ...local, origin: 'http://localhost:5173' }, true],
    ['loopback', { ...local, origin: 'https://app.example' }, true],
    ['loopback', { ...local, origin: 'https://elsewhere.test' }, false],
    ['loopback', { ...local, origin: 'null' }, false],
    ['network', local, false],
    ['network', { host: 'mock.test', authorization: 'Bearer secret' }, true],
    ['network', { host: 'mock.test', authorization: 'Bearer secre' }, false],
    ['network', { host: 'mock.test', authorization: 'Bearer secretsecret' }, false],
    ['network', { host: 'mock.test', authorization: 'secret' }, false],
  ])('on %s admits a request with %j: %s', (exposure, fields, isIn) => {
    const guard = createControlGuard(cors, 'secret');
    const errorResponse = guard(requestWith(fields), exposure, controlOperation);
    expect(errorResponse?.status ?? null).toBe(isIn ? null : 403);
  });

  test('requires no token in the process or on loopback', () => {
    expect(createControlGuard(cors, null)(requestWith({ host: 'mock.test' }), 'network', asking)).toBeNull();
  });

  test('rejects every network request if no token is configured', () => {
    const guard = createControlGuard(cors, null);
    expect(guard(requestWith({ authorization: 'Bearer null' }), 'network', controlOperation)?.status).toBe(
      403,
    );
  });
});

describe('the Host check', () => {
  test.each<[host: string | null, exposure: Exposure, allowed: readonly string[], status: number | null]>([
    ['127.0.0.1:4010', 'loopback', [], null],
    ['[::1]:4010', 'loopback', [], null],
    ['app.localhost', 'loopback', [], null],
    [null, 'loopback', [], null],
    ['rebound.test:4010', 'loopback', [], 403],
    ['192.168.0.10', 'loopback', [], 403],
    ['mock.test:4010', 'loopback', ['mock.test'], null],
    ['MOCK.test:4010', 'loopback', ['Mock.TEST:4010'], null],
    ['mock.test:4011', 'loopback', ['mock.test:4010'], 403],
    ['not-mock.test', 'loopback', ['mock.test'], 403],
    ['rebound.test', 'loopback', ['*'], null],
    ['mock:4010', 'network', [], null],
    ['rebound.test', 'network', ['mock'], 403],
    ['localhost:4010', 'network', ['mock'], null],
    ['rebound.test', 'process', [], null],
    ['', 'network', [], 400],
    ['127.0.0.1, rebound.test', 'loopback', [], 400],
  ])('for %j on %s with allowed hosts %j has status %s', (host, exposure, allowed, status) => {
    expect(createHostGuard(allowed)(host, exposure)?.status ?? null).toBe(status);
  });

  test('is repeated for each new host', () => {
    const guard = createHostGuard([]);
    const statuses = ['localhost', 'rebound.test', 'localhost', 'rebound.test'].map(
      (host) => guard(host, 'loopback')?.status ?? null,
    );
    expect(statuses).toEqual([null, 403, null, 403]);
  });
});

describe('the guard of the service', () => {
  const foreign = { ...local, origin: 'https://elsewhere.test' };
  const json = { 'content-type': 'application/json' };
  const create = { method: 'POST', security: [], extensions: {} };
  const init = { ...create, extensions: { 'x-auth': { origin: 'required' } } };

  test.each<[string, Readonly<Record<string, string>>, typeof create, Exposure, boolean]>([
    ['a program', local, create, 'loopback', true],
    ['a local page', { ...local, origin: 'http://localhost:5173' }, create, 'loopback', true],
    ['an allowed page', { ...local, origin: 'https://app.example' }, create, 'loopback', true],
    ['a page of its own', { host: 'mock:4010', origin: 'http://mock:4010' }, create, 'network', true],
    ['a foreign page', foreign, create, 'loopback', false],
    ['a foreign page that sends JSON', { ...foreign, ...json }, create, 'loopback', false],
    ['a foreign page, on a network address', foreign, create, 'network', false],
    ['a page in a sandbox', { ...local, origin: 'null' }, create, 'loopback', false],
    ['a foreign page that only reads', foreign, { ...create, method: 'GET' }, 'loopback', true],
    ['a call in this process', foreign, create, 'process', true],
    ['a visitor of a foreign page', { ...foreign, ...json }, init, 'loopback', true],
    ['a foreign page without preflight', foreign, init, 'loopback', false],
    ['a foreign page with a text', { ...foreign, 'content-type': 'text/plain;a=b' }, init, 'loopback', false],
  ])('decides for %s with headers %j', (_, fields, operation, exposure, isIn) => {
    const errorResponse = createServiceGuard(cors)(requestWith(fields), exposure, operation);
    expect(errorResponse?.status ?? null).toBe(isIn ? null : 403);
  });
});
