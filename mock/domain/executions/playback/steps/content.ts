/**
 * What a run shows beside its answer: artifacts, media, shared state, sources, custom events.
 */
import type { MediaStep } from '../../../scenarios/scenario.ts';
import { between, emit } from '../step-builder.ts';
import type { StepBuilder } from '../step-builder.ts';
import type { RunRecord } from '../run.ts';
import { cutIntoDeltas } from '../usage.ts';
import type { Expanders } from './expander.ts';

/** The steps that show something. */
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
    for (const delta of cutIntoDeltas(text)) {
      emit(builder, { type: 'artifact_delta', id, delta }, between(builder, 10, 40));
    }
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
    for (const delta of mediaParts(media, url)) {
      emit(builder, { type: 'media_delta', id, delta }, between(builder, 40, 120));
    }
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

/** A path is an address of the mock, in the world of the run. */
function addressOf({ url }: MediaStep, { baseUrl }: RunRecord): string | undefined {
  return url?.startsWith('/') === true ? `${baseUrl}${url}` : url;
}

/** Units: characters of one part. */
const partLength = 512;

/** Cuts media into parts. Shape: the parts joined are the data, or the URL of media without data. */
function mediaParts({ data, stream = false }: MediaStep, url: string | undefined): string[] {
  if (!stream) return [];
  return (data ?? url ?? '').match(new RegExp(`.{1,${partLength}}`, 'gsu')) ?? [];
}
