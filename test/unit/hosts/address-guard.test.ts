import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../mock/hosts/address-guard.ts';

const guard = createAddressGuard();

/** Checks a URL like a fetch: first its text, then the IP address of its host. */
const judge = (text: string, resolved?: string, allowed: readonly string[] = []) => {
  const url = new URL(text);
  const one = createAddressGuard(allowed);
  return one.checkUrl(url) ?? (resolved === undefined ? null : one.checkAddress(url, resolved));
};

describe('the guard rejects', () => {
  it.each([
    // loopback, in every notation
    'http://127.0.0.1/',
    'http://127.255.255.254/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://%31%32%37.0.0.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    // IPv4 inside IPv6
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[::ffff:8.8.8.8]/',
    // private, shared and link-local networks
    'http://10.0.0.1/',
    'http://0xa000001/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://3232235777/',
    'http://100.64.0.1/',
    'http://100.127.255.255/',
    'http://169.254.0.1/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    // cloud metadata
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://168.63.129.16/',
    'http://metadata.google.internal/',
    // multicast, broadcast, reserved, documentation, unassigned
    'http://224.0.0.1/',
    'http://239.255.255.255/',
    'http://255.255.255.255/',
    'http://240.0.0.1/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://192.88.99.1/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://[100::1]/',
    'http://[4000::1]/',
    'http://[3fff::1]/',
    // names in internal networks
    'http://localhost/',
    'http://LOCALHOST./',
    'http://api.localhost/',
    'http://intranet/',
    'http://printer.local/',
    'http://db.internal/',
    'http://nas.home.arpa/',
    'http://router.lan/',
    'http://kubernetes.default.svc.cluster.local/',
    // other schemes or ports than those of the web
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:application/json,{}',
    'javascript:alert(1)',
    'ws://example.com/',
    'http://example.com:22/',
    'http://example.com:6379/',
    'https://example.com:8443/',
    // user information
    'http://user@example.com/',
    'http://user:pass@example.com/',
    'http://:pass@example.com/',
    'http://127.0.0.1:80@example.com/',
  ])('%s', (text) => {
    expect(guard.checkUrl(new URL(text))).toEqual(expect.any(String));
  });

  it.each([
    'http://256.0.0.1/',
    'http://1.2.3.4.5/',
    'http://0x/g',
    'http://[::1',
    'http://exa mple.com/',
    'http:///',
  ])('%s, as the URL parser does', (text) => {
    const url = URL.parse(text);
    expect(url === null || guard.checkUrl(url) !== null).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:10.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.1.1',
    'fd00::1',
    'fe80::1%eth0',
    '0.0.0.0',
    '168.63.129.16',
    'nonsense',
    '',
  ])('a public name that resolves to %j', (address) => {
    expect(judge('http://cards.example.com/', address)).toEqual(expect.any(String));
  });
});

it.each([
  ['http://example.com/card.json', '93.184.215.14'],
  ['https://example.com/', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  ['https://example.com:443/', '1.1.1.1'],
  ['http://example.com:80/', '8.8.8.8'],
  ['https://example.com:80/', '8.8.8.8'],
  ['http://8.8.8.8/', '8.8.8.8'],
  ['http://[2606:4700::1111]/', '2606:4700::1111'],
  ['https://internal.example.com/', '172.32.0.1'],
  ['https://localhost.example.com/', '100.128.0.1'],
  ['https://xn--bcher-kva.example/', '9.9.9.9'],
])('the guard accepts %s at %s', (text, address) => {
  expect(judge(text, address)).toBeNull();
});

describe('an allowed host', () => {
  it.each([
    ['127.0.0.1:9000', 'http://127.0.0.1:9000/', true],
    ['127.0.0.1:9000', 'http://127.0.0.1:9001/', false],
    ['127.0.0.1:9000', 'http://127.0.0.2:9000/', false],
    ['127.0.0.1', 'http://127.0.0.1:9001/', true],
    ['127.0.0.1', 'http://2130706433:9001/', true],
    ['localhost:80', 'http://localhost/', true],
    ['localhost:80', 'https://localhost/', false],
    ['localhost:443', 'https://localhost/', true],
    ['[::1]:9000', 'http://[0::1]:9000/', true],
    ['Cards.Test', 'http://cards.test:1/', true],
    ['cards.test', 'http://more.cards.test:81/', false],
    ['cards.test', 'http://cards.test.evil.example:81/', false],
    ['cards.test', 'ftp://cards.test/', false],
    ['cards.test', 'http://user@cards.test/', false],
  ])('%s and %s: %s', (allowed, text, passes) => {
    expect(judge(text, undefined, [allowed]) === null).toBe(passes);
  });

  it('can resolve to any IP address', () => {
    expect(judge('http://cards.test/', '127.0.0.1', ['cards.test'])).toBeNull();
    expect(judge('http://other.example/', '127.0.0.1', ['cards.test'])).toEqual(expect.any(String));
  });

  it.each([
    '',
    'http://cards.test',
    'cards.test/path',
    'user@cards.test',
    'cards.test?x',
    '::1',
    'a b',
    'host:99999',
  ])('cannot be %j', (entry) => {
    expect(() => createAddressGuard([entry])).toThrow(/is not a valid host/);
  });
});
