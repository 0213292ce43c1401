import { describe, expect, test } from 'vitest';
import { isHost, isLoopbackAddress, isLoopbackHost, isLoopbackOrigin } from '../../../mock/http/addresses.ts';

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
  ])('%s is this computer', (host) => {
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
  ])('%j is not', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });

  test.each(['a"b', 'a b', 'a\r\nb', '<x>'])('%j never stands in an address', (host) => {
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
])('the origin %s is this computer: %s', (origin, isLocal) => {
  expect(isLoopbackOrigin(origin)).toBe(isLocal);
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.4', false],
])('listening on %s reaches this computer only: %s', (address, isLocal) => {
  expect(isLoopbackAddress(address)).toBe(isLocal);
});
