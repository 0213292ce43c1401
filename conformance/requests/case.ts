/** Cases: requests with their expected responses. Types only. */
import type { Arbitrary } from 'fast-check';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Expectation } from '../model/expectation.ts';
import type { OperationTraits } from './operation-traits.ts';
import type { RequestForm } from './request-form.ts';
import type { RequestTraits } from './request-traits.ts';

/**
 * One request with its expected response.
 *
 * Shape: `before` are requests that must have succeeded, or returned the response that the case expects, for the case
 * to be conclusive. `keeps` is what shrinking must preserve: that the request matches the contract, or is invalid in
 * the same place; `null` for a case that is not shrunk.
 */
export interface Case {
  readonly form: RequestForm;
  readonly expectation: Expectation;
  readonly before: readonly RequestForm[];
  readonly keeps: 'right' | 'wrong' | null;
}

/** The cases of one check for one operation: listed ones in order, and random ones. */
export interface CaseSet {
  readonly cases: readonly Case[];
  /** Shape: it creates `null` for a case that is not sent. Why: a filter that nothing passes never ends. */
  readonly random: Arbitrary<Case | null> | null;
}

/** How reliable a base request is: given, with ids of records of the right kind, or with invented ids. */
export type Confidence = 'given' | 'likely' | 'guessed';

/** An operation with a base request that is as meaningful as possible. */
export interface Subject {
  readonly operation: ContractOperation;
  readonly traits: OperationTraits;
  readonly api: RequestTraits;
  readonly base: RequestForm;
  readonly confidence: Confidence;
  /** Whether the configuration or a driver names the operation. */
  readonly isNamed: boolean;
  /** Names of the path parameters without a value, and of other required parameters. */
  readonly missing: readonly string[];
  /** Whether the record existed before the run and must only be changed as configured. */
  readonly isBorrowed: boolean;
  /** Status of the response to the base request; `null` until it is sent. */
  readonly baseline: number | null;
}
