/**
 * Documents with one node replaced by an arbitrary value: all produce diagnostics and code, and none crashes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkContract } from '../../../generator/check/check.ts';
import { linkContract } from '../../../generator/read/link.ts';
import { readDocuments } from '../../../generator/read/read.ts';
import { repairSchemas } from '../../../generator/read/repair.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import type { BundledDocument, JsonObject, JsonValue } from '../../../generator/json/documents.ts';
import { outputs } from '../../../generator/emit/outputs/registry.ts';
import { emitValidators } from '../../../generator/emit/validators/validators.ts';
import { resolveNames } from '../../../generator/naming/resolve-names.ts';
import { loadRenderer } from '../../../generator/render/engine.ts';
import { ts } from '../../../generator/print/ts-text.ts';
import { bundled } from './support/documents.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const renderer = await loadRenderer(path.join(root, 'templates'));

const documents: readonly (readonly [BundledDocument['kind'], string])[] = [
  ['openapi', 'parameters'],
  ['openapi', 'responses'],
  ['openapi', 'discriminators'],
  ['openapi', 'stream-forms'],
  ['openapi', 'openapi-3.0'],
  ['asyncapi', 'asyncapi-only'],
];

const replacement: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, -1, 1.5, '', 'text', '$ref', [], {}, [null], [[]], [{}], {
    $ref: '#/nothing',
  }),
  fc.constantFrom<JsonValue>(
    { $ref: '#' },
    { $ref: 3 },
    { type: [] },
    { type: 'any' },
    { allOf: [{}] },
    { properties: [] },
    '*/',
    '__proto__',
  ),
);

/** Reads a golden document without the positions that the bundler adds. */
function readDocument(kind: BundledDocument['kind'], name: string): JsonObject {
  return parse(readFileSync(path.join(root, 'test/golden', name, `${kind}.yaml`), 'utf8')) as JsonObject;
}

function placesIn(node: JsonValue, trail: readonly string[] = []): (readonly string[])[] {
  if (typeof node !== 'object' || node === null) return [trail];
  return [trail, ...Object.entries(node).flatMap(([key, inside]) => placesIn(inside, [...trail, key]))];
}

function replaceAt(node: JsonValue, [key, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item: JsonValue, index) =>
      String(index) === key ? replaceAt(item, rest, value) : item,
    );
  const members = Object.entries(node as JsonObject);
  return Object.fromEntries(
    members.map(([name, inside]) => [name, name === key ? replaceAt(inside, rest, value) : inside]),
  );
}

async function generateFrom(document: BundledDocument): Promise<string[]> {
  const { report, diagnostics } = collectDiagnostics();
  const contract = linkContract(repairSchemas(readDocuments([document], report), report), report);
  checkContract(contract, report);
  const source = { contract, names: resolveNames(contract, report), runtime: ts`./runtime` };
  for (const { path: file, template = file, load } of outputs)
    renderer.render(template, await (await load()).emit(source, report));
  emitValidators(source);
  return diagnostics.map(({ code }) => code);
}

it.each(documents)(
  'an %s document (%s) with one invalid node does not crash the generator',
  async (kind, name) => {
    const document = readDocument(kind, name);
    const places = placesIn(document).filter((trail) => trail.length > 0 && trail[0] !== kind);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), replacement, async (trail, value) => {
        const changed = replaceAt(document, trail, value) as JsonObject;
        await expect(generateFrom(bundled(kind, changed))).resolves.toBeDefined();
      }),
      { numRuns: 25, seed: 7 },
    );
  },
  60_000,
);
