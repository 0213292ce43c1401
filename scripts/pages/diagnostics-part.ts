/**
 * Lists every finding about documents, from the catalogue that they are told from.
 */
import { catalogue, type CatalogueRow } from '../../generator/diagnostics-catalogue.ts';

/** Writes a section for each code, with what differs from finding to finding in capitals. */
export function diagnosticsPart(): string {
  return Object.entries<unknown>(catalogue)
    .map(([code, row]) => sectionOf(code, row as CatalogueRow<object>))
    .join('\n');
}

/** What a message is told, each detail being its own name. */
const details = new Proxy({}, { get: (_, name) => String(name).toUpperCase() });

function sectionOf(code: string, { severity, message, cause, fix }: CatalogueRow<object>): string {
  return `### ${code}\n\n**${severity}** · ${message(details)}\n\n- Why: ${cause}\n- Fix: ${fix}\n`;
}
