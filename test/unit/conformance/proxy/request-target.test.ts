import { expect, test } from 'vitest';
import { readTarget } from '../../../../conformance/proxy/request-target.ts';

const environment = {
  localAddress: '::ffff:192.0.2.7',
  localPort: 4011,
  upstream: new URL('https://api.agents.test'),
};

const upstream = (path: string) => ({ kind: 'upstream', path });

test.each([
  ['/v1/agents?a=1', upstream('/v1/agents?a=1')],
  ['//other.test/x', upstream('//other.test/x')],
  ['/_proxyx', upstream('/_proxyx')],
  ['*', upstream('*')],
  ['/_proxy', { kind: 'own', path: '/_proxy' }],
  ['/_proxy?x', { kind: 'own', path: '/_proxy?x' }],
  ['/_proxy/health', { kind: 'own', path: '/_proxy/health' }],
  ['https://api.agents.test/v1', upstream('/v1')],
  ['https://API.agents.test:443/v1', upstream('/v1')],
  ['http://localhost:4011?a=1', upstream('/?a=1')],
  ['http://[::1]:4011/v1', upstream('/v1')],
  ['http://192.0.2.7:4011/v1', upstream('/v1')],
  ['http://127.0.0.1:4011/_proxy/health', { kind: 'own', path: '/_proxy/health' }],
  ['http://api.agents.test/v1', { kind: 'elsewhere', address: 'http://api.agents.test' }],
  ['http://localhost/v1', { kind: 'elsewhere', address: 'http://localhost' }],
  ['https://localhost:4011/v1', { kind: 'elsewhere', address: 'https://localhost:4011' }],
  ['https://me@api.agents.test/', { kind: 'elsewhere', address: 'https://me@api.agents.test' }],
  ['https://api.agents.test.evil.test/', { kind: 'elsewhere', address: 'https://api.agents.test.evil.test' }],
  ['ftp://api.agents.test/', { kind: 'garbage' }],
  ['http:///v1', { kind: 'garbage' }],
  ['v1/agents', { kind: 'garbage' }],
  ['', { kind: 'garbage' }],
])('a request target is classified %s', (target, expected) => {
  expect(readTarget(target, environment)).toEqual(expected);
});
