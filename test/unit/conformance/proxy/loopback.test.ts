import { describe, expect, test } from 'vitest';
import { isLoopbackHost, isLoopbackOrigin } from '../../../../conformance/proxy/request-target.ts';

describe('a loopback Host', () => {
  test.each([
    'localhost',
    'LocalHost:4011',
    '127.0.0.1',
    '127.9.9.9:1',
    '[::1]',
    '[::1]:4011',
    'a.localhost:80',
  ])('is %s', (host) => expect(isLoopbackHost(host)).toBe(true));

  test.each([
    undefined,
    '',
    'localhost.evil.test',
    '127.0.0.1.evil.test:4011',
    'evil.test:4011',
    '0.0.0.0',
    '192.168.1.2:4011',
    '[::2]',
    'localhost:4011@evil.test',
    '127.0.0.1:x',
  ])('is not %s', (host) => expect(isLoopbackHost(host)).toBe(false));
});

describe('a loopback Origin', () => {
  test.each([undefined, 'http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:8443'])(
    'is %s',
    (origin) => expect(isLoopbackOrigin(origin)).toBe(true),
  );

  test.each(['null', '', 'https://evil.test', 'http://localhost.evil.test', 'file://'])(
    'is not %j',
    (origin) => expect(isLoopbackOrigin(origin)).toBe(false),
  );
});
