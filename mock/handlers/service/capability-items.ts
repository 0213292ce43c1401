/**
 * The capabilities that are sent along with a new agent. The contract leaves their items open; the mock holds them to
 * the body that adds one.
 */
import type { Problem } from '../../../generated/runtime/problem.ts';
import { validateSchema } from '../../../generated/service/validators.ts';

/**
 * Lists what is wrong with the items, empty when they can be added.
 *
 * Source: assumption A-021.
 */
export async function findCapabilityProblems(items: readonly unknown[]): Promise<Problem[]> {
  const problems = await Promise.all(
    items.map((item, position) => validateSchema.CapabilityInput.explain(item, `capabilities.${position}`)),
  );
  return problems.flat();
}
