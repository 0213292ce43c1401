/**
 * The stories about approvals that visitors answer, in the order of their ids.
 */
import type { Pack } from '../pack.ts';
import { answerStories } from './decisions.ts';
import { boundStories } from './bounds.ts';
import { refusalStories } from './refusals.ts';

/** Approvals by the route of the client runtime. */
export const clientApprovalPack: Pack = {
  name: 'client-approval',
  checks: [...answerStories, ...refusalStories, ...boundStories].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  ),
};
