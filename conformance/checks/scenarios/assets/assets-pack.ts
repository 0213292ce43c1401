/**
 * The pack about stored assets.
 */
import type { Pack } from '../pack.ts';
import { previewStories } from './previews.ts';
import { servingStories } from './serving.ts';

/** Stories about fetching assets and showing previews. */
export const assetsPack: Pack = { name: 'assets', checks: [...servingStories, ...previewStories] };
