/**
 * The pack about how agents get a key.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { assertionChecks } from './assertions.ts';
import { claimChecks } from './claims.ts';
import { discoveryChecks } from './discovery.ts';
import { preClaimChecks } from './pre-claim.ts';

/** Stories about registering and claiming. */
export const registrationSuite: CheckSuite = {
  name: 'registration',
  checks: [...preClaimChecks, ...claimChecks, ...assertionChecks, ...discoveryChecks],
};
