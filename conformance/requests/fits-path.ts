/** Whether the description of a path parameter allows a value. */
import type { ContractOperation } from '../../contract/operations.ts';
import { readParameters } from '../../templates/runtime/read-parameters.ts';

/** Returns whether a path parameter may have a value. */
export function fitsPath({ parameters }: ContractOperation, name: string, text: string): boolean {
  const own = parameters.filter((each) => each.in === 'path' && each.name === name);
  const source = { pathParams: { [name]: text }, query: '', headers: new Headers() };
  const { problems, mismatches } = readParameters(own, source);
  return problems.length + mismatches.length === 0;
}
