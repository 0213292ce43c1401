/**
 * The output of a run besides its texts: artifacts, media, shared state, sources, custom events and notices.
 */
import type { MediaStep, CompactionNotice, ErrorNotice } from '../../../scenarios/scenario.ts';
import { between, emit, type StepBuilder, type Expanders } from '../step-builder.ts';
import { closeModelCall } from '../turns.ts';
import type { RunRecord } from '../run.ts';
import type { TimelessEvent } from '../event-body.ts';
import { cutIntoDeltas } from '../usage.ts';
import { failRun } from './flow.ts';

export const content: Expanders<'artifact' | 'media' | 'state' | 'source' | 'custom'> = {
  artifact(builder, { type: artifactType, title, file, component, text = '', updates = [] }) {
    const id = builder.source.nextId('art');
    emit(builder, {
      type: 'artifact_start',
      id,
      artifactType,
      ...(title !== undefined && { title }),
      ...(file !== undefined && { file: { ...file } }),
      ...(component !== undefined && { component }),
    });
    for (const delta of cutIntoDeltas(text))
      emit(builder, { type: 'artifact_delta', id, delta }, between(builder, 10, 40));
    for (const props of updates) {
      emit(
        builder,
        { type: 'artifact_update', id, component: component ?? '', props: { ...props } },
        between(builder, 150, 500),
      );
    }
    emit(builder, { type: 'artifact_complete', id });
  },

  media(builder, media) {
    const { mediaType, data } = media;
    const url = addressOf(media, builder.run);
    const role = builder.run.turn?.role ?? 'assistant';
    const id = builder.source.nextId('media');
    const tool = toolOf(builder, media);
    emit(builder, { type: 'media_start', id, mediaType, role, ...tool });
    for (const delta of mediaParts(media, url))
      emit(builder, { type: 'media_delta', id, delta }, between(builder, 40, 120));
    emit(builder, {
      type: 'media_complete',
      id,
      mediaType,
      ...(data !== undefined && { data }),
      ...(url !== undefined && { url }),
      ...tool,
    });
  },

  state(builder, { snapshot, patch }) {
    const { run } = builder;
    const iteration = run.turn === null ? {} : { iteration: run.turn.iteration };
    if (snapshot !== undefined)
      emit(builder, { type: 'state_snapshot', state: { ...snapshot }, ...iteration });
    if (patch !== undefined) emit(builder, { type: 'state_delta', patch: [...patch], ...iteration });
  },

  source(builder, source) {
    emit(builder, { type: 'source', id: builder.source.nextId('src'), ...source });
  },

  custom(builder, { name, value }) {
    emit(builder, { type: 'custom', name, ...(value !== undefined && { value }) });
  },
};

function toolOf({ run }: StepBuilder, { ofTool = false }: MediaStep): { readonly toolCallId?: string } {
  return ofTool && run.lastCallId !== null ? { toolCallId: run.lastCallId } : {};
}

function addressOf({ url }: MediaStep, { baseUrl }: RunRecord): string | undefined {
  return url?.startsWith('/') === true ? `${baseUrl}${url}` : url;
}

/** Units: characters of one part. */
const partLength = 512;

/** Splits media into parts. Shape: the joined parts are the data, or the URL of media without data. */
function mediaParts({ data, stream = false }: MediaStep, url: string | undefined): string[] {
  if (!stream) return [];
  return (data ?? url ?? '').match(new RegExp(`.{1,${partLength}}`, 'gsu')) ?? [];
}

export const notices: Expanders<'notice'> = {
  notice(builder, notice) {
    if ('compaction' in notice) compact(builder, notice.compaction);
    else report(builder, notice.error);
  },
};

/** The share of the context that a compaction leaves by default. */
const defaultShare = 0.15;

/**
 * Compacts the context of the run. The next model call reads the rest.
 *
 * Shape: a failed or skipped compaction leaves the context unchanged.
 */
function compact(builder: StepBuilder, notice: CompactionNotice): void {
  const { reason = 'threshold', strategy = 'summary', tier = 1, outcome = 'ok', takes = 900 } = notice;
  if (builder.run.modelCall !== null) closeModelCall(builder, 'stop');
  const epoch = builder.run.epoch + 1;
  const tokensBefore = notice.before ?? builder.run.inputTokens;
  const isShortened = outcome === 'ok' || outcome === 'gap';
  const tokensAfter = isShortened ? (notice.after ?? Math.ceil(tokensBefore * defaultShare)) : tokensBefore;
  const common = { type: 'context_notice', kind: 'compaction', epoch, tier, reason, strategy } as const;
  emit(builder, { ...common, phase: 'start', tokensBefore });
  emit(builder, { ...common, phase: 'complete', outcome, tokensBefore, tokensAfter }, takes);
  const cachedTokens = isShortened ? 0 : Math.min(builder.run.cachedTokens, tokensAfter);
  builder.run = { ...builder.run, epoch, inputTokens: tokensAfter, cachedTokens };
}

/** Emits an error. An error that is not recoverable ends the run. */
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

/** The step that emits an event exactly as it is written in the scenario. */
export const event: Expanders<'event'> = {
  event(builder, { type, executionId: _, seq: __, ...properties }) {
    emit(builder, { ...properties, type } as TimelessEvent);
  },
};
