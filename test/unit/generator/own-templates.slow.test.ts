/** Custom templates: the errors for invalid ones, and the output of valid ones. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectDiagnostics, type Diagnostic } from '../../../generator/diagnostics/diagnostics.ts';
import { readConfig } from '../../../generator/options/config.ts';
import type { ManifestView } from '../../../generator/emit/outputs/manifest/view.ts';
import { describedTemplates } from '../../../generator/emit/outputs/registry.ts';
import { createDiskSink } from '../../../generator/output/disk-sink.ts';
import { generate, type GenerateResult } from '../../../generator/pipeline.ts';
import { loadRenderer, type Renderer } from '../../../generator/render/engine.ts';
import { ts } from '../../../generator/print/ts-text.ts';
import { temporaryFolder } from '../../support/folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const manifest = {
  header: ts`// header`,
  title: ts`'Notes'`,
  version: ts`'1'`,
  versions: ts`{}`,
  documents: ts`[]`,
  servers: ts`[]`,
  counts: ts`{}`,
  operations: [{ entry: ts`1` }, { entry: ts`2` }],
  channels: [],
  streams: [],
  schemas: [{ name: ts`'Note'` }],
  extensions: ts`{}`,
} satisfies ManifestView;

interface Loaded {
  readonly renderer: Renderer;
  /** Each problem as a line: position, code and message. */
  readonly findings: readonly string[];
  readonly folder: string;
}

async function load(files: Readonly<Record<string, string>>): Promise<Loaded> {
  const folder = await temporaryFolder(files);
  const { report, diagnostics } = collectDiagnostics();
  const own = { folder, project: folder, report };
  const renderer = await loadRenderer(path.join(root, 'templates'), own);
  return { renderer, findings: diagnostics.map(lineOf), folder };
}

function lineOf({ code, message, place, position }: Diagnostic): string {
  const at = position === null ? '' : `:${position.line}:${position.column}`;
  return `${place?.file ?? ''}${at} ${code} ${message}`;
}

describe('a custom template', () => {
  it('replaces only the built-in template of the same name', async () => {
    const text = 'export const names = [{{#each schemas}}{{name}}{{#unless @last}}, {{/unless}}{{/each}}];\n';
    const { renderer, findings } = await load({ 'manifest.ts.hbs': text });

    expect(findings).toEqual([]);
    expect(renderer.render('manifest.ts', manifest)).toBe("export const names = ['Note'];\n");
    expect(renderer.render('types.ts', { header: ts`// h`, types: [] })).toBe('// h\n');
  });

  it('can use custom and built-in partials, and replace a built-in one', async () => {
    const { renderer, findings } = await load({
      'manifest.ts.hbs': '{{> top}}{{#each operations}}{{> row}}{{/each}}{{> status-ranges}}',
      'partials/top.hbs': '{{header}} of {{@root.title}}\n',
      'partials/row.hbs': '{{entry}};',
      'partials/status-ranges.hbs': 'ranges\n',
    });

    expect(findings).toEqual([]);
    expect(renderer.render('manifest.ts', manifest)).toBe("// header of 'Notes'\n1;2;ranges\n");
  });

  it('can use the fields around a list, conditions and empty lists', async () => {
    const text =
      '{{#if channels}}some{{else}}none{{/if}}{{#each operations}} {{@index}} {{../version}}{{#if @first}}!{{/if}}{{/each}}';
    const { renderer, findings } = await load({ 'manifest.ts.hbs': text });

    expect(findings).toEqual([]);
    expect(renderer.render('manifest.ts', manifest)).toBe("none 0 '1'! 1 '1'");
  });

  it('can enter a group, and invert a flag', async () => {
    const text =
      '{{#each operations}}{{#with request}}{{body}}{{#each groups}}{{#unless hasParameters}} no {{property}}{{/unless}}{{/each}}{{/with}}{{/each}}';
    const { renderer, findings } = await load({ 'server.ts.hbs': text });
    const groups = [
      { property: ts`path`, hasParameters: true },
      { property: ts`query`, hasParameters: false },
    ];

    expect(findings).toEqual([]);
    expect(renderer.render('server.ts', { operations: [{ request: { body: ts`Note`, groups } }] })).toBe(
      'Note no query',
    );
  });

  const rows: readonly (readonly [name: string, text: string, finding: RegExp])[] = [
    [
      'a misspelt field',
      'a\n {{titel}}',
      /^manifest\.ts\.hbs:2:4 TEMPLATE_FIELD_UNKNOWN There is no field `titel` here; did you mean `title`\? Available: header, title, /,
    ],
    [
      'a misspelt list',
      '{{#each operation}}{{/each}}',
      /:1:9 TEMPLATE_FIELD_UNKNOWN There is no field `operation` here; did you mean `operations`\?/,
    ],
    [
      'a misspelt condition',
      '\n\n{{#if hasNothing}}{{/if}}',
      /:3:7 TEMPLATE_FIELD_UNKNOWN There is no field `hasNothing` here\. Available: /,
    ],
    [
      'a field of what is around',
      '{{#each schemas}}{{title}}{{/each}}',
      /:1:20 TEMPLATE_FIELD_UNKNOWN There is no field `title` here\. Available: name\.$/,
    ],
    ['a misspelt field in an `else`', '{{#if schemas}}{{else}}{{x}}{{/if}}', /:1:26 TEMPLATE_FIELD_UNKNOWN/],
    [
      'a misspelt field of the root',
      '{{#each schemas}}{{@root.titel}}{{/each}}',
      /:1:20 TEMPLATE_FIELD_UNKNOWN There is no field `@root\.titel` here; did you mean `title`\?/,
    ],
    [
      'a field of a text',
      '{{title.length}}',
      /:1:3 TEMPLATE_FIELD_UNKNOWN There is no field `title\.length` here\. Available: none\.$/,
    ],
    [
      'a path that leads too far out',
      '{{../title}}',
      /:1:3 TEMPLATE_INVALID `\.\.\/title` is outside of the template\.$/,
    ],
    [
      'a list that is printed',
      '{{schemas}}',
      /:1:3 TEMPLATE_INVALID `schemas` is a list: iterate over it with `#each`\.$/,
    ],
    [
      'what every object has',
      '{{constructor}}',
      /:1:3 TEMPLATE_FIELD_UNKNOWN There is no field `constructor` here/,
    ],
    ['the view itself', '{{this}}', /:1:3 TEMPLATE_INVALID `this` is a group: print one of its fields\.$/],
    [
      'a condition on text, which is always there',
      '{{#if title}}{{/if}}',
      /:1:7 TEMPLATE_INVALID `title` is a text, and `#if` takes a flag or a list\.$/,
    ],
    [
      'a loop through text',
      '{{#each title}}{{/each}}',
      /:1:9 TEMPLATE_INVALID `title` is a text, and `#each` takes a list\.$/,
    ],
    ['a loop variable outside of loops', '{{#if @last}}{{/if}}', /:1:7 TEMPLATE_INVALID `@last` is unknown/],
    ['a helper', '{{upper title}}', /:1:3 TEMPLATE_INVALID there is no helper `upper`\.$/],
    [
      'a block of another name',
      '{{#schemas}}{{/schemas}}',
      /:1:1 TEMPLATE_INVALID there is no block helper `schemas`, only if, unless, each and with\.$/,
    ],
    [
      'a condition on nothing',
      '{{#if}}{{/if}}',
      /:1:1 TEMPLATE_INVALID `#if` takes the name of one field\.$/,
    ],
    [
      'names for items',
      '{{#each schemas as |one|}}{{/each}}',
      /:1:1 TEMPLATE_INVALID block parameters \(`as`\) are not supported\.$/,
    ],
    [
      'a partial that is missing',
      '{{> nothing}}',
      /:1:5 TEMPLATE_INVALID there is no partial `nothing`, only status-ranges\.$/,
    ],
    [
      'an inline partial',
      '{{#*inline "x"}}{{/inline}}',
      /:1:1 TEMPLATE_INVALID a template can only have fields, /,
    ],
    ['a constant', '{{"x"}}', /:1:3 TEMPLATE_INVALID a literal needs no braces\.$/],
    [
      'a block that is left open',
      'a\n{{#if schemas}}\nb',
      /:3:1 TEMPLATE_SYNTAX The template cannot be read: a block is not closed\.$/,
    ],
    [
      'a block that is closed twice',
      '{{/if}}',
      /:1:1 TEMPLATE_SYNTAX The template cannot be read: a closing tag has no opening tag\.$/,
    ],
    [
      'a block that is closed as another',
      '\n{{#if schemas}}{{/each}}',
      /:2:1 TEMPLATE_SYNTAX The template cannot be read: if doesn't match each - 2:3\.$/,
    ],
  ];

  it.each(rows)('is rejected for %s, with file and line', async (_name, text, finding) => {
    const { renderer, findings } = await load({ 'manifest.ts.hbs': text });

    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(finding);
    expect(renderer.render('manifest.ts', manifest)).toContain('export const manifest = {');
  });

  it('reports a misspelt field in the partial that contains it', async () => {
    const { findings } = await load({
      'manifest.ts.hbs': '{{#each schemas}}{{> row}}{{/each}}{{#each operations}}{{> row}}{{/each}}',
      'partials/row.hbs': '\n{{name}}',
    });
    expect(findings).toEqual([
      'partials/row.hbs:2:3 TEMPLATE_FIELD_UNKNOWN There is no field `name` here. Available: entry.',
    ]);
  });

  it('is rejected if a partial includes itself', async () => {
    const { findings } = await load({
      'manifest.ts.hbs': '{{> row}}',
      'partials/row.hbs': '{{#if channels}}{{> cell}}{{/if}}',
      'partials/cell.hbs': '{{> row}}',
    });
    expect(findings).toEqual([
      'partials/cell.hbs:1:5 TEMPLATE_INVALID the partial `row` includes itself (cell → row).',
    ]);
  });

  it('is rejected if its name is unknown, with a list of the known names', async () => {
    const { findings } = await load({ 'tipes.ts.hbs': '', 'partials/status-rangs.hbs': '', 'notes.md': '' });
    expect(findings).toEqual([
      'tipes.ts.hbs TEMPLATE_UNKNOWN `tipes.ts` is not a template; did you mean `types.ts`? ' +
        `Available: ${[...describedTemplates.keys()].join(', ')}.`,
      'partials/status-rangs.hbs TEMPLATE_UNKNOWN `status-rangs` is not a template; did you mean `status-ranges`? ' +
        'Available: status-ranges.',
    ]);
  });

  it('is loaded from a folder that must exist', async () => {
    const folder = await temporaryFolder();
    const { report, diagnostics } = collectDiagnostics();
    await loadRenderer(path.join(root, 'templates'), {
      folder: path.join(folder, 'mine'),
      project: folder,
      report,
    });
    expect(diagnostics.map(lineOf)).toEqual([' TEMPLATES_NOT_FOUND The folder mine was not found.']);
  });
});

describe('a run with custom templates', () => {
  async function project(template: string): Promise<string> {
    const folder = await temporaryFolder({
      'backlot.config.yaml':
        'runtime: out/runtime\ntemplates: mine\ntargets: { api: { openapi: openapi.yaml, out: out/api } }\n',
      'mine/manifest.ts.hbs': template,
    });
    cpSync(path.join(root, 'test/golden/openapi-3.0/openapi.yaml'), path.join(folder, 'openapi.yaml'));
    return folder;
  }

  async function run(folder: string): Promise<GenerateResult> {
    const { report } = collectDiagnostics();
    const options = await readConfig(path.join(folder, 'backlot.config.yaml'), report);
    return generate(options!, createDiskSink(folder), 'write');
  }

  it('generates files from them', async () => {
    const folder = await project('{{header}}\n\nexport const version = {{version}};\n');

    const { plan } = await run(folder);

    expect(plan).not.toBeNull();
    const text = readFileSync(path.join(folder, 'out/api/manifest.ts'), 'utf8');
    expect(text).toMatch(
      /^\/\/ Generated by backlot from openapi\.yaml\. Do not edit\.\n\nexport const version = '.*';\n$/,
    );
  });

  it('writes nothing if one is invalid', async () => {
    const folder = await project('{{versoin}}');

    const { plan, diagnostics } = await run(folder);

    expect(plan).toBeNull();
    expect(diagnostics.map(lineOf)).toContainEqual(
      expect.stringMatching(/^mine\/manifest\.ts\.hbs:1:3 TEMPLATE_FIELD_UNKNOWN .*did you mean `version`\?/),
    );
    expect(existsSync(path.join(folder, 'out'))).toBe(false);
  });

  it('lists the templates that it read or would read, so that they can be watched', async () => {
    const folder = await project('');
    writeFileSync(path.join(folder, 'mine/index.ts.hbs'), '');

    const { inputs } = await run(folder);

    const mine = ['manifest.ts', 'index.ts', 'types.ts', 'partials/status-ranges'];
    expect(inputs.files).toEqual(
      expect.arrayContaining(mine.map((name) => path.join(folder, 'mine', `${name}.hbs`))),
    );
    expect(inputs.areAll).toBe(false);
  });
});
