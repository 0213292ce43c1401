/**
 * The names of the product events, as the source lists them.
 */
import type { ProductEventName } from '../../../../generated/service/types.ts';

/** Every name once. Why: a record is total, so a new name in the contract does not compile until it stands here. */
const names: Readonly<Record<ProductEventName, true>> = {
  'svc.execution.failed': true,
  'svc.approval.requested': true,
  'svc.schedule.run_failed': true,
  'svc.eval.run_completed': true,
  'svc.conversation.human_takeover': true,
  'svc.skill.proposal_created': true,
  'svc.task.input_required': true,
  'svc.task.completed': true,
  'svc.task.failed': true,
  'svc.task.cancelled': true,
};

/** The names, in the order of the source. */
export const productEventNames = Object.keys(names) as readonly ProductEventName[];
