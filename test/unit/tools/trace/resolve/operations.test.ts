import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../tools/trace/contract/document.ts';
import type { FactKind } from '../../../../../tools/trace/contract/read-facts.ts';
import { contractOf, documentOf, errorResponse, outcome, resolveLast } from '../small-contract.ts';

const key = 'POST /v1/things/{id}';

function resolveOn(operation: JsonObject, rows: readonly (readonly [FactKind, string, string])[]): string {
  return outcome(resolveLast(contractOf(documentOf(operation)), rows));
}

describe('an endpoint fact', () => {
  it('is resolved if the operation exists', () => {
    expect(resolveOn({ responses: {} }, [['endpoint', key, 'exists']])).toBe('holds');
  });
  it.each(['POST /v1/things', 'GET /v1/things/{id}', 'POST /v1/things/{thingId}'])(
    'fails on %s',
    (subject) => {
      expect(resolveOn({ responses: {} }, [['endpoint', subject, 'exists']])).toBe(
        `${subject} is not in the contract`,
      );
    },
  );
});

describe('a status fact', () => {
  const responses = { '200': { description: 'Done.' }, '404': errorResponse() };

  it.each<readonly [string, JsonObject, string, string]>([
    ['the same set', { responses }, 'set=200,404', 'holds'],
    ['a missing status', { responses }, 'set=200,404,500', 'lacks the stated statuses 500'],
    [
      'an added status',
      { responses },
      'set=200',
      'documents 404, which the source does not state; give them an assumption in x-statuses',
    ],
    [
      'an assumed status',
      { responses, 'x-statuses': { '404': { assumption: 'A-001' } } },
      'set=200',
      'holds',
    ],
    ['statuses that are not shown', { responses: {} }, 'statuses: not shown', 'holds'],
  ])('on %s', (_name, operation, text, want) => {
    expect(resolveOn(operation, [['status', `${key}#*`, text]])).toBe(want);
  });

  it('requires each stated meaning in x-statuses', () => {
    const rows = [
      ['status', `${key}#404`, 'documented; meaning=agent not found'],
      ['status', `${key}#404`, 'documented; meaning=execution not found'],
    ] as const;
    expect(resolveOn({ responses, 'x-statuses': { '404': { when: ['agent', 'execution'] } } }, rows)).toBe(
      'holds',
    );
    expect(resolveOn({ responses, 'x-statuses': { '404': { when: ['agent'] } } }, rows)).toContain(
      'names 1 of the 2 stated meanings of 404',
    );
    expect(resolveOn({ responses }, [['status', `${key}#404`, 'documented']])).toBe('holds');
    expect(resolveOn({ responses }, [['status', `${key}#409`, 'documented']])).toBe('does not document 409');
  });

  it('requires an error body with the stated text for a general meaning', () => {
    const withText = (error: string): JsonObject => ({
      responses: {
        '401': {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/ErrorBody' },
              examples: { one: { value: { error } } },
            },
          },
        },
      },
    });
    const rows = [['status', '*#401', 'meaning=missing credential (`Unauthorized`)']] as const;
    expect(resolveOn(withText('Unauthorized'), rows)).toBe('holds');
    expect(resolveOn(withText('Who are you?'), rows)).toBe('no 401 shows the text Unauthorized');
    expect(resolveOn({ responses }, rows)).toBe('no operation documents 401');
    const fixed = withText('Unauthorized');
    const schema = { type: 'object', required: ['error'], properties: { error: { const: 'Nope' } } };
    const contradicted = JSON.parse(
      JSON.stringify(fixed).replace('{"$ref":"#/components/schemas/ErrorBody"}', JSON.stringify(schema)),
    ) as JsonObject;
    expect(resolveOn(contradicted, rows)).toBe('no 401 shows the text Unauthorized');
    const bare = { responses: { '401': { description: 'No.' } } };
    expect(resolveOn(bare, rows)).toBe('the body of a 401 is not an error body');
  });
});

describe('a parameter fact', () => {
  const query = (parameter: JsonObject): JsonObject => ({
    parameters: [{ name: 'limit', in: 'query', ...parameter }],
  });

  it.each<readonly [string, JsonObject, string, string]>([
    ['a string', query({ schema: { type: 'string' } }), 'in=query; type=string; required=no', 'holds'],
    [
      'a number',
      query({ schema: { type: 'integer' } }),
      'in=query; type=string; required=no',
      'the parameter limit is integer instead of string',
    ],
    [
      'a required parameter',
      query({ required: true, schema: { type: 'string' } }),
      'in=query; type=string; required=no',
      'the parameter limit is required',
    ],
    [
      'a nullable parameter',
      query({ allowEmptyValue: true, schema: { type: 'integer' } }),
      'in=query; type=integer; required=no; nullable=yes',
      'holds',
    ],
    [
      'a parameter that must not be empty',
      query({ schema: { type: 'integer' } }),
      'in=query; type=integer; required=no; nullable=yes',
      'the parameter limit may be null, so it needs allowEmptyValue',
    ],
    [
      'an enum not shown',
      query({ schema: { type: 'string' } }),
      'in=query; type=enum; required=no; note=values not shown',
      'holds',
    ],
    ['none', {}, 'in=query; type=string; required=no', 'has no query parameter limit'],
  ])('on %s', (_name, operation, text, want) => {
    expect(resolveOn(operation, [['field', `${key}?query.limit`, text]])).toBe(want);
  });
});

describe('a body fact', () => {
  const body = (required: boolean): JsonObject => ({
    requestBody: { required, content: { 'application/json': { schema: { type: 'object' } } } },
  });

  it.each<readonly [string, JsonObject, string, string]>([
    ['a required object', body(true), 'in=body; type=JSON object; required=yes', 'holds'],
    ['an optional body', body(false), 'in=body; type=JSON object; required=yes', 'the body is not required'],
    [
      'a body that is not stated as required',
      body(false),
      'in=body; type=empty JSON object; required=unstated',
      'holds',
    ],
    ['none', {}, 'in=body; type=JSON object; required=yes', 'takes no JSON body'],
  ])('on %s', (_name, operation, text, want) => {
    expect(resolveOn(operation, [['field', `${key}#body`, text]])).toBe(want);
  });
});

describe('a header fact', () => {
  const header = { schema: { type: 'string' } };
  const success = (extra: JsonObject): JsonObject => ({
    responses: { '200': { description: 'Done.', ...extra } },
  });

  it.each<readonly [string, JsonObject, string, string, string]>([
    [
      'a request header',
      { parameters: [{ name: 'Idempotency-Key', in: 'header', ...header }] },
      `${key}?header.idempotency-key`,
      'optional request header (string)',
      'holds',
    ],
    [
      'a required header',
      { parameters: [{ name: 'idempotency-key', in: 'header', required: true, ...header }] },
      `${key}?header.idempotency-key`,
      'optional request header (string)',
      'the header idempotency-key is not optional',
    ],
    [
      'no such header',
      {},
      `${key}?header.idempotency-key`,
      'optional request header (string)',
      'takes no header idempotency-key',
    ],
    ['no Authorization', { security: [] }, `${key}?header.Authorization`, 'no Authorization header', 'holds'],
    [
      'Authorization after all',
      {},
      `${key}?header.Authorization`,
      'no Authorization header',
      'takes an Authorization header; write `security: []`',
    ],
    ['the bearer schemes', {}, '*?header.Authorization', 'every endpoint needs it', 'holds'],
    [
      'a response header',
      success({ headers: { 'content-security-policy': header } }),
      `${key}?response.Content-Security-Policy`,
      'served with it',
      'holds',
    ],
    [
      'a lacking one',
      success({}),
      `${key}?response.Content-Security-Policy`,
      'served with it',
      'the success has no header Content-Security-Policy',
    ],
    [
      'a media type',
      success({ content: { 'text/event-stream': {} } }),
      `${key}?response.Content-Type`,
      'text/event-stream when it streams',
      'holds',
    ],
    [
      'another media type',
      success({ content: { 'text/html': {} } }),
      `${key}?response.Content-Type`,
      'text/event-stream when it streams',
      'the success is not text/event-stream',
    ],
    [
      'a header of a status',
      { responses: { '429': errorResponse({ 'Retry-After': header }) } },
      '*#429?response.Retry-After',
      '429 carries it',
      'holds',
    ],
    [
      'a status without it',
      { responses: { '429': errorResponse() } },
      '*#429?response.Retry-After',
      '429 carries it',
      'a 429 lacks the header Retry-After',
    ],
    [
      'an open operation that needs none',
      { security: [], responses: { '401': errorResponse() } },
      '*#401?response.WWW-Authenticate',
      '401 carries it',
      'no secured operation documents 401',
    ],
  ])('on %s', (_name, operation, subject, text, want) => {
    expect(resolveOn(operation, [['header', subject, text]])).toBe(want);
  });

  it('does not require the header of an exceeded rate for an exhausted quota', () => {
    const rows = [
      ['status', `${key}#429`, 'documented; meaning=organization quota exhausted'],
      ['header', '*#429?response.Retry-After', '429 carries it'],
    ] as const;
    expect(resolveOn({ responses: { '429': errorResponse() } }, rows)).toBe(
      'no secured operation documents 429',
    );
  });
});
