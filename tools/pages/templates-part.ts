/**
 * Describes every template and what it is given, from the table that the templates are held to.
 */
import type { Field, Fields } from '../../generator/emit/views/field.ts';
import { describedTemplates, type DescribedTemplate } from '../../generator/emit/views/template-views.ts';
import { writeTable } from './table.ts';

/** Writes a section for each template. */
export function templatesPart(): string {
  return Object.entries<DescribedTemplate>(describedTemplates)
    .map(
      ([name, { about, fields }]) =>
        `### \`${name}\`\n\n${about}.\n\n${writeTable(['field', 'is a', 'what it is'], rowsOf(fields, ''))}`,
    )
    .join('\n');
}

/** A field inside a list is written behind the list and a pair of brackets. */
function rowsOf(fields: Fields, before: string): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const row = [`\`${before}${name}\``, field.kind, field.about];
    return [row, ...insideOf(name, field, before)];
  });
}

function insideOf(name: string, field: Field, before: string): string[][] {
  switch (field.kind) {
    case 'list':
      return rowsOf(field.fields, `${before}${name}[].`);
    case 'group':
      return rowsOf(field.fields, `${before}${name}.`);
    case 'text':
    case 'flag':
      return [];
  }
}
