/**
 * Compares printed types with those of openapi-typescript, whose structure they have, except for comments, and that ours
 * refer to a schema by its name.
 */
import fc from 'fast-check';
import openapiTypescript, { astToString } from 'openapi-typescript';
import typescript, { type Node } from 'typescript';
import { expect, it } from 'vitest';
import { resolveNames } from '../../../generator/naming/resolve-names.ts';
import { ts } from '../../../generator/print/ts-text.ts';
import { emit as emitPaths } from '../../../generator/emit/outputs/paths/output.ts';
import { emit as emitTypes } from '../../../generator/emit/outputs/types/output.ts';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { prepareTypes } from '../../../generator/schema/prepare-types.ts';
import { referenceTo } from '../../../generator/schema/keywords.ts';
import type { JsonObject, JsonSchema } from '../../../generator/json/documents.ts';
import { contractOf, openapi } from './support/documents.ts';

const remarks = [
  'one line',
  'two\nlines',
  'win\r\nlines',
  'end */ of it',
  '\tx\r\r y',
  'a\u2028  b',
  ' trim\n\n',
  '',
];
const texts = [
  'a',
  'b',
  'x-y',
  'ünï',
  '1',
  '007',
  'a"b',
  'back\\slash',
  'line\nend',
  'tab\tend',
  '\u00001',
  '😀',
];
/** With a property that nothing else requires: the library ignores what another schema of an `allOf` requires. */
const targets = {
  A: { properties: { own: { type: 'string' } } },
  B: { properties: { other: { type: 'null' } } },
} as const;
const references = Object.keys(targets).map((name) => ({ $ref: `#/components/schemas/${name}` }));

const text = fc.constantFrom(...texts);
const scalar = fc.oneof(text, fc.constantFrom(null, true, false, 0, -1.5, 1e21));
const type = fc.constantFrom('array', 'boolean', 'integer', 'null', 'number', 'object', 'string');

/** Returns schemas without the parts that their preparation rewrites; those have separate tests. */
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const some = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const composed = fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      description: fc.constantFrom(...remarks),
      summary: fc.constantFrom(...remarks),
      format: fc.constantFrom('date', 'uuid'),
      deprecated: fc.boolean(),
      readOnly: fc.boolean(),
      default: fc.oneof(scalar, fc.constant({ a: [1] })),
      properties: fc.dictionary(text, tie('schema'), { maxKeys: 3 }),
      items: tie('schema').filter(isReadAsItem),
      allOf: some,
      oneOf: some,
    },
    { requiredKeys: [] },
  );
  const choices = fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 4 }) });
  const map = fc.record({
    type: fc.constant('object'),
    additionalProperties: fc.oneof(fc.constant(true), tie('schema')),
  });
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...references, { type: 'string' }, { type: 'null' }, { const: 'a' }, {}),
      choices as fc.Arbitrary<JsonObject>,
      map as fc.Arbitrary<JsonObject>,
      composed.map(requireFirst) as fc.Arbitrary<JsonObject>,
    ),
  };
});

/**
 * The library confuses a list with its items if the schema of the items only leads to a list, as with a single `oneOf`.
 */
function isReadAsItem(schema: JsonObject): boolean {
  return typeof schema['type'] === 'string' || !['type', 'oneOf', 'allOf'].some((key) => key in schema);
}

/** Requires the first property, which is declared: the library ignores `required` of other schemas of an `allOf`. */
function requireFirst(written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [first] = Object.keys(written['properties'] ?? {});
  return first === undefined ? written : { ...written, required: [first] };
}

// Why a filter: we ignore headers whose names HTTP does not allow.
const parameter = fc
  .record({
    name: text,
    in: fc.constantFrom('query', 'header', 'cookie'),
    required: fc.boolean(),
    description: fc.constantFrom(...remarks.filter((remark) => remark !== '')),
    schema: fc.constantFrom({ type: 'string' }, { type: ['integer', 'null'] }),
  })
  .filter((each) => each.in !== 'header' || /^[\w!#$%&'*+.^`|~-]+$/.test(each.name));
const response = fc.record({
  description: fc.constantFrom(...remarks),
  content: fc.constantFrom(
    { 'application/json': { schema: references[0] } },
    { 'image/png': { schema: {} } },
  ),
});
const operation = (id: string): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      operationId: fc.constant(id),
      summary: fc.constantFrom(...remarks),
      deprecated: fc.boolean(),
      parameters: fc.uniqueArray(parameter, { selector: (each) => each.name, maxLength: 3 }),
      requestBody: fc.record({
        required: fc.boolean(),
        content: fc.constant({ 'application/json': { schema: references[1] } }),
      }),
      responses: fc.record({ default: response, 404: response, 200: response }, { requiredKeys: ['200'] }),
    },
    { requiredKeys: ['operationId', 'parameters', 'responses'] },
  ) as fc.Arbitrary<JsonObject>;

const paths = fc.record({
  '/x': fc.record({ post: operation('a/b'), get: operation('getX') }, { requiredKeys: ['post'] }),
  '/"ü': fc.record({ patch: operation('ünï') }),
}) as fc.Arbitrary<JsonObject>;

it('types are those of openapi-typescript', async () => {
  await fc.assert(
    fc.asyncProperty(paths, schema, schema, schema, async (written, ...[a, b, c]) => {
      const plain = (each: JsonSchema): JsonObject => prepareTypes(each, () => undefined, referenceTo);
      const inside = (each: JsonSchema): JsonObject => ({ type: 'object', properties: { inside: each } });
      const schemas = { ...targets, S1: inside(a), S2: inside(b), S3: inside(c) };
      const { contract } = contractOf(openapi(written, schemas));
      const names = resolveNames(contract, collectDiagnostics().report);
      const source = { contract, names, runtime: ts`./runtime` };
      const types = new Map(emitTypes(source).types.map(({ name, type }) => [String(name), String(type)]));
      const ours = String(emitPaths(source).body).replaceAll(
        /^ +(\w+): \1;$/gm,
        (_, name: string) => `${name}: ${types.get(name) ?? ''};`,
      );
      const declared = contract.schemas.map(({ name, schema: each }) => [name, plain(each)] as const);
      const document = { openapi: '3.1.1', info: { title: '', version: '' }, paths: written };
      const theirs = await openapiTypescript(
        { ...document, components: { schemas: Object.fromEntries(declared) } } as never,
        { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true },
      );
      expect(comparable(ours)).toBe(comparable(named(astToString(theirs))));
    }),
    { numRuns: 60 },
  );
});

function named(types: string): string {
  return types.replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1');
}

/** Sorts the declarations, and removes the helper type at the end, which the library defines differently. */
function comparable(types: string): string {
  const [own = ''] = printed(types).split('\ntype WithRequired<');
  return own
    .split(/^(?=export )/m)
    .map((each) => each.trim())
    .sort()
    .join('\n');
}

/** Prints code without comments, with one kind of quotes and indentation. */
function printed(code: string): string {
  const file = typescript.createSourceFile('types.ts', code, typescript.ScriptTarget.ESNext);
  const { transformed } = typescript.transform(file, [
    (context) => (root) => {
      const visit = (node: Node): Node =>
        typescript.isStringLiteral(node)
          ? typescript.factory.createStringLiteral(node.text)
          : typescript.visitEachChild(node, visit, context);
      return typescript.visitNode(root, visit, typescript.isSourceFile);
    },
  ]);
  const [first = file] = transformed;
  return typescript.createPrinter({ removeComments: true }).printFile(first);
}
