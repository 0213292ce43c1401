import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  challenge,
  createErrorResponses,
  unknownRoute,
  type ErrorTable,
} from '../../../mock/http/error-responses.ts';

type Refusal =
  | { readonly code: 'GONE'; readonly id: string }
  | { readonly code: 'TAKEN'; readonly name: string }
  | { readonly code: 'BUSY'; readonly seconds: number };

const table = {
  GONE: { status: 404, error: ({ id }) => `${id} is gone` },
  TAKEN: {
    status: 409,
    error: 'Taken',
    code: 'NAME_TAKEN',
    details: ({ name }) => [{ message: `${name} is taken`, code: 'TAKEN', path: 'name' }],
  },
  BUSY: { status: 429, error: 'Rate limit exceeded', headers: ({ seconds }) => ({ 'Retry-After': seconds }) },
} as const satisfies ErrorTable<Refusal>;

const refusal = createErrorResponses<Refusal, typeof table>(table);

describe('a table of refusals', () => {
  test('makes the body, the code and the details of its row', () => {
    expect(refusal({ code: 'GONE', id: 'agent_1' })).toEqual({
      status: 404,
      body: { error: 'agent_1 is gone' },
    });
    expect(refusal({ code: 'TAKEN', name: 'x' })).toEqual({
      status: 409,
      body: {
        error: 'Taken',
        code: 'NAME_TAKEN',
        details: [{ message: 'x is taken', code: 'TAKEN', path: 'name' }],
      },
    });
  });

  test('makes the headers of its row', () => {
    expect(refusal({ code: 'BUSY', seconds: 3 })).toMatchObject({
      status: 429,
      headers: { 'Retry-After': 3 },
    });
  });

  test('keeps each status apart, so that an undeclared one does not compile', () => {
    expectTypeOf(refusal({ code: 'GONE', id: '' }).status).toEqualTypeOf<404>();
    expectTypeOf(refusal({ code: 'TAKEN', name: '' }).body.code).toEqualTypeOf<'NAME_TAKEN'>();
    expectTypeOf((error: Refusal) => refusal(error).status).returns.toEqualTypeOf<404 | 409 | 429>();
  });
});

test.each([
  ['http://h', 'http://h', 'http://h/.well-known/oauth-protected-resource'],
  ['http://h', 'http://h/w/a', 'http://h/.well-known/oauth-protected-resource/w/a'],
])('the metadata of %s at %s is at %s', (rootUrl, baseUrl, address) => {
  expect(challenge({ rootUrl, baseUrl })).toBe(`Bearer resource_metadata="${address}"`);
});

test('a long path is not repeated in full', () => {
  expect(unknownRoute('GET', `/${'x'.repeat(5_000)}`).body.error.length).toBeLessThan(300);
});
