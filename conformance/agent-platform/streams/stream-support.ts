/** The part of the checks of streams that is specific to the Agent Platform, besides its contract. */
import { isFields } from '../../model/json-fields.ts';
import { defineStreams } from '../../streams/stream-plugin.ts';
import type { StreamSupport } from '../../streams/stream-support.ts';
import { agreementRule, timeRule } from './agreement.ts';
import { approvalRule } from './approvals.ts';
import { createRunMemory } from './begin-run.ts';
import { resumedRule } from './beginning.ts';
import { streamChecks } from './checks.ts';
import { eventTraits } from './event-traits.ts';
import { figureRule, pieceRule } from './figures.ts';
import { checkResult, outcomeRule, readResult } from './outcome.ts';
import { patchRule } from './patches.ts';
import type { RunMemory } from './run-memory.ts';
import { rowFor } from './stream-operations.ts';
import { totalRule } from './totals.ts';
import { gateRule, turnRule } from './turns.ts';

const support: StreamSupport<RunMemory> = {
  checks: streamChecks,
  rules: [
    resumedRule,
    outcomeRule,
    approvalRule,
    patchRule,
    turnRule,
    gateRule,
    pieceRule,
    figureRule,
    agreementRule,
    timeRule,
    totalRule,
  ],
  traits: eventTraits,
  operationOf: rowFor,
  // Why: a request with the id of its message may be a retry. Source: A-075.
  mayRepeat: (runEntry, body) =>
    runEntry === 'resume' && isFields(body) && typeof body['assistantMessageId'] === 'string',
  createMemory: createRunMemory,
  readResult,
  checkResult,
};

export const executionStreams = defineStreams(support);
