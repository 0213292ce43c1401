/**
 * Lints a description with the rules that its owners chose. Runs only if the configuration names a rule file:
 * third-party documents are not linted.
 */
import { lint, loadConfig } from '@redocly/openapi-core';
import type { Report } from '../diagnostics/diagnostics.ts';
import { placeOfProblem } from './bundle-problems.ts';
import type { SourceText } from './load.ts';
import { createReferenceReader, PROJECT_ONLY, type ReferenceAccess } from './reference-access.ts';
import { ReferenceResolver } from './reference-resolver.ts';

/** Lints one document and everything it refers to. Errors: LINT_ERROR, LINT_WARNING (reported). */
export async function lintDocument(
  source: SourceText,
  ruleFile: string,
  folder: string,
  report: Report,
  access: ReferenceAccess = PROJECT_ONLY,
): Promise<void> {
  const config = await loadConfig({ configPath: ruleFile });
  const reader = createReferenceReader(source.absolute, folder, access);
  const externalRefResolver = new ReferenceResolver(config.resolve, reader);
  for (const problem of await lint({ ref: source.absolute, config, externalRefResolver })) {
    if (problem.ignored) continue;
    const code = problem.severity === 'error' ? 'LINT_ERROR' : 'LINT_WARNING';
    report(code, placeOfProblem(problem, folder), { rule: problem.ruleId, problem: problem.message });
  }
}
