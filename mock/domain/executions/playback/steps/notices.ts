/**
 * Notices of a run: its context is shortened, or something has failed.
 */
import type { CompactionNotice, ErrorNotice } from '../../../scenarios/scenario.ts';
import { closeModelCall, emit } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { failRun } from './ends.ts';
import type { Expanders } from './expander.ts';
import type { TimelessEvent } from '../event-body.ts';

/** The steps that give notice. */
export const notices: Expanders<'notice'> = {
  notice(composition, notice) {
    if ('compaction' in notice) compact(composition, notice.compaction);
    else report(composition, notice.error);
  },
};

/** How much of the context a compaction leaves when its step does not say. */
const usualShare = 0.15;

/**
 * Shortens the context of the run. The next model call reads what is left.
 *
 * Shape: a compaction that failed or was skipped leaves the context as it is.
 */
function compact(composition: Composition, notice: CompactionNotice): void {
  const { reason = 'threshold', strategy = 'summary', tier = 1, outcome = 'ok', takes = 900 } = notice;
  if (composition.run.modelCall !== null) closeModelCall(composition, 'stop');
  const epoch = composition.run.epoch + 1;
  const tokensBefore = notice.before ?? composition.run.inputTokens;
  const isShortened = outcome === 'ok' || outcome === 'gap';
  const tokensAfter = isShortened ? (notice.after ?? Math.ceil(tokensBefore * usualShare)) : tokensBefore;
  const common = { type: 'context_notice', kind: 'compaction', epoch, tier, reason, strategy } as const;
  emit(composition, { ...common, phase: 'start', tokensBefore });
  emit(composition, { ...common, phase: 'complete', outcome, tokensBefore, tokensAfter }, takes);
  const cachedTokens = isShortened ? 0 : Math.min(composition.run.cachedTokens, tokensAfter);
  composition.run = { ...composition.run, epoch, inputTokens: tokensAfter, cachedTokens };
}

/** Emits an error. A run that can't recover from it ends with it. */
function report(composition: Composition, notice: ErrorNotice): void {
  const { message, code, details, recoverable = true } = notice;
  const error =
    code === undefined
      ? message
      : { code, message, ...(details !== undefined && { details: { ...details } }) };
  emit(composition, { type: 'error', error, recoverable });
  if (!recoverable)
    failRun(composition, {
      code: code ?? 'UNRECOVERABLE_ERROR',
      message,
      ...(details !== undefined && { details }),
    });
}

/** The step that emits an event as it stands in the scenario. */
export const event: Expanders<'event'> = {
  event(composition, { type, executionId: _, seq: __, ...properties }) {
    emit(composition, { ...properties, type } as unknown as TimelessEvent);
  },
};
