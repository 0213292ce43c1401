/**
 * Notices of a run: its context is shortened, or something has failed.
 */
import type { CompactionNotice, ErrorNotice } from '../../../scenarios/scenario.ts';
import { closeModelCall, emit } from '../step-builder.ts';
import type { StepBuilder } from '../step-builder.ts';
import { failRun } from './ends.ts';
import type { Expanders } from './expander.ts';
import type { TimelessEvent } from '../event-body.ts';

/** The steps that give notice. */
export const notices: Expanders<'notice'> = {
  notice(builder, notice) {
    if ('compaction' in notice) compact(builder, notice.compaction);
    else report(builder, notice.error);
  },
};

/** How much of the context a compaction leaves when its step does not say. */
const usualShare = 0.15;

/**
 * Shortens the context of the run. The next model call reads what is left.
 *
 * Shape: a compaction that failed or was skipped leaves the context as it is.
 */
function compact(builder: StepBuilder, notice: CompactionNotice): void {
  const { reason = 'threshold', strategy = 'summary', tier = 1, outcome = 'ok', takes = 900 } = notice;
  if (builder.run.modelCall !== null) closeModelCall(builder, 'stop');
  const epoch = builder.run.epoch + 1;
  const tokensBefore = notice.before ?? builder.run.inputTokens;
  const isShortened = outcome === 'ok' || outcome === 'gap';
  const tokensAfter = isShortened ? (notice.after ?? Math.ceil(tokensBefore * usualShare)) : tokensBefore;
  const common = { type: 'context_notice', kind: 'compaction', epoch, tier, reason, strategy } as const;
  emit(builder, { ...common, phase: 'start', tokensBefore });
  emit(builder, { ...common, phase: 'complete', outcome, tokensBefore, tokensAfter }, takes);
  const cachedTokens = isShortened ? 0 : Math.min(builder.run.cachedTokens, tokensAfter);
  builder.run = { ...builder.run, epoch, inputTokens: tokensAfter, cachedTokens };
}

/** Emits an error. A run that can't recover from it ends with it. */
function report(builder: StepBuilder, notice: ErrorNotice): void {
  const { message, code, details, recoverable = true } = notice;
  const error =
    code === undefined
      ? message
      : { code, message, ...(details !== undefined && { details: { ...details } }) };
  emit(builder, { type: 'error', error, recoverable });
  if (!recoverable)
    failRun(builder, {
      code: code ?? 'UNRECOVERABLE_ERROR',
      message,
      ...(details !== undefined && { details }),
    });
}

/** The step that emits an event as it stands in the scenario. */
export const event: Expanders<'event'> = {
  event(builder, { type, executionId: _, seq: __, ...properties }) {
    emit(builder, { ...properties, type } as unknown as TimelessEvent);
  },
};
