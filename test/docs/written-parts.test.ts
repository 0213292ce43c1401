/** The parts of pages that follow from tables are fresh, and name all that there is and nothing else. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../generator/diagnostics-catalogue.ts';
import { FINDINGS } from '../../generator/emit/validators/findings.ts';
import type { Fields } from '../../generator/emit/views/field.ts';
import { describedTemplates, type DescribedTemplate } from '../../generator/emit/views/template-views.ts';
import { refreshPage, writtenPages } from '../../tools/pages/pages.ts';
import { readPage } from './support/blocks.ts';

describe.each(Object.keys(writtenPages))('%s', (page) => {
  it('says what the tables say; else run `npm run pages`', async () => {
    expect(readPage(page)).toBe(await refreshPage(page, readPage(page)));
  });
});

describe('the page of messages', () => {
  const page = readPage('docs/errors.md');
  const found = [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '');

  it('has every code that the generator can report, and no other', () => {
    expect(found).toEqual([...Object.keys(catalogue), ...Object.keys(FINDINGS)]);
  });

  const rows = [...Object.entries(catalogue), ...Object.entries(FINDINGS)];
  it.each(rows)('gives cause and fix of %s', (code, { cause, fix, severity }) => {
    const section = page.split(`### ${code}\n`)[1]?.split('\n### ')[0];
    for (const text of [`**${severity}**`, cause, fix]) expect(section).toContain(text);
  });
});

describe('the page of templates', () => {
  const sections = readPage('docs/templates.md').split('## Templates and their fields\n')[1] ?? '';

  it('has every template, and no other', () => {
    const found = [...sections.matchAll(/^### `([^`]+)`$/gm)].map(([, name]) => name ?? '');
    expect(found).toEqual(Object.keys(describedTemplates));
  });

  it.each(Object.entries<DescribedTemplate>(describedTemplates))(
    'has every field of %s, and no other',
    (name, { fields }) => {
      const section = sections.split(`### \`${name}\`\n`)[1]?.split('\n### ')[0] ?? '';
      const found = [...section.matchAll(/^\| `([^`]+)` *\| (\w+)/gm)].map(([, field, kind]) => [
        field,
        kind,
      ]);
      expect(found).toEqual(fieldsIn(fields));
    },
  );
});

/** Lists fields with their kinds; those of a list stand behind it and a pair of brackets. */
function fieldsIn(fields: Fields, before = ''): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const inside = field.kind === 'list' ? `${before}${name}[].` : `${before}${name}.`;
    const isView = field.kind === 'list' || field.kind === 'group';
    return [[`${before}${name}`, field.kind], ...(isView ? fieldsIn(field.fields, inside) : [])];
  });
}
