/** Media types: how they are compared, and bodies declared with a media range, which itself is never sent. */
import { readTextOrJson } from '../../../templates/runtime/client/read-values.ts';
import { expect, test, describe } from 'vitest';
import {
  coversJson,
  coversMediaType,
  isJsonMediaType,
  mediaTypeOf,
} from '../../../templates/runtime/media-type.ts';
import type { Call } from '../../../templates/runtime/client/call.ts';
import { send } from '../../../templates/runtime/client/send.ts';
import { writeText } from '../../../templates/runtime/client/write-body.ts';
import type { BodyContentSpec } from '../../../templates/runtime/operation-spec.ts';
import { readBody } from '../../../templates/runtime/body/read-body.ts';
import { errorResponse, serverError } from '../../../templates/runtime/server/errors.ts';
import { ContractViolation, ResponseWriter } from '../../../templates/runtime/server/write-response.ts';
import { fakeClient } from './client/support.ts';
import { anything, operation, response } from './support.ts';

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

const callOf = (changes: Partial<Call>): Call => ({
  id: 'getThing',
  method: 'GET',
  path: '/things',
  responses: [{ statuses: [200], mediaType: '*/*', covers: coversJson }],
  ...changes,
});

const text = callOf({
  method: 'POST',
  bodies: [
    { write: writeText, mediaType: 'text/plain' },
    { write: writeText, mediaType: '*/*', covers: coversMediaType },
  ],
  responses: [{ statuses: [200], read: readTextOrJson, mediaType: '*/*', covers: coversMediaType }],
});

const responseOf = (body: string, contentType: string) =>
  new Response(body, { headers: { 'content-type': contentType } });

const read = (content: BodyContentSpec, body: string, contentType: string) =>
  readBody({ required: true, content: [content] }, new TextEncoder().encode(body), contentType);

const noFrames = (): never => {
  throw new Error('There is no stream.');
};

describe('the client', () => {
  test('reports the readable type if a range with a schema gets another type', async () => {
    const { client } = fakeClient([responseOf('<a/>', 'application/xml')]);
    await expect(send(client, callOf({}), {})).rejects.toThrow(
      'returned 200 with application/xml instead of application/json',
    );
  });

  test.each([
    ['"hi"', 'application/json', 'hi'],
    ['hi', 'application/json', 'hi'],
    ['{"a":1}', 'application/json', '{"a":1}'],
    ['"hi"', 'text/plain', '"hi"'],
  ])('reads the string %s as %s', async (body, contentType, value) => {
    const { client } = fakeClient([responseOf(body, contentType)]);
    expect(await send(client, text, {})).toMatchObject({ body: value });
  });

  test.each([
    [undefined, 'hi'],
    ['text/markdown', 'hi'],
    ['application/json', '"hi"'],
  ])('serializes a string as %s', async (contentType, body) => {
    const { client, sent } = fakeClient([responseOf('', 'text/plain')]);
    await send(client, text, { body: 'hi', ...(contentType === undefined ? {} : { contentType }) });
    expect(sent[0]?.body).toBe(body);
  });
});

describe('the server', () => {
  test.each(['*/*', 'application/*'])('sends its own error declared as %s as JSON', (mediaType) => {
    const spec = operation({ responses: [response({ status: 400, mediaType })] });
    const error = errorResponse(serverError('invalid-request', 'name is required'), spec);
    expect(error.contentType).toBe('application/json');
  });

  test('reports that JSON is expected if a body declared with a range and a schema has another type', () => {
    expect(read({ mediaType: '*/*', check: anything }, '<a/>', 'application/xml')).toMatchObject({
      problem: {
        message: 'body was sent with Content-Type application/xml; this operation takes application/json',
      },
    });
  });

  test.each([
    ['text', '"hi"', 'application/json', 'hi'],
    ['text', 'hi', 'application/json', 'hi'],
    ['text', '<a/>', 'application/xml', '<a/>'],
    ['bytes', '{}', 'application/json', new TextEncoder().encode('{}')],
    ['bytes', 'hi', 'text/plain', new TextEncoder().encode('hi')],
  ] as const)('gives a handler %s of %s as %s', (kind, body, contentType, value) => {
    expect(read({ mediaType: '*/*', check: null, kind }, body, contentType)).toEqual({
      kind: 'value',
      value,
    });
  });

  test.each([
    ['text/plain', 'hi'],
    ['application/json', '"hi"'],
  ])('serializes a string as %s', (contentType, body) => {
    const spec = operation({ responses: [response({ mediaType: '*/*', kind: 'text', check: null })] });
    const written = new ResponseWriter().write(
      spec,
      { status: 200, contentType, body: 'hi' },
      true,
      noFrames,
    );
    if (written instanceof ContractViolation) throw written;
    expect(written.body).toEqual({ kind: 'text', text: body });
  });
});
