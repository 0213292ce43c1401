/**
 * Errors of faults.
 */

/** An error of this area. */
export interface FaultError {
  readonly code: 'FAULT_NOT_FOUND';
  readonly faultId: string;
}
