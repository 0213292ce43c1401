/** Checks the complete contract for problems that no single stage can detect. Changes nothing. */
import { sentPath } from '../../templates/runtime/router.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { ContractModel } from '../model/contract-model.ts';
import { checkLinks } from './check-links.ts';
import { checkTests } from './check-tests.ts';

/**
 * Checks a contract.
 *
 * Errors: SECURITY_SCHEME_UNKNOWN, PATHS_AMBIGUOUS and those of links and tests (reported).
 */
export function checkContract(contract: ContractModel, report: Report): void {
  checkSecurity(contract, report);
  checkPaths(contract, report);
  checkLinks(contract, report);
  checkTests(contract, report);
}

function checkSecurity({ operations, securitySchemes }: ContractModel, report: Report): void {
  const names = new Set(securitySchemes.map(({ name }) => name));
  for (const { security, place } of operations) {
    for (const { name } of security.flat())
      if (!names.has(name)) report('SECURITY_SCHEME_UNKNOWN', place, { name });
  }
}

function checkPaths({ operations }: ContractModel, report: Report): void {
  const first = new Map<string, string>();
  for (const { method, path, place } of operations) {
    const template = `${method} ${sentPath(path).replaceAll(/\{[^{}]*\}/g, '{}')}`;
    const other = first.get(template);
    if (other === undefined) first.set(template, path);
    else if (other !== path) report('PATHS_AMBIGUOUS', place, { path, other });
  }
}
