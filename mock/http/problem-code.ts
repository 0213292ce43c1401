/**
 * The code that an operation promises in the body when a request does not fit the contract. Most promise none.
 */
import type { Problem } from '../../generated/runtime/problem.ts';
import type { OperationSpec } from '../../generated/runtime/operation-spec.ts';

/** What an operation says about its codes. */
interface ProblemCodes {
  readonly parameters: Readonly<Record<string, string>>;
  readonly others: string;
}

/**
 * Returns the code for a row of problems.
 *
 * Shape: that of a parameter only when nothing else is wrong; null for an operation without codes.
 * Source: `x-problem-codes` of an operation in spec/.
 */
export function problemCode({ extensions }: OperationSpec, problems: readonly Problem[]): string | null {
  const codes = extensions['x-problem-codes'] as ProblemCodes | undefined;
  if (codes === undefined) return null;
  const found = new Set(problems.map(({ path }) => codes.parameters[path] ?? codes.others));
  const [only = codes.others] = found;
  return found.size > 1 ? codes.others : only;
}
