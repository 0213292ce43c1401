/**
 * The stories about approvals that are answered by the route of the agent.
 */
import type { Pack } from '../pack.ts';
import { answerStories } from './decisions.ts';
import { limitStories } from './limits.ts';

/** Approvals by the route of the agent. */
export const approvalsPack: Pack = { name: 'approvals', checks: [...answerStories, ...limitStories] };
