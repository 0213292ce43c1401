/** Opens the API to check: that of a description, or the Agent Platform. */
import type { CheckPlugin } from '../conformance/plugin.ts';
import type { Contract } from '../contract/contract.ts';
import type { ResourceSources } from '../generator/load/load-resources.ts';
import { printDiagnostics } from './output/print-outcome.ts';

/** A contract, and what the checks know about the API beyond it. */
export interface CheckedApi {
  readonly contract: Contract;
  readonly plugin: CheckPlugin;
}

/**
 * Opens an API; prints what is wrong with its description unless `isQuiet`. Shape: `problem` if nothing of it can be
 * checked.
 */
export async function openCheckedApi(
  description: ResourceSources | null,
  isQuiet: boolean,
): Promise<CheckedApi | { readonly problem: string }> {
  if (description === null) {
    const { agentPlatformContract: contract } = await import('../conformance/agent-platform/contract.ts');
    const { agentPlatform: plugin } = await import('../conformance/agent-platform/plugin.ts');
    return { contract, plugin };
  }
  const { readDescription } = await import('./described-contract.ts');
  const { emptyPlugin: plugin } = await import('../conformance/plugin.ts');
  const { contract, diagnostics } = await readDescription(description);
  const lines = printDiagnostics(diagnostics, false);
  if (contract === null) {
    const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
    const nothing = `${description.openapi ?? ''} has no operation that can be checked.`;
    return { problem: [...lines, ...(hasErrors ? [] : [nothing])].join('\n').trimEnd() };
  }
  if (lines.length > 0 && !isQuiet) process.stderr.write(`${lines.join('\n')}\n`);
  return { contract, plugin };
}
