/** Documents that lack what their specification requires, or have a key twice. */
import { describe, expect, it } from 'vitest';
import { readDocuments } from '../../../generator/read/read.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import type { DocumentKind } from '../../../generator/json/documents.ts';
import { openDocument } from '../../../generator/source/open.ts';
import { locateDiagnostics } from '../../../generator/source/opened-document.ts';

async function problemsOf(text: string, kind: DocumentKind = 'openapi'): Promise<string[]> {
  const { report, diagnostics } = collectDiagnostics();
  const source = { kind, file: 'api', absolute: '/nowhere/api', text };
  const { document, locate } = await openDocument(source, '/nowhere', report);
  if (document !== null) readDocuments([document], report);
  return locateDiagnostics(diagnostics, [locate])
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, message, position }) => `${position?.line}:${position?.column} ${severity} ${message}`);
}

const info = "info: { title: T, version: '1' }\n";

describe('a document without required fields', () => {
  const none = 'The document has no `paths`, `webhooks` or `components`';
  const noInfo = '1:1 warning The document has no `info.title` or `info.version`.';
  const rows: readonly [name: string, text: string, problems: readonly string[]][] = [
    ['nothing but a version', 'openapi: 3.1.0\n', [`1:1 error ${none}.`, noInfo]],
    [
      'a misspelt section',
      `openapi: 3.1.0\n${info}path: {}\n`,
      [`3:1 error ${none}, but \`path\`; did you mean \`paths\`?`],
    ],
    [
      'a section without a value',
      `openapi: 3.1.0\n${info}paths:\n`,
      ['3:1 warning `paths` should be an object; it is ignored.', `1:1 error ${none}.`],
    ],
    ['no info', 'openapi: 3.1.0\npaths: {}\n', [noInfo]],
    [
      'no version in info, in JSON',
      '{ "openapi": "3.0.0",\n  "info": { "title": "T" }, "paths": {} }',
      ['2:3 warning The document has no `info.version`.'],
    ],
    [
      'a version of the API that is a number',
      'openapi: 3.1.0\ninfo: { title: T, version: 1.0 }\npaths: {}\n',
      ['2:19 warning `version` should be a string, in quotes; it is ignored.'],
    ],
    ['empty paths', `openapi: 3.1.0\n${info}paths: {}\n`, []],
    ['only schemas', `openapi: 3.0.0\n${info}components: { schemas: { A: {} } }\n`, []],
    ['only webhooks', `openapi: 3.1.0\n${info}webhooks: {}\n`, []],
  ];

  it.each(rows)('%s', async (_name, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  it('AsyncAPI without channels', async () => {
    const missing = '1:1 error The document has no `channels`, `operations` or `components`.';
    expect(await problemsOf('asyncapi: 3.0.0\n', 'asyncapi')).toEqual([missing, noInfo]);
    expect(await problemsOf('asyncapi: 2.6.0\nchannels: {}\n', 'asyncapi')).toEqual([noInfo]);
  });
});

describe('a key that is used twice is reported with its line', () => {
  const rows: readonly [name: string, text: string, at: string][] = [
    ['in JSON', '{ "openapi": "3.1.0",\n  "a": { "b": {}, "c": 1,\n    "b" : 2 } }', '3:5'],
    ['in a JSON document of one line', '{"openapi":"3.1.0","a":[{"b":1,"b":{"c":1}}]}', '1:32'],
    ['in YAML', 'openapi: 3.1.0\na:\n  b: 1\n  b : 2\n', '4:3'],
    ['in quotes', "openapi: 3.1.0\na:\n  b: 1\n  'b': 2\n", '4:3'],
  ];

  it.each(rows)('%s', async (_name, text, at) => {
    expect(await problemsOf(text)).toEqual([`${at} error The key \`b\` is used twice in the same object.`]);
  });
});
