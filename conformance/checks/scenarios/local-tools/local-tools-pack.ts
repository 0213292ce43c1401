/**
 * The stories about tools that run at the caller.
 */
import type { Pack } from '../pack.ts';
import { outputStories } from './outputs.ts';
import { turnStories } from './turns.ts';

/** Outputs of local tools, and answers of users. */
export const localToolsPack: Pack = { name: 'local-tools', checks: [...outputStories, ...turnStories] };
