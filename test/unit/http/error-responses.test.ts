import { describe, expect, expectTypeOf, test } from 'vitest';
import { challengeOf } from '../../../mock/agent-platform/credentials.ts';
import { createErrorResponses, unknownRoute, type ErrorTable } from '../../../mock/http/error-responses.ts';

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

const respondTo = createErrorResponses<Refusal, typeof table>(table);

describe('a table of errors', () => {
  test('creates the body, code and details of its row', () => {
    expect(respondTo({ code: 'GONE', id: 'agent_1' })).toEqual({
      status: 404,
      body: { error: 'agent_1 is gone' },
    });
    expect(respondTo({ code: 'TAKEN', name: 'x' })).toEqual({
      status: 409,
      body: {
        error: 'Taken',
        code: 'NAME_TAKEN',
        details: [{ message: 'x is taken', code: 'TAKEN', path: 'name' }],
      },
    });
  });

  test('creates the headers of its row', () => {
    expect(respondTo({ code: 'BUSY', seconds: 3 })).toMatchObject({
      status: 429,
      headers: { 'Retry-After': 3 },
    });
  });

  test('types each status separately, so that an undeclared one does not compile', () => {
    expectTypeOf(respondTo({ code: 'GONE', id: '' }).status).toEqualTypeOf<404>();
    expectTypeOf(respondTo({ code: 'TAKEN', name: '' }).body.code).toEqualTypeOf<'NAME_TAKEN'>();
    expectTypeOf((error: Refusal) => respondTo(error).status).returns.toEqualTypeOf<404 | 409 | 429>();
  });
});

test.each([
  ['http://h', 'http://h', 'http://h/.well-known/oauth-protected-resource'],
  ['http://h', 'http://h/w/a', 'http://h/.well-known/oauth-protected-resource/w/a'],
])('the metadata URL for root %s and base %s is %s', (rootUrl, baseUrl, address) => {
  expect(challengeOf({ rootUrl, baseUrl })).toBe(`Bearer resource_metadata="${address}"`);
});

test('a long path is truncated in the error', () => {
  expect(unknownRoute('GET', `/${'x'.repeat(5_000)}`, '').body.error.length).toBeLessThan(300);
});
