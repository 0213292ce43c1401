/**
 * The stories about agents, in the order of their ids.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { capabilityChecks } from './capabilities.ts';
import { cardChecks } from './cards.ts';
import { deletionChecks } from './deletion.ts';
import { exportChecks } from './export.ts';
import { grantChecks } from './grants.ts';
import { listingChecks } from './listing.ts';
import { recordChecks } from './records.ts';
import { versionChecks } from './versions.ts';

/** Agents: their records, capabilities, versions, exports, cards, grants and lists. */
export const agentsSuite: CheckSuite = {
  name: 'agents',
  checks: [
    ...recordChecks,
    ...capabilityChecks,
    ...versionChecks,
    ...deletionChecks,
    ...exportChecks,
    ...cardChecks,
    ...grantChecks,
    ...listingChecks,
  ],
};
