import { describe, expect, test } from 'vitest';
import { checkResponse, type CheckedResponse } from '../../../templates/runtime/check-response.ts';
import type { ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import { anything, checkThat, operation, response } from './support.ts';

function check(responses: readonly ResponseSpec[], changes: Partial<CheckedResponse>) {
  const sent = { status: 200, contentType: 'application/json', headers: {}, body: {}, ...changes };
  return checkResponse(operation({ responses }), sent);
}

const none = response({ status: 204, mediaType: null, kind: 'none', check: null });
const stream = response({ mediaType: 'text/event-stream', kind: 'eventStream', check: null });
const audio = response({ mediaType: 'audio/*', kind: 'bytes', check: null });
const text = response({ mediaType: 'text/html', kind: 'text', check: null });
const isString = checkThat((value) => typeof value === 'string');

test.each<[string, readonly ResponseSpec[], Partial<CheckedResponse>]>([
  ['JSON', [response()], {}],
  ['a media type with parameters', [response()], { contentType: 'Application/JSON; charset=utf-8' }],
  ['no body', [none], { status: 204, contentType: null, body: undefined }],
  ['one of two media types', [response(), stream], { contentType: 'text/event-stream', body: 'whatever' }],
  ['bytes of a range', [audio], { contentType: 'audio/mpeg', body: Uint8Array.of(1) }],
  ['text', [text], { contentType: 'text/html', body: '<p>' }],
  ['a status of a range', [response({ status: '4XX' })], { status: 418 }],
  ['any status', [response({ status: 'default' })], { status: 599 }],
])('a declared response passes %s', (_name, responses, sent) => {
  expect(check(responses, sent)).toBeNull();
});

describe('an undeclared status', () => {
  test('is reported with the declared statuses', () => {
    expect(check([response(), none], { status: 418 })).toEqual({
      pointer: '#/paths/~1v1~1things~1{id}/get/responses',
      message: 'Status 418 is not declared for getThing; declared are 200, 204.',
    });
  });

  test('is not covered by a range that excludes it', () => {
    expect(check([response({ status: '4XX' })], { status: 500 })).not.toBeNull();
  });
});

describe('the most specific declaration applies', () => {
  const strict = response({ status: 404, check: isString });
  const range = response({ status: '4XX', check: anything });
  const other = response({ status: 'default', check: isString });

  test.each([
    [404, true],
    [400, false],
    [500, true],
  ])('to status %i', (status, isWrong) => {
    expect(check([other, range, strict], { status, body: 7 }) !== null).toBe(isWrong);
    expect(check([strict, range, other], { status, body: 7 }) !== null).toBe(isWrong);
  });
});

describe('an undeclared media type', () => {
  test.each<[string | null, string]>([
    ['text/plain', 'Status 200 of getThing is declared with application/json, not with text/plain.'],
    [null, 'Status 200 of getThing is declared with application/json, not with no body.'],
  ])('%j', (contentType, message) => {
    expect(check([response()], { contentType })).toEqual({
      pointer: '#/paths/~1v1~1things~1{id}/get/responses/200/content',
      message,
    });
  });

  test('is reported for a body where none is declared', () => {
    expect(check([none], { status: 204 })?.message).toContain(
      'declared with no body, not with application/json',
    );
    expect(check([none], { status: 204, contentType: null, body: {} })?.message).toContain(
      'none is declared',
    );
  });
});

describe('an invalid body is reported', () => {
  test('with the location of its schema', () => {
    expect(check([response({ check: isString })], { body: 7 })).toEqual({
      pointer: 'spec/small.yaml#/subject',
      message: 'The body is wrong: body must be a string, not a number.',
    });
  });

  test.each<[string, ResponseSpec, string, unknown]>([
    ['a number for text', text, 'text/html', 7],
    ['a string for bytes', audio, 'audio/mpeg', 'text'],
    ['a missing JSON body', response({ check: isString }), 'application/json', undefined],
  ])('%s', (_name, declared, contentType, body) => {
    expect(check([declared], { contentType, body })).not.toBeNull();
  });
});

describe('headers', () => {
  const isCount = checkThat((value) => Number.isInteger(value), { params: { type: 'integer' } });
  const withHeader = (required: boolean, headerCheck = isCount) =>
    response({ headers: [{ name: 'RateLimit-Remaining', required, check: headerCheck }] });

  test.each<[string, boolean, Readonly<Record<string, unknown>>, string | null]>([
    ['present as text', true, { 'ratelimit-remaining': '7' }, null],
    ['present as a number', true, { 'ratelimit-remaining': 7 }, null],
    ['absent but optional', false, {}, null],
    ['absent', true, {}, 'The response lacks the header RateLimit-Remaining.'],
    [
      'inherited',
      true,
      Object.create({ 'ratelimit-remaining': 7 }) as object as Record<string, unknown>,
      'The response lacks the header RateLimit-Remaining.',
    ],
    [
      'wrong',
      false,
      { 'ratelimit-remaining': 'soon' },
      'The header is wrong: RateLimit-Remaining must be an integer, not a string.',
    ],
    [
      'empty',
      false,
      { 'ratelimit-remaining': '' },
      'The header is wrong: RateLimit-Remaining must be an integer, not a string.',
    ],
  ])('%s', (_name, required, headers, message) => {
    expect(check([withHeader(required)], { headers })?.message ?? null).toBe(message);
  });

  test('can contain a boolean or a list as text', () => {
    const isTrue = checkThat((value) => value === true);
    const isList = checkThat((value) => Array.isArray(value) && value.join('|') === 'a|b');
    expect(check([withHeader(true, isTrue)], { headers: { 'ratelimit-remaining': 'true' } })).toBeNull();
    expect(check([withHeader(true, isList)], { headers: { 'ratelimit-remaining': 'a, b' } })).toBeNull();
  });

  test('are reported with their pointer', () => {
    expect(check([withHeader(true)], {})?.pointer).toBe(
      '#/paths/~1v1~1things~1{id}/get/responses/200/headers/RateLimit-Remaining',
    );
  });
});
