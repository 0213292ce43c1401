import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../generated/runtime/http.ts';
import { createControlGate, openGate, type Exposure } from '../../../mock/http/access.ts';
import { createCors } from '../../../mock/http/cors.ts';

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
const local = { host: '127.0.0.1:4010' };

describe('the gate before the control API', () => {
  test.each<[exposure: Exposure, fields: Readonly<Record<string, string>>, isIn: boolean]>([
    ['process', { host: 'api.agents.test', origin: 'https://elsewhere.test' }, true],
    ['loopback', local, true],
    ['loopback', {}, false],
    ['loopback', { host: 'rebound.test:4010' }, false],
    ['loopback', { ...local, origin: 'http://localhost:5173' }, true],
    ['loopback', { ...local, origin: 'https://app.example' }, true],
    ['loopback', { ...local, origin: 'https://elsewhere.test' }, false],
    ['loopback', { ...local, origin: 'null' }, false],
    ['network', local, false],
    ['network', { host: 'mock.test', authorization: 'Bearer secret' }, true],
    ['network', { host: 'mock.test', authorization: 'Bearer secre' }, false],
    ['network', { host: 'mock.test', authorization: 'Bearer secretsecret' }, false],
    ['network', { host: 'mock.test', authorization: 'secret' }, false],
  ])('on %s with %j: %s', (exposure, fields, isIn) => {
    const gate = createControlGate(cors, 'secret');
    const refusal = gate(requestWith(fields), exposure, true);
    expect(refusal?.status ?? null).toBe(isIn ? null : 403);
  });

  test('asks for no token where none is needed', () => {
    expect(createControlGate(cors, null)(requestWith({ host: 'mock.test' }), 'network', false)).toBeNull();
  });

  test('stays shut on the network without a token, whatever is sent', () => {
    const gate = createControlGate(cors, null);
    expect(gate(requestWith({ authorization: 'Bearer null' }), 'network', true)?.status).toBe(403);
  });

  test('is not before the service', () => {
    expect(openGate(requestWith({ origin: 'https://elsewhere.test' }), 'network', true)).toBeNull();
  });
});
