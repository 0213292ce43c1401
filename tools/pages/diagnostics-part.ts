/**
 * Lists every diagnostic of the generator, from the catalogues that hold their texts.
 */
import { catalogue, type CatalogueRow } from '../../generator/diagnostics-catalogue.ts';
import { FINDINGS } from '../../generator/emit/validators/findings.ts';

/** Writes a section for each code, with what differs from finding to finding in capitals. */
export function diagnosticsPart(): string {
  const ofDocuments = Object.entries<unknown>(catalogue).map(([code, row]) =>
    sectionOf(code, row as CatalogueRow<object>),
  );
  const ofValidators = Object.entries(FINDINGS).map(([code, { says, ...row }]) =>
    sectionOf(code, { ...row, message: () => says('DETAIL') }),
  );
  return [...ofDocuments, ...ofValidators].join('\n');
}

/** What a message is told, each detail being its own name. */
const details = new Proxy({}, { get: (_, name) => String(name).toUpperCase() });

function sectionOf(code: string, { severity, message, cause, fix }: CatalogueRow<object>): string {
  return `### ${code}\n\n**${severity}** · ${message(details)}\n\n- Why: ${cause}\n- Fix: ${fix}\n`;
}
