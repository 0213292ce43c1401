/** Updates the generated parts of the docs pages. `--check` only reports whether they are up to date. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { generalChecksPart, scenarioChecksPart } from './check-parts.ts';
import { commandsPart } from './command-parts.ts';
import { changesPart, diagnosticsPart, templatesPart } from './generator-parts.ts';
import { replacePart, writeFiles } from '../write-files.ts';
import { detailsPart, outsidePart, startPart } from './mock-parts.ts';

const project = path.join(import.meta.dirname, '../..');

/** The generated parts of each page, by name. Shape: a part is Markdown and ends with a line break. */
export const writtenPages: Readonly<
  Record<string, Readonly<Record<string, () => string | Promise<string>>>>
> = {
  'docs/checks.md': { general: generalChecksPart, scenarios: scenarioChecksPart },
  'docs/cli.md': { commands: commandsPart },
  'docs/templates.md': { templates: templatesPart },
  'docs/diff.md': { changes: changesPart },
  'docs/errors.md': {
    diagnostics: diagnosticsPart,
    outside: outsidePart,
    details: detailsPart,
    start: startPart,
  },
};

/** Returns the page with current parts. Errors: rejects if the page has no place for a part. */
export async function refreshPage(page: string, text: string): Promise<string> {
  let fresh = text;
  for (const [name, write] of Object.entries(writtenPages[page] ?? {}))
    fresh = await replacePart(page, fresh, name, await write());
  return fresh;
}

if (import.meta.main) {
  const pages = Object.keys(writtenPages).map(async (page) => {
    const text = await readFile(path.join(project, page), 'utf8');
    return [page, await refreshPage(page, text)] as const;
  });
  await writeFiles(new Map(await Promise.all(pages)), 'npm run pages');
}
