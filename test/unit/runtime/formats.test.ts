import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  numberFormats,
  stringFormats,
  rareFormats,
} from '../../../generator/schema/validators/known-formats.ts';
import { formats } from '../../../templates/runtime/formats/formats.ts';
import { allFormats } from '../../../templates/runtime/formats/rare-formats.ts';
import { processorTime } from '../../support/processor-time.ts';

const cases = parse(readFileSync(join(import.meta.dirname, 'formats.yaml'), 'utf8')) as Readonly<
  Record<
    (typeof stringFormats)[number],
    { readonly good: readonly string[]; readonly bad: readonly string[] }
  >
>;

describe.each(stringFormats)('%s', (name) => {
  const check = allFormats[name];
  test.each(cases[name].good)('accepts %j', (text) => expect(check(text)).toBe(true));
  test.each(cases[name].bad)('rejects %j', (text) => expect(check(text)).toBe(false));
});

test.each([
  ['int32', 2 ** 31 - 1, true],
  ['int32', 2 ** 31, false],
  ['int32', -(2 ** 31), true],
  ['int32', 1.5, false],
  ['int64', 2 ** 62, true],
  ['int64', 2 ** 64, false],
] as const)('integers of a width %s accepts %d: %s', (name, value, isValid) => {
  expect(formats[name].validate(value)).toBe(isValid);
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
