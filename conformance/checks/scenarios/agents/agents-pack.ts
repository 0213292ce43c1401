/**
 * The stories about agents, in the order of their ids.
 */
import type { Pack } from '../pack.ts';
import { capabilityStories } from './capabilities.ts';
import { cardStories } from './cards.ts';
import { deletionStories } from './deletion.ts';
import { exportStories } from './export.ts';
import { grantStories } from './grants.ts';
import { listingStories } from './listing.ts';
import { recordStories } from './records.ts';
import { versionStories } from './versions.ts';

/** Agents: their records, capabilities, versions, exports, cards, grants and lists. */
export const agentsPack: Pack = {
  name: 'agents',
  checks: [
    ...recordStories,
    ...capabilityStories,
    ...versionStories,
    ...deletionStories,
    ...exportStories,
    ...cardStories,
    ...grantStories,
    ...listingStories,
  ],
};
