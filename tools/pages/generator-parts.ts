/** The generated parts of the pages about the generator: changes, diagnostics and templates. */
import type { ChangeRow } from '../../generator/diff/catalogue/row.ts';
import { changeCatalogue } from '../../generator/diff/catalogue/change.ts';
import { catalogue, type CatalogueRow } from '../../generator/diagnostics/diagnostics.ts';
import { FINDINGS } from '../../generator/schema/validators/findings.ts';
import type { ViewField, Fields } from '../../generator/emit/field.ts';
import { describedTemplates } from '../../generator/emit/outputs/registry.ts';
import { writeTable } from '../table.ts';

/** Passes placeholders to a message: every property is its own name in capitals, and `values` a list. */
const placeholders = new Proxy(
  {},
  { get: (_, name) => (name === 'values' ? ['VALUE', '…'] : String(name).toUpperCase()) },
);

/** Writes the table of all kinds of changes. */
export function changesPart(): string {
  const rows = Object.entries<unknown>(changeCatalogue).map(([kind, row]) => {
    const { effects, message } = row as ChangeRow<object>;
    return [
      `\`${kind}\``,
      effects.request.writers,
      effects.response.readers,
      message('`NAME`', placeholders),
    ];
  });
  return writeTable(['kind', 'writers', 'readers', 'message'], rows);
}

/** Writes a section for each diagnostic code. */
export function diagnosticsPart(): string {
  const ofDocuments = Object.entries<unknown>(catalogue).map(([code, row]) =>
    writeDiagnostic(code, row as CatalogueRow<object>),
  );
  const ofValidators = Object.entries(FINDINGS).map(([code, { describe, ...row }]) =>
    writeDiagnostic(code, { ...row, message: () => describe('DETAIL') }),
  );
  return [...ofDocuments, ...ofValidators].join('\n');
}

function writeDiagnostic(code: string, { severity, message, cause, fix }: CatalogueRow<object>): string {
  return `### ${code}\n\n**${severity}** · ${message(placeholders)}\n\n- Why: ${cause}\n- Fix: ${fix}\n`;
}

/** Writes a section for each template. */
export function templatesPart(): string {
  return [...describedTemplates]
    .map(
      ([name, { about, fields }]) =>
        `### \`${name}\`\n\n${about}.\n\n${writeTable(['field', 'kind', 'description'], fieldRows(fields, ''))}`,
    )
    .join('\n');
}

/** Returns the rows of fields and of the fields inside them. Shape: `prefix` is such as `types[].`. */
function fieldRows(fields: Fields, prefix: string): string[][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [`\`${prefix}${name}\``, field.kind, field.about],
    ...innerRows(field, `${prefix}${name}`),
  ]);
}

function innerRows(field: ViewField, name: string): string[][] {
  switch (field.kind) {
    case 'list':
      return fieldRows(field.fields, `${name}[].`);
    case 'group':
      return fieldRows(field.fields, `${name}.`);
    case 'text':
    case 'flag':
      return [];
  }
}
