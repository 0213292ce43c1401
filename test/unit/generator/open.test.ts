/** A single-file document is opened without the bundler, with the same result in less time. */
import path from 'node:path';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { bundleDocument } from '../../../generator/source/bundle.ts';
import { createJsonPositions, createLines } from '../../../generator/source/json-positions.ts';
import { openDocument } from '../../../generator/source/open.ts';
import type { SourceText } from '../../../generator/source/load.ts';

const golden = path.resolve(import.meta.dirname, '../../golden');

function sourceOf(text: string, file = 'api.yaml', kind: SourceText['kind'] = 'openapi'): SourceText {
  return { kind, file, absolute: path.join('/nowhere', file), text };
}

function nodesOf(tree: unknown): object[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return [tree, ...Object.values(tree).flatMap(nodesOf)];
}

async function openBoth(source: SourceText) {
  const alone = collectDiagnostics();
  const bundled = collectDiagnostics();
  const one = await openDocument(source, '/nowhere', alone.report);
  const other = await bundleDocument(source, '/nowhere', bundled.report);
  return { one, other, reported: { alone: alone.diagnostics, bundled: bundled.diagnostics } };
}

const documents = globSync('*/{openapi,asyncapi}.yaml', { cwd: golden });

describe.each(documents)('%s', (file) => {
  const kind = file.includes('asyncapi') ? 'asyncapi' : 'openapi';
  const text = readFileSync(path.join(golden, file), 'utf8');

  it('has the same content and positions with and without the bundler', async () => {
    const { one, other, reported } = await openBoth(sourceOf(text, file, kind));
    expect(reported.alone).toEqual(reported.bundled);
    if (one.document === null || other.document === null) return;
    const empty = { components: {} };
    expect({ ...empty, ...one.document.root }).toEqual({ ...empty, ...other.document.root });
    for (const node of nodesOf(one.document.root)) {
      const place = one.document.placeOf(node);
      expect(one.locate(place)).toEqual(other.locate(place));
    }
  });
});

describe('a JSON document', () => {
  const text = JSON.stringify(
    {
      openapi: '3.1.1',
      info: { title: 'Quotes " and \\ and {[,:]}', version: '1' },
      paths: { '/a/{id}': { get: { tags: ['x', ['y', {}], -1.5e3, true, null], responses: {} } } },
      components: { schemas: { 'a~b/c': { $ref: '#/components/schemas/D' }, D: {} } },
    },
    null,
    1,
  );

  it('has the same positions as with the bundler', async () => {
    const { one, other } = await openBoth(sourceOf(text, 'api.json'));
    const places = nodesOf(one.document?.root).map((node) => one.document!.placeOf(node));
    const pointers = [
      ...places.map(({ pointer }) => pointer),
      '#/info/title',
      '#/nothing',
      '#/paths/none/get',
    ];
    for (const pointer of pointers) {
      const place = { file: 'api.json', pointer };
      expect([pointer, one.locate(place)]).toEqual([pointer, other.locate(place)]);
    }
  });

  it('is reported if it has a duplicate property', async () => {
    const doubled = text.replace('"D": {}', '"D": {}, "D": { "type": "string" }');
    const { reported } = await openBoth(sourceOf(doubled, 'api.json'));
    expect(reported.alone.map(({ code }) => code)).toEqual(['DOCUMENT_KEY_DUPLICATE']);
    expect(reported.alone).toEqual(reported.bundled);
  });

  it('is read with any line endings', () => {
    const positionOf = createJsonPositions('{\r\n  "a": 1,\r\n  "b": [\r\n true]}');
    expect(positionOf('#/b/0')).toEqual({ line: 4, column: 2 });
    expect(createLines('one\r\ntwo\r\n').textOf(2)).toBe('two');
  });
});

describe('a document that needs the bundler is opened with it', () => {
  const head = 'openapi: 3.1.1\ninfo: { title: t, version: "1" }\npaths: {}\n';
  const rows = [
    ['a reference to nothing', `${head}components: { schemas: { A: { $ref: '#/components/schemas/B' } } }`],
    ['a missing file', `${head}components: { schemas: { A: { $ref: 'B.yaml' } } }`],
    ['a different kind of document', 'asyncapi: 3.0.0\ninfo: { title: t, version: "1" }'],
    ['an old version', 'swagger: "2.0"\ninfo: { title: t, version: "1" }'],
    ['broken syntax', 'openapi: [3'],
    ['an empty file', ''],
  ] as const;

  it.each(rows)('%s', async (_, text) => {
    const { reported } = await openBoth(sourceOf(text));
    expect(reported.alone.length).toBeGreaterThan(0);
    expect(reported.alone).toEqual(reported.bundled);
  });
});

describe('references in a cycle', () => {
  const head = 'openapi: 3.1.1\ninfo: { title: t, version: "1" }\npaths: {}\n';

  it('are reported with their path', async () => {
    const schemas =
      'components:\n  schemas:\n    A: { $ref: "#/components/schemas/B" }\n    B: { $ref: "#/components/schemas/A" }\n';
    const { one, reported } = await openBoth(sourceOf(head + schemas));
    expect(reported.alone.map(({ message }) => message)).toEqual([
      '`#/components/schemas/B` refers back to itself through `#/components/schemas/A`.',
    ]);
    expect(one.locate(reported.alone[0]!.place!)).toEqual({ line: 6, column: 10 });
  });
});
