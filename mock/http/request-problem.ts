/**
 * A request that is refused by what a handler finds in it, after the contract has accepted it.
 */
import type { Problem } from '../../generated/runtime/problem.ts';

/** Thrown by handlers; the pipeline answers 400 with the details. Nothing must have been changed before. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly details: readonly Problem[];

  constructor(...details: readonly Problem[]) {
    super(details.map(({ message }) => message).join(', '));
    this.details = details;
  }
}
