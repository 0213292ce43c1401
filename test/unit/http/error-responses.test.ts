import {
  markedViolations,
  markUndeclared,
  NO_BODY,
  type UndeclaredReason,
} from '../../../mock/http/undeclared.ts';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createErrorResponses, unknownRoute, type ErrorTable } from '../../../mock/http/error-responses.ts';

type ErrorKind =
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
} as const satisfies ErrorTable<ErrorKind>;

const respondTo = createErrorResponses<ErrorKind, typeof table>(table);

test('a table of errors types each status separately, so that an undeclared one does not compile', () => {
  expectTypeOf(respondTo({ code: 'GONE', id: '' }).status).toEqualTypeOf<404>();
  expectTypeOf(respondTo({ code: 'TAKEN', name: '' }).body.code).toEqualTypeOf<'NAME_TAKEN'>();
  expectTypeOf((error: ErrorKind) => respondTo(error).status).returns.toEqualTypeOf<404 | 409 | 429>();
});

test('a long path is truncated in the error', () => {
  expect(unknownRoute('GET', `/${'x'.repeat(5_000)}`, '').body.error.length).toBeLessThan(300);
});

describe('the journal has', () => {
  const operation = { method: 'GET', path: '/books' } as const;
  const marked = (reason: UndeclaredReason) =>
    markedViolations(markUndeclared({ status: 400, headers: {}, body: NO_BODY }, reason), operation);

  test('a violation for an invalid request', () => {
    expect(marked('request-refused')).toMatchObject([{ in: 'request' }]);
  });

  test('none for a missing credential, whether its status is declared or not', () => {
    expect([...marked('unauthorized'), ...marked('insufficient-scope')]).toEqual([]);
  });
});
