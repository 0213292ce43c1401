import { describe, expect, it } from 'vitest';
import { lintText, openapiWith, operationWith, schemasWith } from './lint-text.ts';

describe('contract/provenance', () => {
  const marked = "x-source: ['4.3']";

  it.each([
    ['a marked operation', operationWith(`${marked}\nresponses: {}`), []],
    ['an assumed operation', operationWith('x-assumption: [A-001]\nresponses: {}'), []],
    [
      'an operation without a mark',
      operationWith('responses: {}'),
      ['This operation has no provenance. Add `x-source` or `x-assumption`.'],
    ],
    [
      'a parameter without a mark',
      operationWith(`${marked}\nparameters: [{name: a, in: query, schema: {type: string}}]`),
      ['This parameter has no provenance. Add `x-source` or `x-assumption`.'],
    ],
    [
      'a component schema without a mark',
      schemasWith('Thing: {type: object}'),
      ['This schema has no provenance. Add `x-source` or `x-assumption`.'],
    ],
    [
      'a schema inside a marked schema',
      schemasWith(`Thing: {type: object, x-source: ['2.1'], properties: {a: {type: string}}}`),
      [],
    ],
    [
      'a component response without a mark',
      openapiWith('paths: {}\ncomponents: {responses: {Gone: {description: Gone.}}}'),
      ['This response has no provenance. Add `x-source` or `x-assumption`.'],
    ],
    [
      'an unknown fact',
      operationWith("x-source: ['4.3', F-4.3-999]"),
      ['`F-4.3-999` is neither a fact nor a section of the source.'],
    ],
    [
      'an unknown section',
      operationWith("x-source: ['4.99']"),
      ['`4.99` is neither a fact nor a section of the source.'],
    ],
    [
      'an unknown fact in x-not-shown',
      operationWith(`${marked}\nx-not-shown: [F-9-999]`),
      ['`F-9-999` is not a fact of the source.'],
    ],
    [
      'an unknown section of a status',
      operationWith(`${marked}\nx-statuses: {'409': {source: ['4.99']}}`),
      ['`4.99` is neither a fact nor a section of the source.'],
    ],
  ])('on %s', async (_name, document, expected) => {
    expect(await lintText('provenance', document)).toEqual(expected);
  });
});

describe('contract/extensions', () => {
  it.each([
    ['a known extension', "x-source: ['4.3', F-4.3-001]", []],
    ['a definition', 'x-assumption: [A-001, {id: A-PAGE, text: a, reason: b, check: warn}]', []],
    ['several assumptions of a status', "x-statuses: {'409': {assumption: [A-001, A-002], when: [a-b]}}", []],
    [
      'an unknown extension',
      'x-nonsense: 1',
      ['`x-nonsense` is not an extension of this contract. Describe it in extensions.schema.json.'],
    ],
    [
      'a misspelt id',
      'x-assumption: [A1]',
      ['`x-assumption` must match pattern "^A-([0-9]{3}|[A-Z]+(-[A-Z0-9]+)*)$".'],
    ],
    [
      'a status without an origin',
      "x-statuses: {'409': {when: [a]}}",
      ["`x-statuses` must have required property 'source'."],
    ],
    [
      'an authentication without a reason',
      'x-auth: {kind: none}',
      ["`x-auth` must have required property 'reason'."],
    ],
    [
      'a reference inside an extension',
      'x-stream: {event: a, terminal: [a], $ref: "#/info"}',
      [
        '`x-stream` has a `$ref`, which bundling breaks. Use the name of the component instead.',
        '`x-stream` must NOT have additional properties.',
      ],
    ],
  ])('on %s', async (_name, extension, expected) => {
    expect(await lintText('extensions', operationWith(extension))).toEqual(expected);
  });
});

describe('contract/not-shown', () => {
  const open = 'type: object, additionalProperties: true, x-not-shown: [F-2.8-001]';

  it.each([
    ['an open object', `Thing: {${open}}`, []],
    [
      'a closed object',
      'Thing: {type: object, additionalProperties: false, x-not-shown: [F-2.8-001]}',
      ['The source does not show all properties of this schema, so it cannot be closed.'],
    ],
    [
      'an additional requirement',
      `Thing: {${open}, required: [a]}`,
      ['The source does not show that `a` is required. Mark the requirement with an `x-assumption`.'],
    ],
    ['an assumed requirement', `Thing: {${open}, required: [a], x-assumption: [A-014]}`, []],
    ['a stated requirement', `AgentCreate: {${open}, required: [name]}`, []],
    [
      'a closed object without the mark',
      'Thing: {type: object, additionalProperties: false, required: [a]}',
      [],
    ],
  ])('on %s', async (_name, schemas, expected) => {
    expect(await lintText('not-shown', schemasWith(schemas))).toEqual(expected);
  });
});
