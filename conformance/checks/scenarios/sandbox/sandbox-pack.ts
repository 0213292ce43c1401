/**
 * The pack about sandbox deployments.
 */
import type { Pack } from '../pack.ts';
import { lifecycleStories } from './lifecycle.ts';
import { refusalStories } from './refusals.ts';
import { replayStories } from './replays.ts';

/** Stories about destroying and resuming sandbox deployments. */
export const sandboxPack: Pack = {
  name: 'sandbox',
  checks: [...lifecycleStories, ...replayStories, ...refusalStories],
};
