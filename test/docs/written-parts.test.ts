/** The generated parts of pages are up to date and complete. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../generator/diagnostics/diagnostics.ts';
import { FINDINGS } from '../../generator/schema/validators/findings.ts';
import type { Fields } from '../../generator/emit/field.ts';
import { describedTemplates } from '../../generator/emit/outputs/registry.ts';
import { refreshPage, writtenPages } from '../../tools/pages/pages.ts';
import { readPage } from './support/blocks.ts';

describe.each(Object.keys(writtenPages))('%s', (page) => {
  it('is up to date; otherwise run `npm run pages`', async () => {
    expect(readPage(page)).toBe(await refreshPage(page, readPage(page)));
  });
});

describe('the page of errors', () => {
  const page = readPage('docs/errors.md');
  const found = [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '');

  it('has exactly the codes of the generator', () => {
    expect(found).toEqual([...Object.keys(catalogue), ...Object.keys(FINDINGS)]);
  });

  const rows = [...Object.entries(catalogue), ...Object.entries(FINDINGS)];
  it.each(rows)('has severity, cause and fix of %s', (code, { cause, fix, severity }) => {
    const section = page.split(`### ${code}\n`)[1]?.split('\n### ')[0];
    for (const text of [`**${severity}**`, cause, fix]) expect(section).toContain(text);
  });
});

describe('the page of templates', () => {
  const sections = readPage('docs/templates.md').split('## Templates and their fields\n')[1] ?? '';

  it('has exactly the templates of the generator', () => {
    const found = [...sections.matchAll(/^### `([^`]+)`$/gm)].map(([, name]) => name ?? '');
    expect(found).toEqual([...describedTemplates.keys()]);
  });

  it.each([...describedTemplates])('has exactly the fields of %s', (name, { fields }) => {
    const section = sections.split(`### \`${name}\`\n`)[1]?.split('\n### ')[0] ?? '';
    const found = [...section.matchAll(/^\| `([^`]+)` *\| (\w+)/gm)].map(([, field, kind]) => [field, kind]);
    expect(found).toEqual(fieldsIn(fields));
  });
});

/** Lists fields with their kinds; fields of a list have its name and brackets as a prefix. */
function fieldsIn(fields: Fields, before = ''): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const inside = field.kind === 'list' ? `${before}${name}[].` : `${before}${name}.`;
    const isView = field.kind === 'list' || field.kind === 'group';
    return [[`${before}${name}`, field.kind], ...(isView ? fieldsIn(field.fields, inside) : [])];
  });
}
