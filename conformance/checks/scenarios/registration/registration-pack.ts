/**
 * The pack about how agents get a key.
 */
import type { Pack } from '../pack.ts';
import { assertionStories } from './assertions.ts';
import { claimStories } from './claims.ts';
import { discoveryStories } from './discovery.ts';
import { preClaimStories } from './pre-claim.ts';

/** Stories about registering and claiming. */
export const registrationPack: Pack = {
  name: 'registration',
  checks: [...preClaimStories, ...claimStories, ...assertionStories, ...discoveryStories],
};
