/**
 * What a client should know and what changes nothing: a shortened conversation, a failure that the run got over.
 */
import type { CompactionNotice, ErrorNotice } from '../../scenario-steps.ts';
import { emit } from '../compose.ts';
import type { Composition } from '../compose.ts';
import type { Expanders } from './expander.ts';

/** The steps that give notice. */
export const notices: Expanders<'notice'> = {
  notice(composition, notice) {
    if ('compaction' in notice) compact(composition, notice.compaction);
    else report(composition, notice.error);
  },
};

function compact(composition: Composition, notice: CompactionNotice): void {
  const { reason = 'threshold', strategy = 'summary', tier = 1, outcome = 'ok', takes = 900 } = notice;
  const epoch = composition.run.epoch + 1;
  composition.run = { ...composition.run, epoch };
  const before = notice.before === undefined ? {} : { tokensBefore: notice.before };
  const told = { type: 'context_notice', kind: 'compaction', epoch, tier, reason, strategy } as const;
  emit(composition, { ...told, phase: 'start', ...before });
  const after = notice.after === undefined ? {} : { tokensAfter: notice.after };
  emit(composition, { ...told, phase: 'complete', outcome, ...before, ...after }, takes);
}

function report(composition: Composition, notice: ErrorNotice): void {
  const { message, code, details, recoverable = true } = notice;
  const error =
    code === undefined
      ? message
      : { code, message, ...(details !== undefined && { details: { ...details } }) };
  emit(composition, { type: 'error', error, recoverable });
}
