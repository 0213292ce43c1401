/** What a case is: one request with what it expects. Types only. */
import type { Arbitrary } from 'fast-check';
import type { Operation } from '../../schema-location/operations.ts';
import type { Expectation } from './expectation.ts';
import type { OperationTraits } from './operation-traits.ts';
import type { RequestForm } from './request-form.ts';

/**
 * One request with what it expects.
 *
 * Shape: `before` are requests that must have been answered with success, or as the case expects it itself, so that the case
 * means something. `keeps` is what must not be lost when the case is made smaller: that the request fits the contract, or
 * that it is wrong in the same place; `null` for one that stays as it is.
 */
export interface Case {
  readonly form: RequestForm;
  readonly expectation: Expectation;
  readonly before: readonly RequestForm[];
  readonly keeps: 'right' | 'wrong' | null;
}

/** The cases of one check for one operation: those that are listed, in their order, and others that are left to chance. */
export interface CaseSet {
  readonly cases: readonly Case[];
  readonly random: Arbitrary<Case> | null;
}

/**
 * How much a base request can be relied on: it was given, its ids are those of records of the right kind, or they are made up.
 */
export type Confidence = 'given' | 'likely' | 'guessed';

/** An operation with a request that means something, as far as it is known. */
export interface Subject {
  readonly operation: Operation;
  readonly traits: OperationTraits;
  readonly base: RequestForm;
  readonly confidence: Confidence;
  /** Whether the configuration or a driver names the operation. */
  readonly isNamed: boolean;
  /** Names of the path's parameters that have no value. */
  readonly missing: readonly string[];
  /** Whether the record belongs to somebody and must not be changed more than asked for. */
  readonly isBorrowed: boolean;
  /** How the base request was answered; `null` while it was not sent. */
  readonly baseline: number | null;
}
