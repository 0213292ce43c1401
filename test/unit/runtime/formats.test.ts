import { describe, expect, test } from 'vitest';
import {
  numberFormats,
  stringFormats,
  rareFormats,
} from '../../../generator/schema/validators/known-formats.ts';
import { formats } from '../../../templates/runtime/formats/formats.ts';
import { allFormats } from '../../../templates/runtime/formats/rare-formats.ts';
import { processorTime } from '../../support/processor-time.ts';

type TextFormat = (typeof stringFormats)[number];

const cases: Readonly<
  Record<TextFormat, { readonly good: readonly string[]; readonly bad: readonly string[] }>
> = {
  byte: { good: ['', 'YQ==', 'YWI=', 'YWJj', '+/+/'], bad: ['Y', 'YQ=', 'YQ===', 'Y Q=', '-_-_', '===='] },
  date: {
    good: ['2026-01-31', '2024-02-29', '2000-02-29', '0000-01-01'],
    bad: [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-01',
      '2026-01-00',
      '2026-04-31',
      '2026-1-1',
      '20260131',
      '2026-01-31T',
      '२०२६-०१-३१',
      '',
    ],
  },
  'date-time': {
    good: [
      '2026-01-31T12:00:00Z',
      '2026-01-31t12:00:00z',
      '2026-01-31T12:00:00.123456789Z',
      '2026-01-31T12:00:00+05:30',
      '2016-12-31T23:59:60Z',
      '2016-12-31T15:59:60-08:00',
    ],
    bad: [
      '2026-01-31T12:00:00',
      '2026-01-31 12:00:00Z',
      '2026-01-31T24:00:00Z',
      '2026-01-31T12:60:00Z',
      '2026-01-31T12:00:61Z',
      '2026-01-31T12:00:60Z',
      '2026-01-31T12:00:00.Z',
      '2026-01-31T12:00:00+24:00',
      '2026-01-31T12:00:00+05',
      '2026-02-30T12:00:00Z',
      '2026-01-31T12:00:00ZZ',
      '',
      'T',
    ],
  },
  time: {
    good: ['12:00:00Z', '23:59:60Z', '00:00:00.5+01:00'],
    bad: ['12:00:00', '12:00Z', '22:59:60Z', '12:00:00.Z', '1:00:00Z'],
  },
  duration: {
    good: ['P1D', 'PT15M', 'P4Y', 'P1Y2M3DT4H5M6S', 'P2W', 'PT0S', `P${'9'.repeat(90)}D`],
    bad: ['', 'P', 'PT', 'P1', '1D', 'P1D2H', 'P2D1Y', 'P1D2S', 'PT1D', 'P1Y2W', 'P0.5Y'],
  },
  email: {
    good: ['a@b.co', 'a.b+c@sub.example.com', '"a b"@c.de', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    bad: [
      '',
      'a',
      '@b.co',
      'a@',
      'a..b@c.de',
      '.a@c.de',
      'a@b_c.de',
      'a@[1.2.3]',
      'a@[127.0.0.1',
      `${'a'.repeat(65)}@b.co`,
    ],
  },
  hostname: {
    good: ['a', 'example.com', 'xn--4ca.com', 'xn--bcher-kva.de', '1.2', 'a-b.c'],
    bad: [
      '',
      '.',
      'a.',
      '.a',
      'a..b',
      '-a',
      'a-',
      'a_b',
      'ab--cd',
      'xn--x',
      'xn--a-ecp9',
      'bücher.de',
      `${'a'.repeat(64)}.com`,
      `${'a.'.repeat(130)}a`,
    ],
  },
  'idn-email': {
    good: ['a@b.co', 'mañana@beispiel.de', '用户@例え.jp', 'a@[127.0.0.1]', 'a@bu\u0308cher.de'],
    bad: ['', 'a', '@例え.jp', '用户@', '用户@-例.jp', 'a b@c.de'],
  },
  'idn-hostname': {
    good: [
      ...['a', 'example.com', 'bücher.de', 'xn--bcher-kva.de', '例え.jp', 'עברית.example', 'faß.de'],
      ...['l·l', 'क\u094d\u200dष', 'क\u094d\u200cष', 'بی\u200cبی', '͵β', 'א׳ב', '例・え', '例。え'],
    ],
    bad: [
      ...[
        '',
        '.',
        'a..b',
        '-a',
        'ab--cd',
        'a b',
        'ａ',
        'Ü',
        'bu\u0308cher',
        'xn--',
        'xn--bücher',
        'xn--a-ecp9',
      ],
      ...['l·a', '·', 'a\u200db', 'a\u200cb', '͵a', 'a׳', 'a・b', '\u0300a', 'ـ', '〮', '☃', 'א1a', '1א'],
      ...['\u0661\u06f1ب', `${'ü'.repeat(60)}.de`, `${'ü.'.repeat(120)}de`, 'ü'.repeat(1_000)],
    ],
  },
  iri: {
    good: ['https://example.com/ü', 'http://例え.jp/?q=\ue000#é', 'urn:ä:b'],
    bad: ['', '/ü', 'http://例 え/', 'http://a/\ue000', 'http://2001:db8::1/', 'http://a/<é>'],
  },
  'iri-reference': { good: ['', '/ü', '#é', 'é?ü'], bad: ['\\ü', 'http://[é]/', 'é é', '#\ufdd0'] },
  regex: { good: ['', '^a+$', '(?<a>b)\\k<a>', '\\p{L}'], bad: ['(', '[', 'a{2,1}', '\\a', '(?P<a>b)'] },
  'uri-template': {
    good: ['', '/a', '/a/{b}', '/{+b,c*,d:3}', '{?q,r.s}', '/ü{b}', '{%41}'],
    bad: [
      '{',
      '}',
      '{}',
      '{b',
      '/a b',
      '{b,}',
      '{b:0}',
      '{b:10000}',
      '{b..c}',
      '{a,+b}',
      '{b=c}',
      '{{b}}',
      'a"b',
    ],
  },
  ipv4: {
    good: ['0.0.0.0', '255.255.255.255', '192.168.1.1'],
    bad: ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '1.2.3.', '1.2.3.4\n', '٢.1.1.1'],
  },
  ipv6: {
    good: [
      '::',
      '::1',
      '1::',
      'fe80::1',
      '1:2:3:4:5:6:7:8',
      '::ffff:1.2.3.4',
      '1:2:3:4:5:6:1.2.3.4',
      '1::2:3:4:5:6:7',
    ],
    bad: [
      '',
      ':',
      ':::',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      '12345::',
      'g::',
      '1:2:3:4:5:6:7:1.2.3.4',
      '::1.2.3.256',
      '1:2:3:4:5:6:7::8',
      'fe80::1%eth0',
    ],
  },
  uri: {
    good: [
      'https://example.com',
      'http://a:80/b?c=d#e',
      'urn:isbn:1',
      'mailto:a@b.co',
      'ftp://user:pw@[::1]:21/x',
      'a:',
      'http://[v1.x]/',
      'http://a//b',
      'x:/a?b?c#d?e',
    ],
    bad: [
      '',
      '/a',
      'a',
      '//host/a',
      'http://a b',
      'http://[::1',
      'http://[zz]/',
      'http://a:b/',
      '1a:b',
      'http://a/%zz',
      'http://a/\\',
      'http://é',
      'http://a#b#c',
      ':a',
    ],
  },
  'uri-reference': {
    good: ['', '/a', 'a/b', '?q', '#f', '//host/a', 'https://a', './a:b'],
    bad: ['a:b:c d', '1:2', '\\\\share', '%'],
  },
  uuid: {
    good: ['2eb8aa08-aa98-11ea-b4aa-73b441d16380', '2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
    bad: [
      '',
      '2eb8aa08aa9811eab4aa73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d1638',
      '2eb8aa08-aa98-11ea-b4aa-73b441d1638g',
      'urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380',
    ],
  },
  'json-pointer': { good: ['', '/', '/a~0b~1c', '/a/0'], bad: ['a', '/~', '/~2', '#/a'] },
  'relative-json-pointer': { good: ['0', '1/a', '2#', '10'], bad: ['', '/a', '-1/a', '01', '1##', '0a'] },
};

describe.each(stringFormats)('%s', (name) => {
  const check = allFormats[name];
  test.each(cases[name].good)('accepts %j', (text) => expect(check(text)).toBe(true));
  test.each(cases[name].bad)('rejects %j', (text) => expect(check(text)).toBe(false));
});

describe('integers of a width', () => {
  test.each([
    ['int32', 2 ** 31 - 1, true],
    ['int32', 2 ** 31, false],
    ['int32', -(2 ** 31), true],
    ['int32', 1.5, false],
    ['int64', 2 ** 62, true],
    ['int64', 2 ** 64, false],
  ] as const)('%s accepts %d: %s', (name, value, isValid) => {
    expect(formats[name].validate(value)).toBe(isValid);
  });
});

test('the generator validates exactly the formats that the runtime has', () => {
  expect(Object.keys(allFormats).sort()).toEqual([...stringFormats, ...numberFormats].sort());
});

test('the generator lists exactly the formats that the small module lacks or checks less strictly', () => {
  const differing = Object.entries(allFormats)
    .filter(([name, check]) => (formats as Readonly<Record<string, unknown>>)[name] !== check)
    .map(([name]) => name);
  expect(differing.sort()).toEqual([...rareFormats].sort());
});

describe('hostile texts are checked quickly', () => {
  const long = 50_000;
  const hostile = [
    'a',
    'a.',
    'a@',
    '@',
    '%',
    '0',
    '1:',
    ':',
    'P1',
    '/~0',
    '[',
    'a-',
    '(',
    '{a,',
    'ü',
    'ü.',
    '\u0300',
    '=',
    '"\\',
    'a..',
    'http://',
    '::',
    '1.',
  ].map((piece) => piece.repeat(long));
  test.each(stringFormats)('%s', (name) => {
    const time = processorTime(() => {
      for (const text of hostile)
        for (const whole of [text, `http://${text}`, `a@${text}`, `${text}!`]) allFormats[name](whole);
    });
    expect(time).toBeLessThan(2_500);
  });
});
