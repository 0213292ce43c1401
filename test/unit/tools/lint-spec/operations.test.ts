import { describe, expect, it } from 'vitest';
import { lintText, openapiWith, operationWith } from './lint-text.ts';

describe('contract/statuses', () => {
  const responses = "responses: {'200': {description: Yes.}, '401': {description: No.}}";

  it.each([
    ['the stated statuses', operationWith(responses), []],
    [
      'a missing status',
      operationWith("responses: {'200': {description: Yes.}}"),
      ['The source states 401 for GET /v1/auth/me.'],
    ],
    [
      'an added status',
      operationWith(responses.replace('}}', "}, '418': {description: Tea.}}")),
      ['The source does not state 418 for GET /v1/auth/me. Give it an assumption in `x-statuses`.'],
    ],
    [
      'an assumed status',
      operationWith(
        `x-statuses: {'418': {assumption: A-001}}\n${responses.replace('}}', "}, '418': {description: Tea.}}")}`,
      ),
      [],
    ],
    [
      'an operation that is not in the source',
      operationWith(responses, '/v1/teapots'),
      ['The source has no GET /v1/teapots. Mark the operation with an `x-assumption`.'],
    ],
    [
      'an assumed operation that is not in the source',
      operationWith(`x-assumption: [A-001]\n${responses}`, '/v1/teapots'),
      [],
    ],
    [
      'a situation with two statuses',
      operationWith(
        `x-statuses: {'200': {source: ['4'], when: [a]}, '401': {source: ['4'], when: [a]}}\n${responses}`,
      ),
      ['`a` occurs twice. A situation has one status.'],
    ],
    [
      'a declared but missing status',
      operationWith(`x-statuses: {'409': {source: ['4'], when: [a]}}\n${responses}`),
      ['409 is not documented below `responses`.'],
    ],
  ])('on %s', async (_name, document, expected) => {
    expect(await lintText('statuses', document)).toEqual(expected);
  });
});

describe('contract/error-examples', () => {
  const showing = (status: string, value: string): string => {
    const media = `application/json: {examples: {one: {value: ${value}}}}`;
    const operation = `operationId: getBatch
parameters: [{name: id, in: path, required: true, schema: {type: string}}]
requestBody: {content: {application/json: {schema: {anyOf: [{properties: {flowId: {type: string}}}]}}}}
responses: {'${status}': {description: No., content: {${media}}}}`;
    return operationWith(operation, '/v1/batches/{id}').replace('paths:', 'paths:\n  /v1/agents/{id}: {}');
  };

  it.each([
    ['a resource of the operation', '404', '{error: Batch not found}', []],
    [
      'the resource of another operation',
      '404',
      '{error: Agent not found}',
      ['The example of 404 of getBatch mentions "agent", which is unrelated to the operation.'],
    ],
    ['a field of the body', '400', '{error: No, details: [{message: Missing, path: flowId.x}]}', []],
    ['a parameter', '400', '{error: No, details: [{message: Wrong, path: id}]}', []],
    [
      'the field of another operation',
      '400',
      '{error: No, details: [{message: Missing, path: name}]}',
      [
        'The example of 400 of getBatch points to `name`, which is neither a parameter nor a property of the body.',
      ],
    ],
  ])('on %s', async (_name, status, value, expected) => {
    expect(await lintText('error-examples', showing(status, value))).toEqual(expected);
  });
});

describe('contract/error-body', () => {
  const withBody = (schema: string): string =>
    operationWith(`responses: {'404': {description: No., content: {application/json: {schema: ${schema}}}}}`);
  const problem = 'The body of 404 is not an `ErrorBody`: an object whose `error` is a required string.';

  it.each([
    ['an error body', withBody('{type: object, required: [error], properties: {error: {type: string}}}'), []],
    ['an optional error', withBody('{type: object, properties: {error: {type: string}}}'), [problem]],
    [
      'a different type',
      withBody('{type: object, required: [error], properties: {error: {type: object}}}'),
      [problem],
    ],
    ['no body', operationWith("responses: {'404': {description: No.}}"), [problem]],
    ['a success', operationWith("responses: {'200': {description: Yes.}}"), []],
  ])('on %s', async (_name, document, expected) => {
    expect(await lintText('error-body', document)).toEqual(expected);
  });

  it('follows references', async () => {
    const rest = `components:
  responses:
    NotFound: {description: No., content: {application/json: {schema: {$ref: '#/components/schemas/ErrorBody'}}}}
  schemas:
    ErrorBody: {type: object, required: [error], properties: {error: {type: string}}}`;
    const document = operationWith(
      "responses: {'404': {$ref: '#/components/responses/NotFound'}}",
      '/v1/auth/me',
      rest,
    );
    expect(await lintText('error-body', document)).toEqual([]);
  });
});

describe('contract/query-strings', () => {
  const withLimit = (type: string): string =>
    operationWith(`parameters: [{name: limit, in: query, schema: {type: ${type}}}]`, '/v1/agents');

  it('keeps strings', async () => {
    expect(await lintText('query-strings', withLimit('string'))).toEqual([]);
    expect(await lintText('query-strings', withLimit('integer'))).toEqual([
      'The source types `limit` as a string.',
    ]);
  });

  it('accepts numbers that are in the source', async () => {
    const document = operationWith(
      'parameters: [{name: maxEvents, in: query, schema: {type: integer}}]',
      '/v1/events',
    );
    expect(await lintText('query-strings', document)).toEqual([]);
  });
});

describe('contract/auth-401', () => {
  const secured = 'security: [{apiKey: []}]';
  const refused = (headers: string): string => `responses: {'401': {description: No., headers: ${headers}}}`;

  it.each([
    [
      'a 401 with the header',
      operationWith(`${secured}\n${refused('{WWW-Authenticate: {schema: {type: string}}}')}`),
      [],
    ],
    [
      'a 401 without the header',
      operationWith(`${secured}\n${refused('{}')}`),
      ['A 401 requires the header `WWW-Authenticate`.'],
    ],
    ['no 401', operationWith(secured), ['This operation requires a credential but documents no 401.']],
    [
      'the security of the root',
      operationWith('responses: {}', '/v1/auth/me', secured),
      ['This operation requires a credential but documents no 401.'],
    ],
    [
      'an open operation',
      operationWith('security: []'),
      [
        'This operation requires no credential. Describe in `x-auth` how the caller is authenticated, or why that is not required.',
      ],
    ],
    [
      'an open operation with a reason',
      operationWith('security: []\nx-auth: {kind: none, reason: Public.}'),
      [],
    ],
  ])('on %s', async (_name, document, expected) => {
    expect(await lintText('auth-401', document)).toEqual(expected);
  });
});

describe('contract/scopes', () => {
  const stated =
    '* DISPATCH:* FLOWS:* FLOWS:READ FLOWS:WRITE FLOWS:EXECUTE RECORDS:* RECORDS:READ RECORDS:WRITE PROMPTS:* AGENTS:* ' +
    'AGENTS:READ AGENTS:WRITE AGENTS:EXECUTE EVALS:* EVALS:READ EVALS:WRITE TOOLS:* TOOLS:READ APPS:* APPS:READ APPS:WRITE ' +
    'ANALYTICS:READ TELEMETRY:* TELEMETRY:WRITE PRODUCTS:READ PRODUCTS:WRITE PRODUCTS:CREATE PRODUCTS:UPDATE ' +
    'PRODUCTS:SURFACES:READ PRODUCTS:CAPABILITIES:READ';
  const withCatalog = (names: readonly string[], used: string): string => {
    const scopes = names
      .map((name) => `{name: '${name}', grants: It., implies: [], excludes: []}`)
      .join(', ');
    return operationWith(
      `security: [{apiKey: ['${used}']}]`,
      '/v1/auth/me',
      `x-scope-catalog: {scopes: [${scopes}]}`,
    );
  };

  it('requires every scope of the source in the catalogue', async () => {
    expect(await lintText('scopes', withCatalog(stated.split(' '), 'AGENTS:READ'))).toEqual([]);
    const lacking = stated.split(' ').filter((scope) => scope !== 'EVALS:READ');
    expect(await lintText('scopes', withCatalog(lacking, 'AGENTS:READ'))).toEqual([
      '`x-scope-catalog` lacks scopes that the source names: EVALS:READ.',
    ]);
  });

  it('requires used and implied scopes in the catalogue', async () => {
    expect(await lintText('scopes', withCatalog(stated.split(' '), 'AGENTS:FLY'))).toEqual([
      'The scope `AGENTS:FLY` is not in `x-scope-catalog`.',
    ]);
    const implying = withCatalog(stated.split(' '), 'AGENTS:READ').replace(
      'implies: []',
      "implies: ['AGENTS:FLY']",
    );
    expect(await lintText('scopes', implying)).toEqual([
      '`*` implies `AGENTS:FLY`, which is not in the catalog.',
    ]);
  });
});

describe('contract/idempotency', () => {
  const declared = 'x-idempotency: {header: idempotency-key, ttlSeconds: 1, scope: [a], mismatch: 409}';
  const header = 'parameters: [{name: Idempotency-Key, in: header, schema: {type: string}}]';
  const conflict = "responses: {'409': {description: Again.}}";

  it.each([
    ['a header and a conflict', `${declared}\n${header}\n${conflict}`, []],
    ['no header', `${declared}\n${conflict}`, ['The header parameter `idempotency-key` is missing.']],
    [
      'no conflict',
      `${declared}\n${header}`,
      ['A key reused with a different body returns 409, which is not documented.'],
    ],
    ['nothing declared', 'responses: {}', []],
  ])('on %s', async (_name, operation, expected) => {
    expect(await lintText('idempotency', operationWith(operation))).toEqual(expected);
  });
});

describe('contract/examples', () => {
  const ok =
    "responses: {'200': {description: Yes., content: {application/json: {examples: {a: {value: 1}}}}}}";

  it.each([
    ['a success with an example', ok, []],
    [
      'a success without an example',
      "responses: {'200': {description: Yes., content: {application/json: {}}}}",
      ['No success response has an example.'],
    ],
    ['a success without a body', "responses: {'204': {description: Done.}}", []],
    [
      'a request without an example',
      `requestBody: {content: {application/json: {}}}\n${ok}`,
      ['The request has no example.'],
    ],
    ['a request with an example', `requestBody: {content: {application/json: {example: {a: 1}}}}\n${ok}`, []],
  ])('on %s', async (_name, operation, expected) => {
    expect(await lintText('examples', operationWith(operation))).toEqual(expected);
  });

  it('reports the position', async () => {
    expect(await lintText('examples', openapiWith('paths: {}'))).toEqual([]);
  });
});
