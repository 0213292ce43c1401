/**
 * What a run shows beside its answer: artifacts, media, shared state, sources, custom events.
 */
import type { MediaStep } from '../../../scenarios/scenario.ts';
import { between, emit } from '../compose.ts';
import type { Composition } from '../compose.ts';
import type { RunRecord } from '../run.ts';
import { cutIntoDeltas } from '../usage.ts';
import type { Expanders } from './expander.ts';

/** The steps that show something. */
export const content: Expanders<'artifact' | 'media' | 'state' | 'source' | 'custom'> = {
  artifact(composition, { type: artifactType, title, file, component, text = '', updates = [] }) {
    const id = composition.source.nextId('art');
    emit(composition, {
      type: 'artifact_start',
      id,
      artifactType,
      ...(title !== undefined && { title }),
      ...(file !== undefined && { file: { ...file } }),
      ...(component !== undefined && { component }),
    });
    for (const delta of cutIntoDeltas(text)) {
      emit(composition, { type: 'artifact_delta', id, delta }, between(composition, 10, 40));
    }
    for (const props of updates) {
      emit(
        composition,
        { type: 'artifact_update', id, component: component ?? '', props: { ...props } },
        between(composition, 150, 500),
      );
    }
    emit(composition, { type: 'artifact_complete', id });
  },

  media(composition, media) {
    const { mediaType, data } = media;
    const url = addressOf(media, composition.run);
    const role = composition.run.turn?.role ?? 'assistant';
    const id = composition.source.nextId('media');
    const tool = toolOf(composition, media);
    emit(composition, { type: 'media_start', id, mediaType, role, ...tool });
    for (const delta of mediaParts(media, url)) {
      emit(composition, { type: 'media_delta', id, delta }, between(composition, 40, 120));
    }
    emit(composition, {
      type: 'media_complete',
      id,
      mediaType,
      ...(data !== undefined && { data }),
      ...(url !== undefined && { url }),
      ...tool,
    });
  },

  state(composition, { snapshot, patch }) {
    const { run } = composition;
    const iteration = run.turn === null ? {} : { iteration: run.turn.iteration };
    if (snapshot !== undefined)
      emit(composition, { type: 'state_snapshot', state: { ...snapshot }, ...iteration });
    if (patch !== undefined) emit(composition, { type: 'state_delta', patch: [...patch], ...iteration });
  },

  source(composition, source) {
    emit(composition, { type: 'source', id: composition.source.nextId('src'), ...source });
  },

  custom(composition, { name, value }) {
    emit(composition, { type: 'custom', name, ...(value !== undefined && { value }) });
  },
};

function toolOf({ run }: Composition, { ofTool = false }: MediaStep): { readonly toolCallId?: string } {
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
