/** Every stream rule. Shape: in the order of their checks, without S01 and S18 to S20, which check responses. */
import { agreementRule, timeRule } from './agreement.ts';
import { approvalRule } from './approvals.ts';
import { endRule, pauseRule, outcomeRule } from './endings.ts';
import { figureRule, pieceRule } from './figures.ts';
import {
  flushRule,
  frameIdRule,
  frameNameRule,
  frameRule,
  frameSizeRule,
  shapeRule,
  typeRule,
} from './frames.ts';
import { beginningRule, oneRunRule, orderRule } from './order.ts';
import { pairingRule, textRule } from './pairing.ts';
import { patchRule } from './patches.ts';
import type { StreamRule } from './stream-rule.ts';
import { totalRule } from './totals.ts';
import { gateRule, turnRule } from './turns.ts';

/** The rules that run on every stream. */
export const streamRules: readonly StreamRule[] = [
  frameRule,
  typeRule,
  shapeRule,
  oneRunRule,
  orderRule,
  frameNameRule,
  frameIdRule,
  endRule,
  pauseRule,
  beginningRule,
  pairingRule,
  textRule,
  outcomeRule,
  approvalRule,
  patchRule,
  flushRule,
  frameSizeRule,
  turnRule,
  gateRule,
  pieceRule,
  figureRule,
  agreementRule,
  timeRule,
  totalRule,
];
