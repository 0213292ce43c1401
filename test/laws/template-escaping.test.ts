/**
 * Text of a description can never leave the comment, string or template literal that a template puts it in.
 * Each template is printed with values that try to, and the output is read by the scanner of TypeScript.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import type { View, ViewValue } from '../../generator/emit/emitter.ts';
import type { ViewField, Fields } from '../../generator/emit/field.ts';
import { describedTemplates } from '../../generator/emit/outputs/registry.ts';
import { loadRenderer, type Renderer } from '../../generator/render/engine.ts';
import { TsText } from '../../generator/print/ts-text.ts';
import { temporaryFolder } from '../support/folder.ts';

const templates = path.resolve(import.meta.dirname, '../../templates');
const MARK = 'MARK';

/** A view in which every text is the same, every list has one item and every flag one value. */
function viewWith(fields: Fields, text: string, isFlagged: boolean): View {
  const valueOf = (field: ViewField): ViewValue => {
    if (!('fields' in field)) return field.kind === 'flag' ? isFlagged : TsText.trust(text);
    const inside = viewWith(field.fields, text, isFlagged);
    return field.kind === 'list' ? [inside] : inside;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)]));
}

/** Counts the marks in code. */
function marksInCode(output: string): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, output);
  let count = 0;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
    if (kind === ts.SyntaxKind.Identifier && scanner.getTokenText() === MARK) count++;
  return count;
}

const attacks = [
  `*/ ${MARK} /*`,
  `/ ${MARK} /*`,
  `*`,
  `\n${MARK}\n`,
  `\r${MARK}\r`,
  `\u2028${MARK}\u2028`,
  `**/ ${MARK} /**`,
  `*/*/ ${MARK} /*/*`,
];

describe.each([...describedTemplates])('the template %s', (name, { fields }) => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await loadRenderer(templates);
  });

  it.each([true, false])('keeps values in its comments (flags: %s)', (isFlagged) => {
    const render = (text: string): string => renderer.render(name, viewWith(fields, text, isFlagged));
    const inCode = marksInCode(render(` ${MARK} `));
    for (const attack of attacks) {
      // Code of a view is TypeScript already: what the attack puts there directly is not the template's doing.
      const expected = attack.includes(MARK) ? inCode : 0;
      expect({ attack, marks: marksInCode(blankCode(render, attack)) }).toEqual({ attack, marks: expected });
    }
  });
});

/** Prints with an attack; values in code are then replaced by the mark alone. */
function blankCode(render: (text: string) => string, attack: string): string {
  return render(attack).replaceAll(attack, attack.includes(MARK) ? ` ${MARK} ` : '');
}

it('the templates insert no value into a template literal', () => {
  const files = readdirSync(templates, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.hbs'),
  );
  const withLiterals = files.filter((file) =>
    /`[^`]*\{\{/.test(withoutComments(readFileSync(path.join(templates, file), 'utf8'))),
  );
  expect(withLiterals).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*/g, '');
}

describe('a template of a project', () => {
  const rows: readonly (readonly [place: string, template: string, value: string, output: string])[] = [
    ['a block comment', '/** {{v}}. */', '*/ x /*', '/** *\\/ x /* . */'],
    ['a block comment, before a slash', '/* {{v}}/ */', '*', '/* * / */'],
    ['a block comment, after a star', '/* *{{v}} */', '/ x', '/* *\\/ x */'],
    ['a line comment', '// {{v}}\n', 'a\nb\u2028c', '// a b c\n'],
    ['single quotes', "'{{v}}'", "'; x; '\\", "'\\'; x; \\'\\\\'"],
    ['double quotes', '"{{v}}"', '"; x; "\n', '"\\"; x; \\"\\u000a"'],
    ['a template literal', '`{{v}}`', '`${x}\\', '`\\`\\${x}\\\\`'],
    ['the code of a template literal', '`${ {{v}} }`', "'a\\'b'", "`${ 'a\\'b' }`"],
    ['code after a comment', "/* don't */ {{v}}", "'a\\'b'", "/* don't */ 'a\\'b'"],
    ['code after a string', "'/*' {{v}}", '/** a */', "'/*' /** a */"],
    ['a partial in a comment', '/* {{> part}} */{{> part}}', '*/', '/* *\\/ */*/'],
    ['a block in a comment', '/* {{#if yes}}{{v}}{{/if}} */', '*/', '/* *\\/ */'],
  ];

  it.each(rows)('has its values escaped in %s', async (_, template, value, output) => {
    const folder = await temporaryFolder({ 't.hbs': template, 'partials/part.hbs': '{{v}}' });
    const renderer = await loadRenderer(folder);
    expect(renderer.render('t', { v: TsText.trust(value), yes: true })).toBe(output);
  });
});
