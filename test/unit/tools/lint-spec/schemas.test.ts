import { describe, expect, it } from 'vitest';
import { lintFixture, lintText, operationWith, schemasWith } from './lint-text.ts';

describe('contract/shared-subset', () => {
  it('accepts keywords of both dialects, and any keyword in unshared schemas', async () => {
    expect(await lintFixture('shared-subset', 'shared-subset/good.yaml')).toEqual([]);
  });

  it('rejects keywords that are not in both', async () => {
    expect(await lintFixture('shared-subset', 'shared-subset/bad.yaml')).toEqual([
      '`unevaluatedProperties` is not supported by both dialects of JSON Schema in which this file is used.',
      '`description` beside `$ref` is ignored by draft-07.',
    ]);
  });
});

describe('contract/open-responses', () => {
  const respondingWith = (schema: string, rest?: string): string =>
    operationWith(
      `responses: {'200': {description: Yes., content: {application/json: {schema: ${schema}}}}}`,
      '/a',
      rest,
    );

  it.each([
    ['an open response', respondingWith('{type: object, additionalProperties: true}'), []],
    [
      'a closed response',
      respondingWith('{type: object, additionalProperties: false}'),
      ['`additionalProperties: false` closes a response.'],
    ],
    [
      'a closed object deep inside a response',
      respondingWith(
        "{type: array, items: {$ref: '#/components/schemas/Thing'}}",
        'components: {schemas: {Thing: {type: object, properties: {a: {type: object, unevaluatedProperties: false}}}}}',
      ),
      ['`unevaluatedProperties: false` closes a response.'],
    ],
    [
      'a closed request',
      operationWith(
        'requestBody: {content: {application/json: {schema: {type: object, additionalProperties: false}}}}',
      ),
      [],
    ],
  ])('on %s', async (_name, document, expected) => {
    expect(await lintText('open-responses', document)).toEqual(expected);
  });
});

describe('contract/no-extra-assertion', () => {
  const problem = (keyword: string): string =>
    `Neither the source nor an assumption states this \`${keyword}\`. Add the fact to \`x-source\`, or mark it with an \`x-assumption\`.`;

  it.each([
    ['no assertion', 'Thing: {type: string}', []],
    ['an assertion without a mark', 'Thing: {type: string, pattern: a}', [problem('pattern')]],
    [
      'an assertion with only a section',
      "Thing: {type: string, pattern: a, x-source: ['2.1']}",
      [problem('pattern')],
    ],
    ['an assertion with a fact', 'Thing: {type: string, pattern: a, x-source: [F-2.6-006]}', []],
    ['an assertion with an assumption', 'Thing: {type: integer, minimum: 0, x-assumption: [A-001]}', []],
    [
      'an assertion inside an assumed composition',
      'Thing: {oneOf: [{type: integer, minimum: 0}], x-assumption: [A-001]}',
      [],
    ],
    [
      'an assertion on a property of an assumed object',
      'Thing: {type: object, x-assumption: [A-001], properties: {a: {type: string, maxLength: 3}}}',
      [problem('maxLength')],
    ],
  ])('on %s', async (_name, schemas, expected) => {
    expect(await lintText('no-extra-assertion', schemasWith(schemas))).toEqual(expected);
  });

  it('accepts a mark on the parameter of the schema', async () => {
    const parameter = '{name: a, in: query, x-assumption: [A-001], schema: {type: integer, minimum: 0}}';
    expect(await lintText('no-extra-assertion', operationWith(`parameters: [${parameter}]`))).toEqual([]);
    const unmarked = parameter.replace(', x-assumption: [A-001]', '');
    expect(await lintText('no-extra-assertion', operationWith(`parameters: [${unmarked}]`))).toEqual([
      problem('minimum'),
    ]);
  });
});

describe('contract/enum-source', () => {
  it.each([
    [
      'the stated members',
      'ExecutionResult: {properties: {status: {enum: [completed, paused, failed]}}}',
      [],
    ],
    [
      'a different order',
      'ExecutionResult: {properties: {status: {enum: [paused, completed, failed]}}}',
      ['The source lists completed, paused, failed for `ExecutionResult.status`.'],
    ],
    [
      'an additional member, in a list',
      'Fallback: {properties: {attempts: {items: {properties: {type: {enum: [retry, model, message, flow, luck]}}}}}}',
      ['The source lists retry, model, message, flow for `Fallback.attempts[].type`.'],
    ],
    [
      'a component',
      'StopReason: {enum: [end_turn]}',
      ['The source lists end_turn, max_tool_calls, length, content_filter, error, unknown for `StopReason`.'],
    ],
    [
      'null next to the members',
      'ExecutionResult: {properties: {status: {enum: [completed, paused, failed, null]}}}',
      [],
    ],
    ['an enum that the source does not have', 'Thing: {properties: {a: {enum: [x]}}}', []],
  ])('on %s', async (_name, schemas, expected) => {
    expect(await lintText('enum-source', schemasWith(schemas))).toEqual(expected);
  });
});

describe('contract/events-complete', () => {
  it('compares each file with the facts, and the files with the list of events', async () => {
    const problems = await lintFixture('events-complete', 'events-complete/openapi.yaml');
    expect(problems).toContain('The source has no event `pong`.');
    expect(problems).toContain('This event requires the tag `type: {const: text_delta}`.');
    expect(problems).toContain('The source requires `seq` in `text_delta`.');
    expect(problems).toContain('The source does not require `seq` in `custom`.');
    expect(problems).toContain('No operation refers to shared/events/execution_start.yaml.');
    expect(problems.filter((message) => message.includes('ping'))).toEqual([]);
  });

  it('reports nothing without events', async () => {
    expect(await lintText('events-complete', schemasWith('Thing: {type: object}'))).toEqual([]);
  });
});
