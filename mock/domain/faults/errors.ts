/**
 * What the domain refuses about faults.
 */

/** Everything that is refused about faults. */
export interface FaultError {
  readonly code: 'FAULT_NOT_FOUND';
  readonly faultId: string;
}
