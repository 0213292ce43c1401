/**
 * The kinds of problem a value can have. Types only.
 */

/** Stable names of what can be wrong; clients may compare them. */
export type ProblemCode =
  | 'MISSING_REQUIRED_FIELD'
  | 'UNKNOWN_FIELD'
  | 'INVALID_TYPE'
  | 'INVALID_ENUM'
  | 'INVALID_FORMAT'
  | 'INVALID_VALUE'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_SMALL'
  | 'TOO_LARGE'
  | 'TOO_FEW'
  | 'TOO_MANY'
  | 'DUPLICATE_PARAMETER';
