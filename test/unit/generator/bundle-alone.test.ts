import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import * as alone from '../../../generator/source/bundle-alone.ts';
import * as bundler from '../../../generator/source/bundle.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const files = globSync(['test/resources/descriptions/*.yaml', 'spec/dist/openapi.yaml'], { cwd: root });

describe.each(files)('%s', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');

  it('is parsed as the bundler parses it', () => {
    expect(alone.parseYamlText(text)).toEqual(bundler.parseYamlText(text));
  });

  it('has the positions that the bundler finds', () => {
    const own = alone.createYamlPositions(file, text);
    const theirs = bundler.createYamlPositions(file, text);
    for (const pointer of ['#/info', '#/paths', '#/info/title'])
      expect(own(pointer)).toEqual(theirs(pointer));
  });
});

it.each([
  ['refers to another file', '{"openapi": "3.1.0", "paths": {"$ref": "paths.yaml"}}', 'DOCUMENT_NOT_ALONE'],
  ['is no YAML', 'paths: [', 'DOCUMENT_SYNTAX'],
  ['has another version', 'swagger: "2.0"', 'DOCUMENT_UNSUPPORTED'],
  ['contains itself', 'openapi: 3.1.0\npaths: &a { b: *a }', 'DOCUMENT_TOO_DEEP'],
])('a description that cannot be read alone is reported if it %s', async (_, text, code) => {
  const { report, diagnostics } = collectDiagnostics();
  const source = { kind: 'openapi' as const, file: 'a.yaml', absolute: '/a.yaml', text };
  expect((await alone.bundleDocument(source, '/', report)).document).toBeNull();
  expect(diagnostics.map((each) => each.code)).toEqual([code]);
});
