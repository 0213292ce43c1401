import { describe, expect, it } from 'vitest';
import { collectDiagnostics, type Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';
import type { JsonObject } from '../../../generator/json/documents.ts';
import { bundleDocument } from '../../../generator/source/bundle.ts';
import { type OpenedDocument, locateDiagnostics } from '../../../generator/source/opened-document.ts';
import { lintDocument } from '../../../generator/source/lint.ts';
import { loadDocuments } from '../../../generator/source/load.ts';
import { temporaryFolder } from '../../support/folder.ts';

async function bundle(
  files: Readonly<Record<string, string>>,
): Promise<{ bundling: OpenedDocument; reported: string[]; found: readonly Diagnostic[] }> {
  const folder = await temporaryFolder(files);
  const { report, diagnostics } = collectDiagnostics();
  const [text] = await loadDocuments({ openapi: 'api.yaml', asyncapi: [] }, folder, report);
  const bundling = await bundleDocument(text!, folder, report);
  const found = locateDiagnostics(diagnostics, [bundling.locate]);
  return {
    bundling,
    found,
    reported: found.map(
      ({ code, place, position }) =>
        `${code} ${place?.file ?? ''}:${position?.line ?? 0}:${position?.column ?? 0}`,
    ),
  };
}

const head = 'openapi: 3.1.1\ninfo: { title: t, version: "1" }\n';

describe('a document split over several files', () => {
  const files = {
    'api.yaml': `${head}paths:\n  /a:\n    $ref: paths/a.yaml\n`,
    'paths/a.yaml':
      'get:\n  responses:\n    "200":\n      description: ok\n      content:\n        application/json:\n          schema:\n            $ref: ../schemas/Thing.yaml\n',
    'schemas/Thing.yaml': 'type: object\nproperties:\n  self:\n    $ref: Thing.yaml\n',
  };

  it('is bundled into one tree with only local references', async () => {
    const { bundling, reported } = await bundle(files);
    expect(reported).toEqual([]);
    expect(bundling.document?.root['components']).toEqual({
      schemas: { Thing: { type: 'object', properties: { self: { $ref: '#/components/schemas/Thing' } } } },
    });
  });

  it('keeps the file and line of each node', async () => {
    const { bundling } = await bundle(files);
    const { root, placeOf } = bundling.document!;
    const thing = (root['components'] as { schemas: { Thing: JsonObject } }).schemas.Thing;
    const properties = placeOf(thing['properties']);
    expect(placeOf(thing)).toEqual({ file: 'schemas/Thing.yaml', pointer: '#/' });
    expect(properties).toEqual({ file: 'schemas/Thing.yaml', pointer: '#/properties' });
    expect(bundling.locate(properties)).toEqual({ line: 2, column: 1 });
    expect(placeOf({})).toEqual({ file: 'api.yaml', pointer: '#/' });
  });
});

describe('a bundling error is reported with its line', () => {
  const rows: readonly { name: string; files: Record<string, string>; reported: string[] }[] = [
    {
      name: 'a reference to nothing',
      files: {
        'api.yaml': `${head}paths: {}\ncomponents:\n  schemas:\n    A:\n      $ref: '#/components/schemas/B'\n`,
      },
      reported: ['REFERENCE_UNRESOLVED api.yaml:7:7'],
    },
    {
      name: 'a missing file',
      files: { 'api.yaml': `${head}paths:\n  /a:\n    $ref: none.yaml\n` },
      reported: ['REFERENCE_UNRESOLVED api.yaml:5:5'],
    },
    {
      name: 'broken syntax',
      files: { 'api.yaml': `${head}paths: [` },
      reported: ['DOCUMENT_SYNTAX api.yaml:3:8'],
    },
    {
      name: 'broken syntax of another file',
      files: { 'api.yaml': `${head}paths:\n  /a:\n    $ref: a.yaml\n`, 'a.yaml': 'get:\n\t- x: [' },
      reported: ['DOCUMENT_SYNTAX a.yaml:2:7'],
    },
    {
      name: 'another specification',
      files: { 'api.yaml': 'asyncapi: 3.0.0' },
      reported: ['DOCUMENT_UNSUPPORTED api.yaml:1:1'],
    },
    {
      name: 'an old version',
      files: { 'api.yaml': 'swagger: "2.0"' },
      reported: ['DOCUMENT_UNSUPPORTED api.yaml:1:1'],
    },
    {
      name: 'a file that is not an API document',
      files: { 'api.yaml': '- 1' },
      reported: ['DOCUMENT_UNSUPPORTED api.yaml:1:1'],
    },
    {
      name: 'two files with the same name',
      files: {
        'api.yaml': `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: a/Thing.yaml }\n    B: { $ref: b/Thing.yaml }\n`,
        'a/Thing.yaml': 'type: string',
        'b/Thing.yaml': 'type: integer',
      },
      reported: ['COMPONENT_RENAMED api.yaml:7:5'],
    },
  ];

  it.each(rows)('$name', async ({ files, reported }) => {
    expect((await bundle(files)).reported).toEqual(reported);
  });

  it.each([
    ['', 'The document is empty'],
    ['- 1', 'The document is not an object'],
    ['name: shop', 'The document has no `openapi`'],
    ['openapi: 4.0.0', 'Unsupported OpenAPI version: 4.0.0'],
  ])('explains why %j is not supported', async (text, problem) => {
    const { found } = await bundle({ 'api.yaml': text });
    expect(found[0]?.message).toBe(`${problem}; expected OpenAPI 3.0, 3.1 or 3.2.`);
  });

  it('does not contain the path of the project', async () => {
    const { found } = await bundle({ 'api.yaml': `${head}paths:\n  /a:\n    $ref: none.yaml\n` });
    expect(found[0]?.message).toBe('`none.yaml` cannot be resolved: the file does not exist.');
  });
});

it('reports a missing document and reads the others', async () => {
  const folder = await temporaryFolder({ 'b.yaml': 'asyncapi: 3.0.0' });
  const { report, diagnostics } = collectDiagnostics();
  const texts = await loadDocuments({ openapi: 'a.yaml', asyncapi: ['b.yaml'] }, folder, report);
  expect(texts.map(({ file }) => file)).toEqual(['b.yaml']);
  expect(diagnostics.map(({ message }) => message)).toEqual(['The document a.yaml was not found.']);
});

it('applies the linter rules of the project to a document', async () => {
  const folder = await temporaryFolder({
    'api.yaml': `${head}paths:\n  /a:\n    get:\n      responses: { '200': { description: ok } }\n`,
    'rules.yaml': 'rules: { operation-operationId: error, operation-summary: warn }\n',
  });
  const { report, diagnostics } = collectDiagnostics();
  const [text] = await loadDocuments({ openapi: 'api.yaml', asyncapi: [] }, folder, report);
  await lintDocument(text!, `${folder}/rules.yaml`, folder, report);
  expect(diagnostics.map(({ code, place }) => [code, place?.file])).toEqual([
    ['LINT_ERROR', 'api.yaml'],
    ['LINT_WARNING', 'api.yaml'],
  ]);
});
