import { describe, expect, test } from 'vitest';
import {
  findWorld,
  isHost,
  isLoopbackAddress,
  isLoopbackHost,
  isLoopbackOrigin,
} from '../../../mock/http/addresses.ts';
import { World } from '../../../mock/kernel/world/world.ts';

describe('a Host header', () => {
  test.each([
    'localhost',
    'LOCALHOST:80',
    'app.localhost:4010',
    '127.0.0.1',
    '127.0.0.1:4010',
    '127.255.1.2:1',
    '[::1]',
    '[::1]:4010',
  ])('%s is local', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  test.each([
    '',
    'localhost.elsewhere.test',
    'elsewhere.test',
    '128.0.0.1',
    '127.0.0.1.elsewhere.test',
    '127.0.0',
    '127.0.0.256',
    '1270.0.0.1',
    '[::2]',
    '::1',
    'localhost:',
    'localhost:port',
    'user@localhost',
    'localhost/x',
    'localhost#x',
    '127.0.0.1 x',
    '0.0.0.0',
  ])('%j is not local', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });

  test.each(['a"b', 'a b', 'a\r\nb', '<x>'])('%j never appears in a URL', (host) => {
    expect(isHost(host)).toBe(false);
  });
});

test.each([
  ['http://localhost:5173', true],
  ['https://127.0.0.1', true],
  ['http://[::1]:1', true],
  ['HTTP://LOCALHOST', true],
  ['null', false],
  ['file://', false],
  ['http://elsewhere.test', false],
  ['http://localhost@elsewhere.test', false],
  ['http://localhost.elsewhere.test', false],
  ['ftp://localhost', false],
  ['http://localhost/', false],
])('the origin %s is local: %s', (origin, isLocal) => {
  expect(isLoopbackOrigin(origin)).toBe(isLocal);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.4', false],
])('listening on %s is limited to this computer: %s', (address, isLocal) => {
  expect(isLoopbackAddress(address)).toBe(isLocal);
});

const world = Object.create(World.prototype) as World;
const worldIds = new Set(['default', 'blue', 'a b']);
const worlds = { open: (id: string) => (worldIds.has(id) ? world : undefined) };

describe('a path consists of a world prefix and a path in the world', () => {
  test.each([
    ['/v1/agents', '', '/v1/agents'],
    ['/w/blue/v1/agents', '/w/blue', '/v1/agents'],
    ['/w/blue', '/w/blue', '/'],
    ['/w/a%20b/v1/agents', '/w/a%20b', '/v1/agents'],
    ['/.well-known/oauth-protected-resource', '', '/.well-known/oauth-protected-resource'],
    ['/w/blue/.well-known/oauth-protected-resource', '/w/blue', '/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/w/blue', '/w/blue', '/.well-known/oauth-protected-resource'],
    ['/.well-known/oauth-protected-resource/v1', '', '/.well-known/oauth-protected-resource/v1'],
  ])('%s', (path, prefix, rest) => {
    expect(findWorld(worlds, path)).toEqual({ kind: 'found', world, prefix, path: rest });
  });

  test.each([
    ['/w/red/v1/agents', 'red'],
    ['/.well-known/oauth-protected-resource/w/red', 'red'],
    ['/w/%ZZ/v1/agents', '%ZZ'],
  ])('%s refers to a world that does not exist', (path, id) => {
    expect(findWorld(worlds, path)).toEqual({ kind: 'unknown', id });
  });
});
