/** Overlays (Overlay Specification 1.0.0), applied to documents in memory. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { collectDiagnostics, type Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';
import type { JsonObject } from '../../../generator/json/documents.ts';
import { openDocuments, type OpenedDocuments } from '../../../generator/overlay/open-documents.ts';
import { locateDiagnostics } from '../../../generator/source/opened-document.ts';
import { temporaryFolder } from '../../support/folder.ts';

interface Result extends Pick<OpenedDocuments, 'changes'> {
  readonly root: JsonObject;
  readonly events: JsonObject;
  readonly problems: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const header = "overlay: 1.0.0\ninfo: { title: Changes, version: '1' }\n";

const document = `openapi: 3.1.0
info: { title: Shop, version: '1' }
tags: [{ name: a }, { name: b }, { name: c }]
paths:
  /items:
    get:
      operationId: listItems
      description: Lists the items.
      tags: [a]
      parameters:
        - { name: filter, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
      responses: { '200': { description: ok } }
    post: { operationId: addItem, responses: { '201': { description: ok } } }
`;

const channels = `asyncapi: 3.0.0
info: { title: Events, version: '1' }
channels: { items: { address: /items/events } }
`;

type Row<Key extends string> = Readonly<Record<Key | 'problem', string>>;

const problems = parse(readFileSync(path.join(import.meta.dirname, 'overlay-problems.yaml'), 'utf8')) as {
  readonly overlays: readonly Row<'name' | 'overlay'>[];
  readonly actions: readonly Row<'action'>[];
  readonly targets: readonly Row<'target'>[];
};

async function apply(overlays: readonly string[], files: Record<string, string> = {}): Promise<Result> {
  const names = overlays.map((_, index) => `overlay${index}.yaml`);
  const texts = Object.fromEntries(overlays.map((text, index) => [names[index] ?? '', text]));
  const folder = await temporaryFolder({ 'openapi.yaml': document, ...texts, ...files });
  const { report, diagnostics } = collectDiagnostics();
  const asyncapi = 'asyncapi.yaml' in files ? ['asyncapi.yaml'] : [];
  const paths = { openapi: 'openapi.yaml', asyncapi, overlays: names };
  const { opened, changes } = await openDocuments(paths, folder, report);
  const located = locateDiagnostics(
    diagnostics,
    opened.map(({ locate }) => locate),
  );
  const problems = located.map(
    ({ severity, code, message, place, position }) =>
      `${place?.file}:${position?.line} ${severity} ${code} ${message}`,
  );
  const [first, second] = opened.map(({ document: each }) => each?.root ?? {});
  return { root: first ?? {}, events: second ?? {}, problems, diagnostics: located, changes };
}

async function applyActions(actions: string, files: Record<string, string> = {}): Promise<Result> {
  return apply([`${header}actions:\n${actions}`], files);
}

describe('an update', () => {
  it('merges objects recursively, replaces primitives and keeps the rest', async () => {
    const { root, problems, changes } = await applyActions(`
  - target: $
    update:
      info: { title: Store, x-audience: public }
      paths: { /items: { get: { summary: List } } }
`);
    expect(problems).toEqual([]);
    expect(root).toMatchObject({
      info: { title: 'Store', version: '1', 'x-audience': 'public' },
      paths: { '/items': { get: { summary: 'List', operationId: 'listItems' }, post: {} } },
    });
    expect(changes).toEqual([
      {
        overlay: 'overlay0.yaml',
        action: 0,
        target: '$',
        description: null,
        kind: 'update',
        document: 'openapi.yaml',
        pointers: ['#/info/title', '#/info/x-audience', '#/paths/~1items/get/summary'],
      },
    ]);
  });

  it('appends to lists, both selected ones and those inside objects', async () => {
    const { root, changes } = await applyActions(`
  - target: $.paths['/items'].get.parameters
    update: { name: page, in: query, schema: { type: integer } }
  - target: $.paths['/items'].get
    update: { tags: [b, c] }
`);
    expect(root).toMatchObject({
      paths: {
        '/items': {
          get: {
            tags: ['a', 'b', 'c'],
            parameters: [{ name: 'filter' }, { name: 'limit' }, { name: 'page' }],
          },
        },
      },
    });
    expect(changes.map(({ pointers }) => pointers)).toEqual([
      ['#/paths/~1items/get/parameters/2'],
      ['#/paths/~1items/get/tags/1', '#/paths/~1items/get/tags/2'],
    ]);
  });

  it('applies to every selected node', async () => {
    const { root } = await applyActions(`
  - target: $.paths.*[?@.operationId]
    update: { x-safe: true }
`);
    expect(root).toMatchObject({
      paths: { '/items': { get: { 'x-safe': true }, post: { 'x-safe': true } } },
    });
  });

  it('does not report values that stay the same', async () => {
    const { changes } = await applyActions('  - { target: $.info, update: { title: Shop } }');
    expect(changes).toMatchObject([{ pointers: [] }]);
  });

  it('changes nodes that YAML aliases share one by one', async () => {
    const { root } = await applyActions('  - { target: $.x-b, update: { c: 1 } }', {
      'openapi.yaml': `${document}x-a: &shared { d: 2 }\nx-b: *shared\n`,
    });
    expect(root).toMatchObject({ 'x-a': { d: 2 }, 'x-b': { c: 1, d: 2 } });
    expect(root['x-a']).not.toHaveProperty('c');
  });

  it('writes `__proto__` as a property and not as the prototype', async () => {
    const { root } = await applyActions('  - { target: $.info, update: { __proto__: { polluted: true } } }');
    expect(Object.keys(root['info'] ?? {})).toContain('__proto__');
    expect(root['info']).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('a removal', () => {
  it('removes properties and items', async () => {
    const { root, changes } = await applyActions(`
  - { target: "$.paths['/items'].post", remove: true }
  - { target: "$.tags[?@.name != 'b']", remove: true, description: Only b is public. }
`);
    expect(root['tags']).toEqual([{ name: 'b' }]);
    expect(root).not.toHaveProperty(['paths', '/items', 'post']);
    expect(changes).toMatchObject([
      { kind: 'remove', pointers: ['#/paths/~1items/post'], description: null },
      { kind: 'remove', pointers: ['#/tags/0', '#/tags/2'], description: 'Only b is public.' },
    ]);
  });

  it('wins over an update in the same action', async () => {
    const { root } = await applyActions('  - { target: $.tags, remove: true, update: { name: d } }');
    expect(root).not.toHaveProperty('tags');
  });
});

describe('several actions', () => {
  it('are applied in order, each to the result of the one before, also across overlays', async () => {
    const { root, problems } = await apply([
      `${header}actions: [{ target: $.info, update: { x-steps: [one] } }]`,
      `${header}actions:
  - { target: "$.info['x-steps']", update: two }
  - { target: "$.info['x-steps'][0]", remove: true }
`,
    ]);
    expect(problems).toEqual([]);
    expect(root['info']).toMatchObject({ 'x-steps': ['two'] });
  });

  it('go to the OpenAPI document, unless they match only in another one', async () => {
    const { root, events } = await applyActions(
      `
  - { target: $.info, update: { x-seen: true } }
  - { target: $.channels.items, update: { title: Items } }
`,
      { 'asyncapi.yaml': channels },
    );
    expect(root['info']).toHaveProperty('x-seen');
    expect(events['info']).not.toHaveProperty('x-seen');
    expect(events['channels']).toMatchObject({ items: { title: 'Items' } });
  });

  it('go to the document that the overlay extends', async () => {
    const overlay = `${header}extends: ./asyncapi.yaml\nactions: [{ target: $.info, update: { x-seen: true } }]`;
    const { root, events } = await apply([overlay], { 'asyncapi.yaml': channels });
    expect(root['info']).not.toHaveProperty('x-seen');
    expect(events['info']).toHaveProperty('x-seen');
  });
});

it('applies to the document before its references are resolved, and to references to it from other files', async () => {
  const folder = await temporaryFolder({
    'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths: { /a: { get: { responses: { '200': { $ref: parts.yaml#/Ok } } } } }
components: { schemas: { A: { type: string } } }
`,
    'parts.yaml': `Ok:
  description: ok
  content: { application/json: { schema: { $ref: 'openapi.yaml#/components/schemas/A' } } }
`,
    'asyncapi.yaml': `${channels}components: { messages: { A: { payload: { $ref: 'openapi.yaml#/components/schemas/A' } } } }\n`,
    'overlay.yaml': `${header}actions: [{ target: $.components.schemas.A, update: { maxLength: 3 } }]`,
  });
  const { report, diagnostics } = collectDiagnostics();
  const paths = { openapi: 'openapi.yaml', asyncapi: ['asyncapi.yaml'], overlays: ['overlay.yaml'] };
  const { opened } = await openDocuments(paths, folder, report);
  expect(diagnostics).toEqual([]);
  const [api, events] = opened.map((each) => JSON.stringify(each.document?.root));
  expect(api).toContain('"A":{"type":"string","maxLength":3}');
  expect(events).toContain('{"type":"string","maxLength":3}');
  expect(opened[0]?.files).toContain(path.join(folder, 'overlay.yaml'));
});

it('positions are in the overlay for its additions, and in the document for the rest', async () => {
  const { problems } = await applyActions(
    `
  - { target: '$.paths.*.get.parameters[0]', remove: true }
  - target: $.paths['/items']
    update:
      get:
        parameters:
          - $ref: '#/components/parameters/Added'
      put: { $ref: '#/components/operations/None' }
`,
    {
      'openapi.yaml': document.replace(
        '{ name: limit, in: query, schema: { type: integer } }',
        "{ $ref: '#/components/parameters/Written' }",
      ),
    },
  );
  expect(problems).toEqual([
    'openapi.yaml:12 error REFERENCE_UNRESOLVED `#/components/parameters/Written` cannot be resolved.',
    'overlay0.yaml:10 error REFERENCE_UNRESOLVED `#/components/parameters/Added` cannot be resolved.',
    'overlay0.yaml:11 error REFERENCE_UNRESOLVED `#/components/operations/None` cannot be resolved.',
  ]);
});

describe('a wrong overlay', () => {
  it.each(problems.overlays)('$name', async ({ overlay, problem }) => {
    expect((await apply([overlay])).problems).toContain(problem);
  });

  it.each(problems.actions)('reports the action $action with its line', async ({ action, problem }) => {
    const result = await applyActions(`  - { target: $.info, update: {} }\n  - ${action}\n`);
    expect(result.problems).toContain(`overlay0.yaml:5 ${problem}`);
  });

  it('reports a target inside a reference', async () => {
    const { problems } = await applyActions(`  - { target: "$.paths['/a'].get", remove: true }`, {
      'openapi.yaml': "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { $ref: a.yaml } }\n",
      'a.yaml': 'get: { responses: {} }',
    });
    expect(problems.join('\n')).toContain(': `get` would be behind the reference to `a.yaml`.');
  });

  it('is reported if the file is missing', async () => {
    const folder = await temporaryFolder({ 'openapi.yaml': document });
    const { report, diagnostics } = collectDiagnostics();
    await openDocuments({ openapi: 'openapi.yaml', asyncapi: [], overlays: ['none.yaml'] }, folder, report);
    expect(diagnostics.map(({ message }) => message)).toEqual(['The document none.yaml was not found.']);
  });
});

describe('an untrusted overlay', () => {
  const long = {
    target: `$[?${'('.repeat(5000)}@.a${')'.repeat(5000)}]`,
    problem: 'longer than 1000 characters',
  };
  it.each([...problems.targets, long])('may not use the target $target', async ({ target, problem }) => {
    const result = await applyActions(`  - { target: ${JSON.stringify(target)}, remove: true }`);
    expect(result.problems.join('\n')).toContain(problem);
  });

  it('can use simple patterns, names and indexes', async () => {
    const { root, problems } = await applyActions(`
  - { target: "$.paths.*[?match(@.operationId, 'list.*|get.*')]", update: { x-read: true } }
  - { target: "$.tags[0,2]", update: { x-kept: true } }
`);
    expect(problems).toEqual([]);
    expect(root).toMatchObject({
      paths: { '/items': { get: { 'x-read': true } } },
      tags: [{ 'x-kept': true }, { name: 'b' }, { 'x-kept': true }],
    });
  });

  it('cannot multiply the document', async () => {
    const action = `  - { target: '$..*[?@]', update: { a: {}, b: {}, c: {} } }\n`;
    const { problems } = await applyActions(
      `  - { target: $, update: { x: { y: {} } } }\n${action.repeat(40)}`,
    );
    expect(problems.join('\n')).toMatch(/OVERLAY_(?:TOO_LARGE|UPDATE_INVALID|TARGET_INVALID)/);
  }, 20_000);
});
