import { describe, expect, test } from 'vitest';
import { errorResponse, invalidRequest, serverError } from '../../../../templates/runtime/server/errors.ts';
import { checkThat, operation, response } from '../support.ts';

const problems = [{ message: 'name is required', code: 'MISSING_REQUIRED_FIELD', path: 'name' }] as const;
const invalid = serverError('invalid-request', 'name is required', { problems });

/** Accepts objects with exactly these properties. */
function membersOnly(...names: readonly string[]) {
  return checkThat(
    (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).every((name) => names.includes(name)),
  );
}

function declaring(status: number, ...names: readonly string[]) {
  return operation({ responses: [response({ status, check: membersOnly(...names) })] });
}

describe('the body of an error', () => {
  test.each([
    [['error', 'details'], { error: 'name is required', details: problems }],
    [['error'], { error: 'name is required' }],
    [['code', 'message'], { code: 400, message: 'name is required' }],
    [
      ['type', 'title', 'status', 'detail', 'errors'],
      {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'name is required',
        errors: problems,
      },
    ],
  ])('contains the properties that the operation declares: %j', (names, body) => {
    expect(errorResponse(invalid, declaring(400, ...names))).toMatchObject({
      contentType: 'application/json',
      body,
    });
  });

  test('is problem details wherever the media type is theirs', () => {
    const of = (...names: readonly string[]) =>
      operation({
        responses: [
          response({ status: 400, mediaType: 'application/problem+json', check: membersOnly(...names) }),
        ],
      });
    const details = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'name is required' };
    const open = of('error', 'details', 'code', 'message', 'type', 'title', 'status', 'detail', 'errors');
    expect(errorResponse(invalid, open)).toMatchObject({
      contentType: 'application/problem+json',
      body: { ...details, errors: problems },
    });
    expect(errorResponse(invalid, of('type', 'title', 'status', 'detail')).body).toEqual(details);
  });

  test('is the standard phrase if the contract allows nothing else', () => {
    const fixed = checkThat((value) => JSON.stringify(value) === '{"error":"Unauthorized"}');
    const spec = operation({ responses: [response({ status: 401, check: fixed })] });
    expect(errorResponse(serverError('unauthenticated', 'x'), spec).body).toEqual({ error: 'Unauthorized' });
  });

  test.each([
    ['the status is not declared', operation()],
    ['there is no operation', null],
    ['no declared form matches', declaring(400, 'none-of-these')],
  ])('is problem details when %s', (_, spec) => {
    expect(errorResponse(invalid, spec)).toMatchObject({
      contentType: 'application/problem+json',
      body: { title: 'Bad Request', status: 400 },
    });
  });

  test('is absent if the contract declares none', () => {
    const spec = operation({ responses: [response({ status: 400, mediaType: null, kind: 'none' })] });
    expect(errorResponse(invalid, spec)).toEqual({ status: 400, headers: {} });
  });
});

test.each([
  ['invalid', [400, 422], 400],
  ['invalid', [422], 422],
  ['invalid', [422, 'default'], 422],
  ['invalid', [], 400],
  ['content-type', [415], 415],
  ['malformed-json', [415, 422], 400],
] as const)('the status of an invalid request for %s among %j is %d', (reason, statuses, status) => {
  const spec = operation({ responses: statuses.map((each) => response({ status: each })) });
  expect(invalidRequest(spec, reason, problems).status).toBe(status);
});
