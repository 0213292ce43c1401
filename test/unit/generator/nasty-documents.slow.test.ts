/** Difficult documents: each generates code that compiles, or a diagnostic that describes the problem. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';
import { loadChecks } from '../../../generator/emit/validators/load-checks.ts';
import { extras } from '../../../generator/options/options.ts';
import { generate } from '../../../generator/pipeline.ts';
import { compileFiles } from '../../golden/support/compile.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** Files by path; the root is `openapi.yaml`. */
type Files = Readonly<Record<string, string | Buffer>>;

interface Outcome {
  readonly codes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Every file; empty if the generation stopped. */
  readonly files: ReadonlyMap<string, string>;
  readonly accepts: (check: string, value: unknown) => boolean;
}

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n";

/** A document whose schemas are all used by one operation. */
function withSchemas(schemas: string, version = '3.1.0'): string {
  const names = [...schemas.matchAll(/^ {4}(?:'([^']+)'|([\w.-]+)):/gm)].map(
    ([, quoted, bare]) => quoted ?? bare,
  );
  const members = names
    .map((name = '') => name.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map((name, index) => `p${index}: {$ref: '#/components/schemas/${name}'}`)
    .join(', ');
  return `${head.replace('3.1.0', version)}paths:
  /a:
    post:
      operationId: a
      requestBody: {content: {application/json: {schema: {type: object, properties: {${members}}}}}}
      responses: {'204': {description: done}}
components:
  schemas:
${schemas}`;
}

/** All files generated into separate folders; the runtime is the same for all. */
const compiled = new Map<string, string>();

async function run(files: Files, out = 'out'): Promise<Outcome> {
  const folder = await temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const sink = createMemorySink();
  const target = { name: 'case', openapi: 'openapi.yaml', asyncapi: [], out, lint: null, extras };
  const options = { folder, targets: [target], runtime: 'runtime', docs: 'docs', only: null };
  const { diagnostics } = await generate(options, sink, 'write');
  const code = sink.files.get(`${out}/validators-code.ts`) ?? '';
  for (const [file, text] of sink.files) if (out !== 'out' && file.endsWith('.ts')) compiled.set(file, text);
  return {
    codes: [...new Set(diagnostics.map((each) => each.code))],
    diagnostics,
    files: sink.files,
    accepts: loadChecks(code).accepts,
  };
}

describe('a document that cannot be read stops the run and is reported', () => {
  const rows: readonly [name: string, files: Files, code: string][] = [
    ['an empty file', { 'openapi.yaml': '' }, 'DOCUMENT_UNSUPPORTED'],
    ['a list at the root', { 'openapi.yaml': '- a\n' }, 'DOCUMENT_UNSUPPORTED'],
    ['two documents', { 'openapi.yaml': `${head}---\n${head}` }, 'DOCUMENT_SYNTAX'],
    ['a version as a number', { 'openapi.yaml': 'openapi: 3.1\n' }, 'DOCUMENT_UNSUPPORTED'],
    ['a custom tag', { 'openapi.yaml': `${head}x-a: !custom {a: 1}\n` }, 'DOCUMENT_SYNTAX'],
    ['the same key twice', { 'openapi.yaml': `${head}x-a: {b: 1, b: 2}\n` }, 'DOCUMENT_KEY_DUPLICATE'],
    [
      'the same key twice in JSON',
      { 'openapi.yaml': '{"openapi": "3.1.0", "a": 1, "a": 2}' },
      'DOCUMENT_KEY_DUPLICATE',
    ],
    ['nothing but a title', { 'openapi.yaml': head }, 'DOCUMENT_EMPTY'],
    ['UTF-16', { 'openapi.yaml': Buffer.from(head, 'utf16le') }, 'DOCUMENT_SYNTAX'],
    [
      'twenty thousand levels',
      { 'openapi.yaml': `{"openapi": "3.1.0", "x-a": ${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
      'DOCUMENT_TOO_DEEP',
    ],
    ['an alias inside itself', { 'openapi.yaml': `${head}x-a: &a {b: *a}\n` }, 'DOCUMENT_TOO_DEEP'],
    ['aliases of aliases of aliases', { 'openapi.yaml': head + laughs() }, 'DOCUMENT_TOO_DEEP'],
    [
      'an alias inside itself in another file',
      { 'openapi.yaml': `${head}components: {schemas: {A: {$ref: a.yaml}}}\n`, 'a.yaml': 'x: &a {b: *a}\n' },
      'DOCUMENT_TOO_DEEP',
    ],
    [
      'files that refer to each other and to nothing else',
      {
        'openapi.yaml': `${head}components: {schemas: {A: {$ref: a.yaml}}}\n`,
        'a.yaml': '$ref: b.yaml\n',
        'b.yaml': '$ref: a.yaml\n',
      },
      'REFERENCE_UNRESOLVED',
    ],
    [
      'a folder',
      { 'openapi.yaml': `${head}components: {schemas: {A: {$ref: .}}}\n` },
      'REFERENCE_UNRESOLVED',
    ],
  ];

  it.each(rows)('%s', async (_name, files, code) => {
    const { codes, files: made } = await run(files);
    expect(codes).toEqual([code]);
    expect(made.size).toBe(0);
  });

  it.each<[string, (lists: string) => string]>([
    [
      'JSON',
      (lists) => `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}, "x-a": ${lists}}`,
    ],
    ['YAML', (lists) => `${head}x-a: ${lists}\n`],
  ])('%s nested more than 90 levels deep, but not 90', async (_name, write) => {
    const nested = (levels: number) => '['.repeat(levels - 1) + ']'.repeat(levels - 1);
    const read = async (levels: number) => (await run({ 'openapi.yaml': write(nested(levels)) })).codes;
    expect(await read(90)).not.toContain('DOCUMENT_TOO_DEEP');
    expect(await read(91)).toEqual(['DOCUMENT_TOO_DEEP']);
    expect(await read(150)).toEqual(['DOCUMENT_TOO_DEEP']);
  });
});

/** Each line repeats the previous one nine times. */
function laughs(): string {
  const lines = Array.from({ length: 30 }, (_, index) => {
    const again = Array.from({ length: 9 }, (_each, at) => `p${at}: *a${index}`).join(', ');
    return `x-a${index + 1}: &a${index + 1} {${again}}\n`;
  });
  return `x-a0: &a0 {k: v}\n${lines.join('')}`;
}

describe('circular references', () => {
  it('between a base and its variants keep everything', async () => {
    const outcome = await run(
      {
        'openapi.yaml': withSchemas(
          `    Pet:
      type: object
      required: [kind]
      properties: {kind: {type: string}}
      discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: Dog}}
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, required: [meow], properties: {meow: {type: boolean}}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: integer}}}]}
`,
          '3.0.3',
        ),
      },
      'bases',
    );
    expect(outcome.codes).toEqual([]);
    expect(outcome.accepts('Pet', { kind: 'cat', meow: true })).toBe(true);
    expect(outcome.accepts('Pet', { kind: 'cat' })).toBe(false);
    expect(outcome.accepts('Pet', { kind: 'dog', bark: 'x' })).toBe(false);
    expect(outcome.accepts('Pet', { kind: 'cow' })).toBe(false);
    expect(outcome.accepts('Cat', { meow: true })).toBe(false);
  });

  it('without a value in between are broken and reported', async () => {
    const outcome = await run(
      {
        'openapi.yaml': withSchemas(`    One: {allOf: [{$ref: '#/components/schemas/Two'}, {type: object}]}
    Two: {allOf: [{$ref: '#/components/schemas/One'}, {required: [a]}]}
    Self: {anyOf: [{$ref: '#/components/schemas/Self'}, {type: string}]}
    Not: {type: string, not: {$ref: '#/components/schemas/Not'}}
`),
      },
      'endless',
    );
    const reported = outcome.diagnostics.filter(({ code }) => code === 'REFERENCE_CIRCULAR');
    expect(reported.map(({ message }) => /`(\w+)`/.exec(message)?.[1])).toEqual(['One', 'Self', 'Not']);
    expect(outcome.accepts('Two', { a: 1 })).toBe(true);
    expect(outcome.accepts('Two', {})).toBe(false);
    expect(outcome.accepts('Two', 'x')).toBe(false);
    expect(outcome.accepts('Not', 'x')).toBe(true);
    expect(outcome.accepts('Not', 1)).toBe(false);
  });

  it('that are too long to follow are cut and reported', async () => {
    const lines = Array.from({ length: 1_200 }, (_, place) => {
      const next = `{$ref: '#/components/schemas/S${place + 1}'}`;
      return `    S${place}: ${place % 2 === 0 ? next : `{allOf: [${next}]}`}\n`;
    });
    const outcome = await run(
      { 'openapi.yaml': withSchemas(`${lines.join('')}    S1200: {type: string}\n`) },
      'chain',
    );
    const reported = outcome.diagnostics.filter(({ code }) => code === 'REFERENCES_TOO_LONG');
    expect(reported.map(({ message }) => /`(\w+)`/.exec(message)?.[1])).toEqual([
      'S0',
      'S300',
      'S600',
      'S900',
    ]);
    expect([outcome.accepts('S901', 1), outcome.accepts('S1', 1)]).toEqual([false, true]);
  });

  it('through lists have types and validators', async () => {
    const outcome = await run(
      {
        'openapi.yaml':
          withSchemas(`    Json: {anyOf: [{type: [string, number, boolean, 'null']}, {type: array, items: {$ref: '#/components/schemas/Json'}}, {type: object, additionalProperties: {$ref: '#/components/schemas/Json'}}]}
    'a-tree': {type: array, items: {$ref: '#/components/schemas/a-tree'}, description: A tree.}
    Ping: {type: array, items: {$ref: '#/components/schemas/Pong'}}
    Pong: {oneOf: [{type: string}, {$ref: '#/components/schemas/Ping'}]}
`),
      },
      'lists',
    );
    compiled.set(
      'usage.ts',
      `import type { ATree, Json, Ping } from './lists/types.ts';
export const json: Json = [1, ['a', { b: [null, true] }]];
export const tree: ATree = [[], [[]]];
export const ping: Ping = ['a', ['b']];
// @ts-expect-error -- a tree contains no strings
export const wrong: ATree = [['a']];
`,
    );
    expect(outcome.codes).toEqual([]);
    expect(outcome.accepts('Json', [1, { a: [null] }])).toBe(true);
    expect(outcome.accepts('Ping', ['a', ['b', [1]]])).toBe(false);
  });
});

it('references resolve across folders, encoded names and symbolic links, to anchors and URLs', async () => {
  const folder = await temporaryFolder();
  const files = {
    'openapi.yaml': withSchemas(`    Local: {$ref: 'schemas/deep/x%20y.yaml#/X'}
    Linked: {$ref: link/x%20y.yaml#/X}
    'a/b~c': {type: string, maxLength: 1}
    Escaped: {$ref: '#/components/schemas/a~1b~0c'}
    Anchored: {$anchor: here, type: integer}
    ByAnchor: {$ref: '#here', minimum: 5}
    Addressed: {$id: 'https://example.com/addressed', type: boolean, $defs: {N: {type: 'null'}}}
    ByAddress: {$ref: 'https://example.com/addressed#/$defs/N'}
`),
    'schemas/deep/x y.yaml': "X: {$ref: '../y.yaml'}\n",
    'schemas/y.yaml': 'type: string\nminLength: 2\n',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  symlinkSync('schemas/deep', path.join(folder, 'link'));
  const sink = createMemorySink();
  const target = { name: 'case', openapi: 'openapi.yaml', asyncapi: [], out: 'out', lint: null, extras };
  const options = { folder, targets: [target], runtime: 'out/runtime', docs: 'docs', only: null };
  writeFileSync(path.join(folder, 'y.yaml'), 'type: string\nminLength: 2\n');
  const { diagnostics } = await generate(options, sink, 'write');
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { accepts } = loadChecks(sink.files.get('out/validators-code.ts') ?? '');
  const verdicts = (members: object): boolean => accepts('aBody', members);
  for (const [member, good, bad] of [
    ['p0', 'ab', 'a'],
    ['p1', 'ab', 'a'],
    ['p3', 'a', 'ab'],
    ['p5', 5, 4],
    ['p7', null, true],
  ] as const) {
    expect([member, verdicts({ [member]: good }), verdicts({ [member]: bad })]).toEqual([
      member,
      true,
      false,
    ]);
  }
});

describe('each keyword is validated', () => {
  const rows: readonly [schema: string, good: unknown, bad: unknown][] = [
    ['{type: array, prefixItems: [{type: string}], items: false}', ['a'], ['a', 1]],
    [
      "{type: object, patternProperties: {'^x-': {type: string}}, additionalProperties: false}",
      { 'x-a': '' },
      { a: '' },
    ],
    ['{if: {required: [a]}, then: {required: [b]}, else: {required: [c]}}', { a: 1, b: 1 }, { a: 1 }],
    ['{type: string, not: {enum: [a]}}', 'b', 'a'],
    ['{allOf: [{properties: {a: true}}], unevaluatedProperties: false}', { a: 1 }, { b: 1 }],
    ['{dependentRequired: {a: [b]}, dependentSchemas: {c: {minProperties: 2}}}', { c: 1, d: 1 }, { c: 1 }],
    ["{type: object, propertyNames: {pattern: '^[a-z]+$'}}", { a: 1 }, { A: 1 }],
    ['{type: array, contains: {type: integer}, minContains: 2}', [1, 2, 'a'], [1, 'a']],
    ["{enum: [1, '1', null, {a: 1}, [1]]}", { a: 1 }, { a: 2 }],
    ['{type: integer, enum: [1, -3]}', -3, 3],
    ['{const: {a: [1, {b: null}]}}', { a: [1, { b: null }] }, { a: [1] }],
    ['{type: integer, format: int64, maximum: 9007199254740993}', 2 ** 53, 2 ** 54],
    ['{oneOf: [true, false]}', 1, undefined],
    ['{allOf: [{type: string}, {type: integer}]}', undefined, 'a'],
    ['{enum: []}', undefined, null],
    [
      '{type: object, properties: {__proto__: {type: string}, constructor: {type: string}}}',
      {},
      { constructor: 1 },
    ],
    [
      '{$defs: {N: {type: integer}}, properties: {n: {$ref: "#/components/schemas/T/$defs/N"}}}',
      { n: 1 },
      { n: 'a' },
    ],
    ['{$dynamicAnchor: node, type: object, properties: {n: {$dynamicRef: "#node"}}}', { n: {} }, { n: 1 }],
  ];

  const schemas = rows.map(([schema], place) => `    T${place}: ${schema}\n`.replace('/T/', `/T${place}/`));
  let outcome: Promise<Outcome> | undefined;

  it.each(rows.map((row, place) => [...row, `T${place}`] as const))('%s', async (_, good, bad, name) => {
    outcome ??= run({ 'openapi.yaml': withSchemas(schemas.join('')) }, 'keywords');
    const { accepts } = await outcome;
    if (good !== undefined) expect(accepts(name, good)).toBe(true);
    if (bad !== undefined) expect(accepts(name, bad)).toBe(false);
  });
});

describe('parts of a document that are left out of the output are reported', () => {
  const at = (members: string): string => `${head.replace('3.1.0', '3.2.0')}paths: {/a: {${members}}}\n`;
  it.each([
    ['another method', at('additionalOperations: {COPY: {}}'), 'OPERATION_IGNORED'],
    ['a path without a slash', `${head}paths: {a: {get: {}}}\n`, 'MEMBER_MALFORMED'],
    ['an operation that is null', at('get: null'), 'MEMBER_MALFORMED'],
    ['an infinite number', withSchemas('    A: {enum: [1, .inf, .nan]}\n'), 'KEYWORD_LEFT_OUT'],
    ['an infinite bound', withSchemas('    A: {maximum: 1e400}\n'), 'KEYWORD_LEFT_OUT'],
    ['a custom dialect', withSchemas('    A: {$schema: https://example.com/rules}\n'), 'KEYWORD_LEFT_OUT'],
    [
      'a dynamic reference that may be extended',
      withSchemas(`    A: {$id: urn:a, $dynamicAnchor: n, items: {$dynamicRef: '#n'}}
    B: {$id: urn:b, $dynamicAnchor: n, $ref: urn:a}
`),
      'KEYWORD_LEFT_OUT',
    ],
  ])('%s', async (name, text, code) => {
    const outcome = await run({ 'openapi.yaml': text }, name.replaceAll(' ', '-'));
    expect(outcome.codes).toContain(code);
    expect(outcome.files.size).toBeGreaterThan(0);
  });
});

it('the formatting of a file does not affect the output', async () => {
  const plain = withSchemas('    A:\n      type: string\n      description: |\n        one\n        two\n');
  const made = async (text: string | Buffer) =>
    Object.fromEntries((await run({ 'openapi.yaml': text })).files);
  const wanted = await made(plain);
  expect(await made(plain.replaceAll('\n', '\r\n'))).toEqual(wanted);
  expect(await made(Buffer.from(`\ufeff${plain}`))).toEqual(wanted);
});

it('all generated code compiles', () => {
  expect(compiled.size).toBeGreaterThan(200);
  expect(compileFiles(compiled)).toEqual([]);
});
