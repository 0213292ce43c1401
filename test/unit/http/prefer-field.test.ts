import { describe, expect, test } from 'vitest';
import { readPreferField, writePreference } from '../../../mock/http/prefer.ts';

describe('a Prefer field', () => {
  test.each<[field: string, preferences: Record<string, string>]>([
    ['', {}],
    ['respond-async', { 'respond-async': '' }],
    ['code=404', { code: '404' }],
    ['code = 404 , pace= fast', { code: '404', pace: 'fast' }],
    ['PACE=Fast', { pace: 'Fast' }],
    ['code=404, code=500', { code: '404' }],
    ['example="two words", pace=fast', { example: 'two words', pace: 'fast' }],
    ['example="a, b; c=d"', { example: 'a, b; c=d' }],
    [String.raw`example="say \"hi\", \\ twice"`, { example: String.raw`say "hi", \ twice` }],
    ['code=404; foo="x,y"; bar, pace=fast', { code: '404', pace: 'fast' }],
    ['lenient="", pace=fast', { lenient: '', pace: 'fast' }],
    [',, ,code=1,,', { code: '1' }],
    ['a b=1, code=2', { code: '2' }],
    ['example="never closed, code=2', { example: '"never closed, code=2' }],
    ['__proto__=1', { ['__proto__']: '1' }],
    ['example=a=b', { example: 'a=b' }],
  ])('%j is parsed', (field, preferences) => {
    expect([...readPreferField(field)]).toEqual(Object.entries(preferences));
  });

  test.each([
    ['pace', 'fast', 'pace=fast'],
    ['example', 'two words', 'example="two words"'],
    ['example', String.raw`a"b\c`, String.raw`example="a\"b\\c"`],
    ['example', '', 'example=""'],
    ['scenario', 'grün\r\nx: y', 'scenario="gr?n??x: y"'],
  ])('%s with the value %j is serialized', (name, value, text) => {
    expect(writePreference(name, value)).toBe(text);
  });
});
