import { expect, test } from 'vitest';
import { coversMediaType, isJsonMediaType, mediaTypeOf } from '../../../templates/runtime/media-type.ts';

test.each([
  ['application/json', 'application/json'],
  ['Application/JSON; charset=utf-8', 'application/json'],
  [' text/plain ;x', 'text/plain'],
  ['', null],
  [';charset=utf-8', null],
  [null, null],
])('the media type of %j is %j', (header, type) => {
  expect(mediaTypeOf(header)).toBe(type);
});

test.each([
  ['application/json', 'application/json', true],
  ['application/json; charset=utf-8', 'application/json', true],
  ['audio/*', 'audio/mpeg', true],
  ['audio/*', 'audiobook/x', false],
  ['*/*', 'image/png', true],
  ['application/json', 'application/problem+json', false],
  ['', 'text/plain', false],
])('%s covers %s: %s', (declared, actual, covers) => {
  expect(coversMediaType(declared, actual)).toBe(covers);
});

test.each([
  ['application/json', true],
  ['application/problem+json', true],
  ['text/json', true],
  ['application/jsonl', false],
  ['text/plain', false],
])('%s is JSON: %s', (type, isJson) => {
  expect(isJsonMediaType(type)).toBe(isJson);
});
