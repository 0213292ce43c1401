/**
 * The pack about the feed of product events.
 */
import type { Pack } from '../pack.ts';
import { catalogueStories } from './catalogue.ts';
import { cursorStories } from './cursors.ts';
import { failureStories } from './failures.ts';
import { filterStories } from './filters.ts';
import { pagingStories } from './paging.ts';
import { refusalStories } from './refusals.ts';
import { waitStories } from './waits.ts';

/** Stories about polling for product events. */
export const eventsPack: Pack = {
  name: 'events',
  checks: [
    ...pagingStories,
    ...filterStories,
    ...waitStories,
    ...refusalStories,
    ...catalogueStories,
    ...cursorStories,
    ...failureStories,
  ],
};
